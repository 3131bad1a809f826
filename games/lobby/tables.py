"""Services that open, fill and start tables, and rematches."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from operator import attrgetter
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.base.names import are_alike
from accounts.base.refusals import Refusal
from accounts.base.statements import Statement
from accounts.models import User, may_act
from accounts.notifications.services import notify_on_commit
from accounts.services import lock_account
from accounts.site_config import selectors as site_config
from games.engine import BOT_SEED, Player, Rules, next_dealer
from games.lobby.join_codes import give_code
from games.models import (
    BELONGING,
    Block,
    Club,
    ClubMember,
    Game,
    Invitation,
    Seat,
    TableRemoval,
    options_of,
    rules_of,
    seats_of,
)
from games.play import chain, clocks, game_rows, presence, progress, proofs, queue, seats
from games.play.due_steps import OPEN_FOR, OPEN_FOR_BY_TURNS
from games.play.errors import (
    NotForBots,
    NotGathering,
    NotHost,
    NotPossible,
    NotSeated,
    NotYetCome,
    SeatTaken,
    StaleGame,
)
from games.pubsub import groups
from games.values import UNFINISHED, Stage, TableOptions


class TooManyGames(Refusal):
    """The player has too many unfinished games to sit down at another."""

    message = _("You have many unfinished games. Finish or end one of them first.")


class RemovedByHost(NotPossible):
    """The host has removed the player from the table."""

    message = _("The host has removed you from this table. You can sit down again if the host invites you.")


class NotOfClub(NotPossible):
    """The table is one of a club, and the player does not belong to it."""

    message = _("This table is for the members of its club.")


@transaction.atomic
def open_table(*, host: User, rules: Rules, name: str, options: TableOptions, club: Club | None = None) -> Game:
    """Open a table that waits for players, with `host` in the first seat; with a `club`, for its members only.

    Raises TooManyGames, AccountDeleted.
    """
    game = _open(host, rules, name, options, club=club)
    give_code(game)
    progress.changed(game)
    return game


def _open(host: User, rules: Rules, name: str, options: TableOptions, **more: Any) -> Game:
    game = new_game(host=host, rules=rules, name=name, options=options, **more)
    game_rows.add(game, seats.of_people(game, [host, None, None]))
    presence.sign_of_life(game.code, 0)
    return game


@transaction.atomic
def open_game_with_bots(*, host: User, rules: Rules, name: str, options: TableOptions) -> Game:
    """Start a game of `host` against two bots with the draw for dealer. Raises TooManyGames, AccountDeleted."""
    game = _open(host, rules, name, options)
    progress.changed(game)
    start(code=game.code, host=host, version=game.version)
    return game_rows.lock(game.code)


@transaction.atomic
def open_paired(*, users: Sequence[User], rules: Rules, options: TableOptions) -> Game:
    """Open a table for three people whom the site has paired. Raises TooManyGames, AccountDeleted."""
    for user in sorted(users, key=attrgetter("pk")):
        check_may_sit_at_another(user)
    game = new_game(host=users[0], rules=rules, name="", options=options, paired=True)
    game_rows.add(game, seats.of_people(game, users))
    progress.changed(game)
    return game


def begin_paired(*, code: str) -> None:
    """Begin the game of three people whom the site has paired; from now on the lobby lists it. Raises NotPossible."""
    with _gathering(code) as game:
        game.public = True
        _begin(game)


def new_game(*, host: User, rules: Rules, name: str, options: TableOptions, **more: Any) -> Game:
    """Return a game of `host`, not saved yet. Raises AccountDeleted, and TooManyGames except for boards; at a table of
    a tournament neither, as its host need not sit there.
    """
    if "round" not in more:
        lock_account(host) if "board" in more else check_may_sit_at_another(host)
    game = Game(code=secrets.token_urlsafe(6), host=host, name=name, chain_root=chain.new_root(), **more)
    _set_rules(game, rules, options)
    return game


def rematch(*, code: str, user: User) -> Game:
    """Return the rematch of a finished game, opening it if there is none: same seats and rules, the next first dealer.

    A seat stays free if its player's account is deleted or suspended, if its player and another one block each other,
    or, at a club's table, if its player has left the club; if `user` has, the rematch does not belong to the club.
    Other people are invited, and the game waits until they have come and `user`, its host, starts it. Raises
    TooManyGames, and NotPossible before the end of the game, for one deal alone, at a table of a tournament, and for a
    user who did not play.
    """
    with queue.change(code) as last:
        if not Stage(last.stage).has_ended or not last.seats.filter(user=user).exists() or not last.mode.counts:
            raise NotPossible
        following = Game.objects.filter(rematch_of=last).first()
        if following is None:
            following = _rematch_of(last, user)
        return following


def _rematch_of(last: Game, host: User) -> Game:
    last_seats = list(last.seats.select_related("user").order_by("player"))
    people = [seat.user for seat in last_seats if seat.user is not None]
    club = last.club if last.club is not None and _of_club(last.club, [host]) else None
    welcome = _welcome(host, people if club is None else _of_club(club, people))
    kept = {"rematch_of": last, "club": club}
    game = new_game(host=host, rules=rules_of(last), name=last.name, options=options_of(last), **kept)
    game.opening_dealer = next_dealer(proofs.opening_dealer(last, last_seats))
    users = [seat.user if seat.user in welcome else None for seat in last_seats]
    new_seats = seats.of_people(game, users, before=[seat.player_name for seat in last_seats])
    for seat, before in zip(new_seats, last_seats, strict=True):
        seat.bot_name = "" if before.user else before.bot_name
    game_rows.add(game, new_seats)
    progress.changed(last)
    if people == [host]:
        start(code=game.code, host=host, version=game.version)
        return game_rows.lock(game.code)
    give_code(game)
    for guest in welcome[1:]:
        notify_invited(Invitation.objects.create(game=game, user=guest, inviter=host))
    progress.changed(game)
    return game


def notify_invited(invitation: Invitation, kind: str = "invitation") -> None:
    """Notify a player of an invitation to a table: on open pages, and once by push and mail while the table is open."""
    game, by = invitation.game, invitation.inviter.get_username()
    groups.notices_changed_on_commit(invitation.user_id)
    path, about = reverse("games:table", args=[game.code]), progress.about(invitation.pk)
    until = timezone.now() + (OPEN_FOR_BY_TURNS if game.is_by_turns else OPEN_FOR)
    notify_on_commit(invitation.user_id, kind, about=about, path=path, expires_at=until, by=by)


def _welcome(host: User, people: Sequence[User]) -> list[User]:
    """Return the host and, in seat order, each player who neither blocks nor is blocked by anyone before them.

    Deleted and suspended accounts are left out. All are locked.
    """
    locked = User.objects.lock_all(pk__in=[user.pk for user in people])
    able = {user.pk for user in locked if user.may_act}
    people = [user for user in people if user.pk in able]
    blocks = Block.objects.filter(user__in=people, blocked__in=people).values_list("user", "blocked")
    apart = {frozenset(pair) for pair in blocks}
    welcome = [host]
    for user in people:
        if user not in welcome and not any(frozenset((user.pk, other.pk)) in apart for other in welcome):
            welcome.append(user)
    return welcome


_BLOCKED: Final = Statement(lambda by, user: Block.objects.filter(user=by, blocked=user).values_list("pk")[:1])
_REMOVED: Final = Statement(lambda game, user: TableRemoval.objects.filter(game=game, user=user).values_list("pk")[:1])
_UNFINISHED_GAMES: Final = Statement(
    lambda user: (
        Seat.objects.filter(user=user, game__stage__in=UNFINISHED, game__board=None).values_list("pk").order_by()
    )
)


def sit(*, code: str, user: User, player: Player | None, seed: str = "") -> None:
    """Take a free seat, the first one for None, or change to it, with this seed or the one given before.

    Raises NotPossible if the site has paired the players or the host has blocked the user; SeatTaken, RemovedByHost,
    NotForBots, NotOfClub, TooManyGames, AccountDeleted.
    """
    with _gathering(code) as game:
        at_table = seats_of(game)
        seat = next((seat for seat in at_table if seat.is_free and player in (seat.player, None)), None)
        if seat is None:
            raise SeatTaken
        if game.paired or _BLOCKED.first(game.host_id, user.pk):
            raise NotPossible
        if _REMOVED.first(game.pk, user.pk):
            raise RemovedByHost
        if user.is_bot and not (game.host.is_bot or game.invitations.filter(user=user).exists()):
            raise NotForBots
        check_is_of_club(game, user)
        before = next((seat for seat in at_table if seat.user_id == user.pk), None)
        if before is None:
            check_may_sit_at_another(user)
        else:
            _free(game.seats.filter(user=user))
        seats.seat_person(seat, user, at_table)
        seat.rules_changed, seat.seed = False, seed or (before.seed if before else "")
        seat.save()
        namesakes = [other for other in at_table if other.is_bot and are_alike(other.bot_name, seat.player_name)]
        seats.seat_bots(game, namesakes)  # with new names
        progress.withdraw(game.invitations.filter(user=user))
        groups.notices_changed_on_commit(user.pk)
        presence.sign_of_life(code, seat.player)


def check_is_of_club(game: Game, user: User) -> None:
    """Raise NotOfClub if the table is one of a club to which the user does not belong."""
    if game.club is not None and not _of_club(game.club, [user]):
        raise NotOfClub


def _of_club(club: Club, people: Sequence[User]) -> list[User]:
    """Return those of these people who belong to the club."""
    members = ClubMember.objects.filter(club=club, user__in=people, role__in=BELONGING)
    belonging = set(members.values_list("user", flat=True))
    return [user for user in people if user.pk in belonging]


def leave(*, code: str, user: User) -> None:
    """Leave the seat before the game begins. If the host leaves, another player who may act becomes host; without one
    the table closes.
    """
    with _gathering(code) as game:
        if not _free(game.seats.filter(user=user)):
            raise NotSeated
        heir = game.seats.filter(may_act("user")).select_related("user").order_by("player").first()
        if heir is None or heir.user is None:
            game.stage = Stage.CLOSED
        elif game.host_id == user.pk:
            game.host = heir.user
        presence.went_away(code, user.pk)
        progress.withdraw(game.invitations.filter(user=user))
        groups.notices_changed_on_commit(user.pk)


def remove(*, code: str, host: User, player: Player, version: int) -> None:
    """Free the seat of another player or a bot before the game has begun. Only the host may, and only the host's
    invitation lets the player sit down again.

    Raises StaleGame if the table has changed since `version`: somebody else may sit there by now.
    """
    with _hosted(code, host, version) as game:
        removed = game.seats.filter(player=player).exclude(user=host)
        for user_id in removed.filter(user__isnull=False).values_list("user_id", flat=True):
            TableRemoval.objects.get_or_create(game=game, user_id=user_id)
            presence.send_away(code, user_id)
            groups.notices_changed_on_commit(user_id)
        progress.withdraw(game.invitations.filter(user__seats__in=removed))
        if not _free(removed):
            raise NotPossible


def seat_bot(*, code: str, host: User, player: Player) -> None:
    """Give a free seat to a bot. Only the host may."""
    with _hosted(code, host) as game:
        seat = game.seats.get(player=player)
        if not seat.is_free:
            raise SeatTaken
        seats.seat_bots(game, [seat])


def change_rules(*, code: str, host: User, rules: Rules, name: str, options: TableOptions) -> None:
    """Let the host change the rules before the game begins, and mark the seats whose players have not seen them."""
    with _hosted(code, host) as game:
        if game.public and not options.public:
            groups.lobby_changed_on_commit()
        before = rules_of(game), options_of(game)
        _set_rules(game, rules, options)
        if (rules_of(game), options_of(game)) != before:
            game.seats.exclude(user=host).update(rules_changed=True)
        game.name = name
        groups.chat_changed_on_commit(code)


def give_seed(*, code: str, user: User, seed: str) -> None:
    """Replace the seed of a player before the game begins. Raises NotPossible for a user without a seat.

    The browser of a player seated by a rematch sends it by itself, so it must not make a click of the host stale.
    """
    with queue.change(code) as game:
        if game.stage != Stage.OPEN or not game.seats.filter(user=user).update(seed=seed):
            raise NotPossible
        game.version += 1
        game.seed_versions += 1
        progress.save(game)


def start(*, code: str, host: User, version: int, seed: str = "") -> None:
    """Begin the game with the draw for dealer; bots take the free seats. Only the host may, and may give a seed.

    Raises StaleGame if the table has changed since `version`: players or rules may have changed; NotYetCome while a
    player seated by a rematch has not come.
    """
    with _hosted(code, host, version) as game:
        if presence.yet_to_come(game):
            raise NotYetCome
        seats.seat_bots(game, [seat for seat in game.seats.all() if seat.is_free])
        if seed:
            game.seats.filter(user=host).update(seed=seed)
        _begin(game)


def _begin(game: Game) -> None:
    """Begin a locked game, all of whose seats are taken, with the draw for dealer."""
    for seat in game.seats.all():
        clocks.fill_reserve(game, seat)
        seat.seed = BOT_SEED if seat.is_bot else seat.seed
        seat.save()
        presence.sign_of_life(game.code, seat.player)  # the time a player is away counts from here
    game.stage, game.due_at = Stage.DRAWING, None


def _free(seats: QuerySet[Seat]) -> int:
    """Free these seats; return how many they are."""
    return seats.update(user=None, called="", bot_name="", seed="")


def check_is_free(code: str, player: Player | None) -> None:
    """Raise SeatTaken unless the seat, or for None any, is free now. Nothing is locked, so it may be taken next."""
    free = Seat.objects.filter(game__code=code, game__stage=Stage.OPEN, user=None, bot_name="")
    if not (free if player is None else free.filter(player=player)).exists():
        raise SeatTaken


def _set_rules(game: Game, rules: Rules, options: TableOptions) -> None:
    """Give the game its rules and options. No total ends a duplicate game, so it has the usual target and no floor."""
    if options.duplicate:
        rules = replace(rules, target=Rules().target, floor=None)
    for option, value in {**asdict(rules), **asdict(options)}.items():
        setattr(game, option, value)


def check_may_sit_at_another(user: User) -> None:
    """Raise TooManyGames if the player has too many unfinished games, AccountDeleted if the account is deleted.

    Boards of sets of deals do not count, as nobody else waits for them. The account is locked until the end of the
    transaction, so that it is not deleted and takes no other seat.
    """
    lock_account(user)
    if len(_UNFINISHED_GAMES.all(user.pk)) >= site_config.site().most_games:
        raise TooManyGames


@contextmanager
def _gathering(code: str) -> Iterator[Game]:
    """Lock a game that has not begun, and save it as changed. Raises NotGathering, Game.DoesNotExist."""
    with queue.change(code) as game:
        if game.stage != Stage.OPEN:
            raise NotGathering
        yield game
        progress.changed(game)


@contextmanager
def _hosted(code: str, host: User, version: int | None = None) -> Iterator[Game]:
    """Lock a game that has not begun for the user who acts as host, and so becomes host, and save it as changed.

    Raises NotHost, and StaleGame if anything but a seed has changed since `version`.
    """
    with _gathering(code) as game:
        if presence.host_now(game) != host.pk:
            raise NotHost
        if version is not None and not game.version - game.seed_versions <= version <= game.version:
            raise StaleGame
        game.host = host
        yield game
