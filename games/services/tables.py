"""Opening, filling, starting and closing tables."""

from __future__ import annotations

import random
import secrets
from collections.abc import Collection
from typing import Final

from django.db import transaction

from accounts.models import User
from games import clocks, live, presence, store
from games.engine import PLAYERS, Player, Rules
from games.models import Game, Seat
from games.services import progress
from games.snapshot import Stage, TableOptions

MAX_RUNNING_GAMES = 20
BOT_NAMES = ("Ada", "Blaise", "Clara", "Emil", "Greta", "Hugo", "Ines", "Jonas", "Lucia", "Marek", "Nora", "Otto")
ENDED = (Stage.OVER, Stage.CLOSED)
SOLITARY: Final = TableOptions()


class TooManyGames(Exception):
    """The player has too many unfinished games to sit down at another."""


class NotPossible(Exception):
    """The table is not in a state for this: the seat is taken, the game has begun, or it is the host's to do."""


@transaction.atomic
def open_table(*, host: User, rules: Rules, name: str, options: TableOptions) -> Game:
    """A new table that waits for its players, `host` in the first seat. Raises TooManyGames."""
    _may_sit_at_another(host)
    game = Game(code=secrets.token_urlsafe(6), host=host, name=name, secret=progress.new_secret())
    _set_rules(game, rules, options)
    game.save()
    Seat.objects.bulk_create([Seat(game=game, player=player, user=host if player == 0 else None) for player in PLAYERS])
    _changed(game)
    return game


@transaction.atomic
def open_game_with_bots(*, host: User, rules: Rules, name: str, options: TableOptions = SOLITARY) -> Game:
    """A new game of `host` against two bots, the first dealer drawn. Raises TooManyGames."""
    game = open_table(host=host, rules=rules, name=name, options=options)
    start(code=game.code, host=host)
    return store.lock(game.code)


@transaction.atomic
def sit(*, code: str, user: User, player: Player) -> None:
    """Take a free seat, or change to it. Raises NotPossible or TooManyGames."""
    game = _gathering(code)
    seat = game.seats.get(player=player)
    if not seat.is_free:
        raise NotPossible
    if not game.seats.filter(user=user).update(user=None):
        _may_sit_at_another(user)
    seat.user = user
    seat.save()
    game.invitations.filter(user=user).delete()
    _changed(game)


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
    _changed(game)


@transaction.atomic
def remove(*, code: str, host: User, player: Player) -> None:
    """Free another player's, or a bot's, seat before the game has begun; the host's right."""
    game = _hosted(code, host)
    if not game.seats.filter(player=player).exclude(user=host).update(user=None, bot_name=""):
        raise NotPossible
    _changed(game)


@transaction.atomic
def seat_bot(*, code: str, host: User, player: Player) -> None:
    """Give a free seat to a bot; the host's right."""
    game = _hosted(code, host)
    seat = game.seats.get(player=player)
    if not seat.is_free:
        raise NotPossible
    _seat_bots(game, [seat])
    _changed(game)


@transaction.atomic
def change_rules(*, code: str, host: User, rules: Rules, name: str, options: TableOptions) -> None:
    """Other rules for a game that has not begun; the host's right."""
    game = _hosted(code, host)
    if game.public and not options.public:
        live.lobby_changed_on_commit()
    game.name = name
    _set_rules(game, rules, options)
    live.talk_changed_on_commit(code)
    _changed(game)


@transaction.atomic
def start(*, code: str, host: User) -> None:
    """Begin the game, bots in the seats that are free: the dealer is drawn for; the host's right."""
    game = _hosted(code, host)
    _seat_bots(game, [seat for seat in game.seats.all() if seat.is_free])
    for seat in game.seats.all():
        clocks.fill_reserve(game, seat)
        seat.save()
        presence.sign_of_life(code, seat.player)  # from here on counts who is away
    game.invitations.all().delete()
    game.stage = Stage.DRAWING
    _changed(game)


@transaction.atomic
def ready(*, code: str, player: Player, version: int) -> None:
    """A player who saw the game at `version` is ready for the next deal; once all people at the table are, it begins.

    Raises StaleGame if a deal has begun since, so that a second click or an old page starts nothing.
    """
    game = store.lock(code)
    if game.stage not in (Stage.DRAWING, Stage.SCORED) or version < _version_of_sheet(game):
        raise store.StaleGame
    check_plays(game, player)
    game.seats.filter(player=player).update(ready=True)
    if game.seats.filter(user__isnull=False, bot_name="", ready=False).exists():
        game.version += 1
        game.save(update_fields=["version", "updated_at"])
        live.changed_on_commit(game.code, game.version)
    else:
        progress.start_deal(game)


@transaction.atomic
def close(*, code: str) -> None:
    """End an unfinished game without a winner; a game that has ended stays as it is. Raises Game.DoesNotExist."""
    game = store.lock(code)
    if game.stage not in ENDED:
        game.stage = Stage.CLOSED
        _changed(game)


@transaction.atomic
def rematch(*, code: str, user: User) -> Game:
    """The game that follows a finished one: same seats, same rules, the next first dealer. Asked twice, the same game.

    With other people in it, it waits until `user`, its host, starts it: nobody plays who has not come. Raises
    TooManyGames, and NotPossible before the end and for whoever did not play.
    """
    last = store.lock(code)
    if last.stage not in ENDED or not last.seats.filter(user=user).exists():
        raise NotPossible
    following = Game.objects.filter(rematch_of=last).first()
    if following is None:
        _may_sit_at_another(user)
        following = _rematch_of(last, user)
    return following


def _rematch_of(last: Game, host: User) -> Game:
    game = Game(code=secrets.token_urlsafe(6), host=host, name=last.name, secret=progress.new_secret(), rematch_of=last)
    _set_rules(game, store.rules_of(last), store.options_of(last))
    game.opening_dealer = (store.opening_dealer(last) + 1) % 3
    game.save()
    for seat in last.seats.select_related("user"):
        stays_bot = "" if seat.user else seat.bot_name
        Seat.objects.create(game=game, player=seat.player, user=seat.user, bot_name=stays_bot)
    _changed(last)
    if game.seats.filter(user__isnull=False).count() == 1:
        start(code=game.code, host=host)
        return store.lock(game.code)
    _changed(game)
    return game


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


def _set_rules(game: Game, rules: Rules, options: TableOptions) -> None:
    game.peek, game.bidding, game.target = rules.peek, rules.bidding, rules.target
    game.bag_limit, game.floor = rules.bag_limit, rules.floor
    game.public, game.spectators = options.public, options.spectators
    game.clock, game.patience, game.chat = options.clock, options.patience, options.chat


def _may_sit_at_another(user: User) -> None:
    if user.seats.exclude(game__stage__in=ENDED).count() >= MAX_RUNNING_GAMES:
        raise TooManyGames


def _gathering(code: str) -> Game:
    """The locked game, if it has not begun. Raises NotPossible, Game.DoesNotExist."""
    game = store.lock(code)
    if game.stage != Stage.OPEN:
        raise NotPossible
    return game


def _hosted(code: str, host: User) -> Game:
    game = _gathering(code)
    if game.host_id != host.pk:
        raise NotPossible
    return game


def _changed(game: Game) -> None:
    """Save after a change that is no event of a deal."""
    game.version += 1
    progress.save(game)
    if game.public:
        live.lobby_changed_on_commit()


def _version_of_sheet(game: Game) -> int:
    """The version at which the current score sheet (or the draw) came up: the last event's."""
    last = game.events.order_by("-sequence").first()
    return last.sequence if last else 0
