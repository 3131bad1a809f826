"""Reads for the lobby, and for what every page says of other tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User
from games.engine import Rules
from games.models import Game, Invitation, Proposal
from games.play import event_log, presence
from games.play import queries as table_queries
from games.play.snapshot import (
    ENDED,
    Stage,
    TableOptions,
    Who,
)

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
    """The user's unfinished games, the newest first: the list is live, so no move puts another in a game's place."""
    if isinstance(user, AnonymousUser):
        return []
    return [_line(game, user) for game in _running_games_of(user)]


def _running_games_of(user: User) -> QuerySet[Game]:
    running = Game.objects.filter(seats__user=user).exclude(stage__in=ENDED)
    return table_queries.with_seats(running.order_by("-created_at", "-pk"))


def _line(game: Game, user: User) -> GameLine:
    seats = game.seats.all()
    return GameLine(
        code=game.code,
        name=game.name,
        players=tuple(seat.who for seat in seats),
        stage=Stage(game.stage),
        deal_number=game.deal_number,
        target=game.target,
        your_turn=any(seat.awaits_its_user and seat.user_id == user.pk for seat in seats),
    )


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A public table that waits for players. `players` are the three in seat order, free seats among them."""

    code: str
    name: str
    players: tuple[Who, ...]
    rules: Rules
    options: TableOptions


def open_tables(limit: int = 50) -> list[OpenTable]:
    """The public tables to sit down at, the latest first; not those that everybody has gone from, and so few of one
    host that nobody can fill the list."""
    games = Game.objects.filter(stage=Stage.OPEN, public=True).order_by("-created_at")
    hosts = dict(games.values_list("code", "host")[: 10 * limit])
    alive = presence.not_deserted(hosts)
    shown = _few_of_each({code: host for code, host in hosts.items() if code in alive})[:limit]
    return [_open_table(game) for game in table_queries.with_seats(games.filter(code__in=shown))]


def _few_of_each(hosts: Mapping[str, int]) -> list[str]:
    """The codes of these tables, of each host the first few."""
    seen: Counter[int] = Counter()
    codes = []
    for code, host in hosts.items():
        seen[host] += 1
        if seen[host] <= LISTED_OF_ONE_HOST:
            codes.append(code)
    return codes


def _open_table(game: Game) -> OpenTable:
    players = tuple(seat.who for seat in game.seats.all())
    return OpenTable(game.code, game.name, players, event_log.rules_of(game), event_log.options_of(game))


def invitations_of(user: User | AnonymousUser) -> list[Invitation]:
    """Who asked the user to sit down where, the latest first."""
    if isinstance(user, AnonymousUser):
        return []
    standing = user.invitations.filter(game__stage=Stage.OPEN)
    return list(standing.select_related("game", "inviter").order_by("-sent_at"))


def turns_waiting(user: User | AnonymousUser, elsewhere_than: str = "") -> int:
    """At how many tables the user is to move or to answer; where a bot sits in, and at the one of this code, aside."""
    if isinstance(user, AnonymousUser):
        return 0
    is_asked = ~Q(game__proposal=Proposal.NONE) & Q(agrees=False)
    waiting = user.seats.filter(Q(waiting_since__isnull=False) | is_asked, bot_name="")
    return waiting.exclude(game__code=elsewhere_than).count()
