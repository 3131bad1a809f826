"""Opening, readying and closing tables."""

from __future__ import annotations

import random
import secrets

from django.db import transaction

from accounts.models import User
from games import store
from games.engine import PLAYERS, Player, Rules
from games.models import Game, Seat
from games.services import progress
from games.snapshot import Stage

MAX_RUNNING_GAMES = 20
BOT_NAMES = ("Ada", "Blaise", "Clara", "Emil", "Greta", "Hugo", "Ines", "Jonas", "Lucia", "Marek", "Nora", "Otto")
ENDED = (Stage.OVER, Stage.CLOSED)


class TooManyGames(Exception):
    """The player has too many unfinished games to open another."""


@transaction.atomic
def open_game_with_bots(*, host: User, rules: Rules, name: str) -> Game:
    """A new game of `host` against two bots, the first dealer drawn. Raises TooManyGames."""
    if host.seats.exclude(game__stage__in=ENDED).count() >= MAX_RUNNING_GAMES:
        raise TooManyGames
    game = Game(
        code=secrets.token_urlsafe(6),
        name=name,
        host=host,
        peek=rules.peek,
        bidding=rules.bidding,
        target=rules.target,
        bag_limit=rules.bag_limit,
        floor=rules.floor,
        secret=progress.new_secret(),
    )
    game.save()
    _seat_players(game, host)
    progress.save(game)
    return game


def _seat_players(game: Game, host: User) -> None:
    """The host as player 0; bots whose names differ from the host's and from each other as players 1 and 2."""
    taken = host.get_username().casefold()
    names = random.Random(game.code).sample([name for name in BOT_NAMES if name.casefold() != taken], 2)
    Seat.objects.create(game=game, player=0, user=host)
    for player, bot_name in zip(PLAYERS[1:], names, strict=True):
        Seat.objects.create(game=game, player=player, bot_name=bot_name)


@transaction.atomic
def ready(*, code: str, player: Player, version: int) -> None:
    """A player who saw the game at `version` is ready for the next deal; once all people at the table are, it begins.

    Raises StaleGame if a deal has begun since, so that a second click or an old page starts nothing.
    """
    game = store.lock(code)
    if game.stage not in (Stage.DRAWING, Stage.SCORED) or version < _version_of_sheet(game):
        raise store.StaleGame
    game.seats.filter(player=player).update(ready=True)
    if game.seats.filter(user__isnull=False, ready=False).exists():
        game.version += 1
        progress.save(game)
    else:
        progress.start_deal(game)


def _version_of_sheet(game: Game) -> int:
    """The version at which the current score sheet (or the draw) came up: the last event's."""
    last = game.events.order_by("-sequence").first()
    return last.sequence if last else 0


@transaction.atomic
def close(*, code: str) -> None:
    """End an unfinished game without a winner; a game that has ended stays as it is. Raises Game.DoesNotExist."""
    game = store.lock(code)
    if game.stage not in ENDED:
        game.stage = Stage.CLOSED
        game.version += 1
        progress.save(game)
