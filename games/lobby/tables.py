"""Opening, filling, starting and closing tables."""

from __future__ import annotations

import random
import secrets
from collections.abc import Collection
from dataclasses import asdict

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.services import AccountGone
from accounts.site_config import selectors as site_config
from games.engine import PLAYERS, Player, Rules
from games.lobby.presets import SOLITARY
from games.models import Game, Invitation, Seat
from games.play import clocks, event_log, presence, progress
from games.play.snapshot import ENDED, Stage, TableOptions
from games.pubsub import groups

BOT_NAMES = ("Ada", "Blaise", "Clara", "Emil", "Greta", "Hugo", "Ines", "Jonas", "Lucia", "Marek", "Nora", "Otto")


class TooManyGames(Exception):
    """The player has too many unfinished games to sit down at another."""


class NotPossible(Exception):
    """The table is not in a state for this: the seat is taken, the game has begun, or it is the host's to do."""


@transaction.atomic
def open_table(*, host: User, rules: Rules, name: str, options: TableOptions) -> Game:
    """A new table that waits for its players, `host` in the first seat. Raises TooManyGames, AccountGone."""
    may_sit_at_another(host)
    game = Game(code=secrets.token_urlsafe(6), host=host, name=name, secret=progress.new_secret())
    set_rules(game, rules, options)
    game.save()
    Seat.objects.bulk_create([Seat(game=game, player=player, user=host if player == 0 else None) for player in PLAYERS])
    presence.sign_of_life(game.code, 0)
    changed(game)
    return game


@transaction.atomic
def open_game_with_bots(*, host: User, rules: Rules, name: str, options: TableOptions = SOLITARY) -> Game:
    """A new game of `host` against two bots, the first dealer drawn. Raises TooManyGames, AccountGone."""
    game = open_table(host=host, rules=rules, name=name, options=options)
    start(code=game.code, host=host, version=game.version)
    return event_log.lock(game.code)


@transaction.atomic
def sit(*, code: str, user: User, player: Player) -> None:
    """Take a free seat, or change to it. Whoever the host has blocked gets none, as if it were taken.

    Raises NotPossible, TooManyGames or AccountGone.
    """
    game = _gathering(code)
    seat = game.seats.get(player=player)
    if not seat.is_free or game.host.blocks.filter(blocked=user).exists():
        raise NotPossible
    if not game.seats.filter(user=user).update(user=None):
        may_sit_at_another(user)
    seat.user, seat.rules_changed = user, False
    seat.save()
    _rename_bots(game, user.get_username())
    game.invitations.filter(user=user).delete()
    groups.notices_changed_on_commit(user.pk)
    presence.sign_of_life(code, player)
    changed(game)


@transaction.atomic
def leave(*, code: str, user: User) -> None:
    """Get up before the game has begun. The host's part passes to another player; without one the table closes."""
    game = _gathering(code)
    if not game.seats.filter(user=user).update(user=None):
        raise NotPossible
    heir = game.seats.filter(user__isnull=False).order_by("player").first()
    if heir is None or heir.user is None:
        game.stage = Stage.CLOSED
    elif game.host_id == user.pk:
        game.host = heir.user
    presence.went_away(code, user.pk)
    _withdraw(game.invitations.filter(user=user))
    groups.notices_changed_on_commit(user.pk)
    changed(game)


@transaction.atomic
def remove(*, code: str, host: User, player: Player, version: int) -> None:
    """Free another player's, or a bot's, seat before the game has begun; the host's right.

    Raises StaleGame if the table has changed since `version`: somebody else may sit there by now.
    """
    game = _hosted(code, host, version)
    seats = game.seats.filter(player=player).exclude(user=host)
    for user_id in seats.filter(user__isnull=False).values_list("user_id", flat=True):
        presence.send_away(code, user_id)
        groups.notices_changed_on_commit(user_id)
    _withdraw(game.invitations.filter(user__seats__in=seats))
    if not seats.update(user=None, bot_name=""):
        raise NotPossible
    changed(game)


@transaction.atomic
def seat_bot(*, code: str, host: User, player: Player) -> None:
    """Give a free seat to a bot; the host's right."""
    game = _hosted(code, host)
    seat = game.seats.get(player=player)
    if not seat.is_free:
        raise NotPossible
    _seat_bots(game, [seat])
    changed(game)


