"""Database reads for the lobby, and for the notices about other tables on every page."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from accounts.models import User
from games.engine import Rules
from games.models import ENDED, Game, Invitation, Proposal, Stage, TableOptions, Who, options_of, rules_of, with_seats
from games.play import presence

LISTED_OF_ONE_HOST: Final = 2
"""How many of a host's public tables the lobby shows; further ones are found by their links."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A running game in a player's list. `players` are in seat order."""

    code: str
    name: str
    players: tuple[Who, ...]
    stage: Stage
    deal_number: int
    target: int
    your_turn: bool


def running_games(user: User | AnonymousUser) -> list[GameLine]:
    """Return the user's unfinished games, the newest first: the list is live, so moves must not change its order."""
    if isinstance(user, AnonymousUser):
        return []
    running = Game.objects.filter(seats__user=user).exclude(stage__in=ENDED)
    return [_line(game, user) for game in with_seats(running.order_by("-created_at", "-pk"))]


def _line(game: Game, user: User) -> GameLine:
    your_turn = any(seat.awaits_its_user and seat.user_id == user.pk for seat in game.seats.all())
    return GameLine(game.code, game.title, _players(game), Stage(game.stage), game.deal_number, game.target, your_turn)


def _players(game: Game) -> tuple[Who, ...]:
    return tuple(seat.who for seat in game.seats.all())


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A public table that waits for players. `players` are the three seats in order, free ones included."""

    code: str
    name: str
    players: tuple[Who, ...]
    rules: Rules
    options: TableOptions


def open_tables(limit: int = 50) -> list[OpenTable]:
    """Return the public tables with free seats, the latest first.

    Abandoned tables are left out, and so are tables of one host beyond `LISTED_OF_ONE_HOST`, so that nobody can fill
    the list.
    """
    games = Game.objects.filter(stage=Stage.OPEN, public=True).order_by("-created_at")
    hosts = dict(games.values_list("code", "host")[: 10 * limit])
    alive = presence.not_deserted(hosts)
    listed: Counter[int] = Counter()
    shown = []
    for code, host in hosts.items():
        if code in alive and listed[host] < LISTED_OF_ONE_HOST:
            listed[host] += 1
            shown.append(code)
    return [
        OpenTable(game.code, game.title, _players(game), rules_of(game), options_of(game))
        for game in with_seats(games.filter(code__in=shown[:limit]))
    ]


def invitations_of(user: User | AnonymousUser) -> list[Invitation]:
    """Return the user's invitations to tables that wait for players, the latest first."""
    if isinstance(user, AnonymousUser):
        return []
    standing = user.invitations.filter(game__stage=Stage.OPEN)
    return list(standing.select_related("game__host", "inviter").order_by("-sent_at"))


def turns_waiting(user: User | AnonymousUser, elsewhere_than: str = "") -> int:
    """Return at how many tables other than `elsewhere_than` the user, not a bot that sits in, has to move or answer."""
    if isinstance(user, AnonymousUser):
        return 0
    is_asked = ~Q(game__proposal=Proposal.NONE) & Q(agrees=False)
    waiting = user.seats.filter(Q(waiting_since__isnull=False) | is_asked, bot_name="")
    return waiting.exclude(game__code=elsewhere_than).count()