@transaction.atomic
def change_rules(*, code: str, host: User, rules: Rules, name: str, options: TableOptions) -> None:
    """Other rules for a game that has not begun; the host's right. Who sat down under the old ones is told."""
    game = _hosted(code, host)
    if game.public and not options.public:
        groups.lobby_changed_on_commit()
    if (rules, options) != (event_log.rules_of(game), event_log.options_of(game)):
        game.seats.exclude(user=host).update(rules_changed=True)
    game.name = name
    set_rules(game, rules, options)
    groups.talk_changed_on_commit(code)
    changed(game)


@transaction.atomic
def start(*, code: str, host: User, version: int) -> None:
    """Begin the game, bots in the seats that are free: the dealer is drawn for; the host's right.

    Raises StaleGame if the table has changed since `version`: others may sit there, or other rules may hold by now;
    and NotPossible while somebody whom a rematch has seated has not come.
    """
    game = _hosted(code, host, version)
    if presence.yet_to_come(game):
        raise NotPossible
    _seat_bots(game, [seat for seat in game.seats.all() if seat.is_free])
    for seat in game.seats.all():
        clocks.fill_reserve(game, seat)
        seat.save()
        presence.sign_of_life(code, seat.player)  # from here on counts who is away
    game.stage, game.due_at = Stage.DRAWING, None  # the draw is shown from now on
    changed(game)


@transaction.atomic
def close(*, code: str) -> None:
    """End an unfinished game without a winner; a game that has ended stays as it is. Raises Game.DoesNotExist."""
    game = event_log.lock(code)
    if not Stage(game.stage).has_ended:
        game.stage = Stage.CLOSED
        changed(game)


def check_is_free(code: str, player: Player) -> None:
    """Raise NotPossible unless somebody could sit down there just now; nothing is locked, so it may be taken next."""
    if not Seat.objects.filter(game__code=code, game__stage=Stage.OPEN, player=player, user=None, bot_name="").exists():
        raise NotPossible


def check_plays(game: Game, player: Player) -> None:
    """Raise NotPossible while a bot sits in for this player: the seat has to be taken back first."""
    if game.seats.filter(player=player).exclude(bot_name="").exists():
        raise NotPossible


def free_bot_names(taken: Collection[str], seed: str) -> list[str]:
    """Names for bots that nobody at the table has, in an order of the table's own."""
    folded = {name.casefold() for name in taken}
    names = [name for name in BOT_NAMES if name.casefold() not in folded]
    return random.Random(seed).sample(names, len(names))


def _seat_bots(game: Game, seats: list[Seat]) -> None:
    taken = [seat.player_name for seat in game.seats.select_related("user")]
    for seat, bot_name in zip(seats, free_bot_names(taken, game.code), strict=False):
        seat.bot_name = bot_name
        seat.save()


def _rename_bots(game: Game, name: str) -> None:
    """Let a bot that was called so before somebody of that name sat down have another name."""
    _seat_bots(game, [seat for seat in game.seats.all() if seat.is_bot and seat.bot_name.casefold() == name.casefold()])


def set_rules(game: Game, rules: Rules, options: TableOptions) -> None:
    """Give a game these rules and options; nothing is stored yet."""
    for option, value in {**asdict(rules), **asdict(options)}.items():
        setattr(game, option, value)


def may_sit_at_another(user: User) -> None:
    """Raise TooManyGames where the player has enough unfinished games, AccountGone where the account has been removed.

    Until the end of the transaction it stays, and sits down nowhere else.
    """
    if User.objects.locked(user.pk) is None:
        raise AccountGone
    if user.seats.exclude(game__stage__in=ENDED).count() >= site_config.site().most_games:
        raise TooManyGames


def _gathering(code: str) -> Game:
    """The locked game, if it has not begun. Raises NotPossible, Game.DoesNotExist."""
    game = event_log.lock(code)
    if game.stage != Stage.OPEN:
        raise NotPossible
    return game


def _hosted(code: str, host: User, version: int | None = None) -> Game:
    """The game, locked, if it has not begun and this user has the host's part, which is then the user's for good.

    Raises NotPossible, or StaleGame if the table has changed since `version`.
    """
    game = _gathering(code)
    if presence.host_now(game) != host.pk:
        raise NotPossible
    if version is not None and version != game.version:
        raise event_log.StaleGame
    game.host = host
    return game


def changed(game: Game) -> None:
    """Save after a change that is no event of a deal."""
    game.version += 1
    progress.save(game)
    if game.public:
        groups.lobby_changed_on_commit()
    if game.stage != Stage.OPEN:
        _withdraw(game.invitations.all())


def _withdraw(invitations: QuerySet[Invitation]) -> None:
    """There is no seat to invite to any more."""
    for user_id in invitations.values_list("user_id", flat=True):
        groups.notices_changed_on_commit(user_id)
    invitations.delete()
