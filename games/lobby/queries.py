"""Database reads for the lobby, and for the notices about other tables on every page."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from accounts.models import User
from games.engine import Rules
from games.models import (
    BY_TURNS,
    UNFINISHED,
    Game,
    Invitation,
    Proposal,
    Seat,
    Stage,
    TableOptions,
    Who,
    options_of,
    rules_of,
    with_seats,
)
from games.play import clocks, presence

MOST_LISTED: Final = 50
"""How many public tables the lobby shows, of ten times as many that are looked at."""

LISTED_OF_ONE_HOST: Final = 2
"""How many of a host's public tables the lobby shows; further ones are found by their links."""

_NEVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class GameLine:
    """A running game in a player's list. `players` are in seat order.

    `deadline` is when the player's time for a move in a game by turns is up; None in others, and if it is not their
    turn.
    """

    code: str
    name: str
    players: tuple[Who, ...]
    stage: Stage
    deal_number: int
    target: int
    your_turn: bool
    deadline: datetime | None = None


def running_games(user: User | AnonymousUser) -> list[GameLine]:
    """Return the user's unfinished games: first those by turns that wait for the user, in the order of their time left.

    The others follow, the newest first: the list is live, so quick moves must not change its order.
    """
    if isinstance(user, AnonymousUser):
        return []
    running = Game.objects.filter(seats__user=user, stage__in=UNFINISHED)
    games = with_seats(running.order_by("-created_at", "-pk"))
    # Seats are read after their games: one that is freed in between has no line.
    lines = [_line(game, seat) for game in games for seat in game.seats.all() if seat.user_id == user.pk]
    return sorted(lines, key=lambda line: line.deadline or _NEVER)


def _line(game: Game, seat: Seat) -> GameLine:
    return GameLine(
        game.code,
        game.title,
        _players(game),
        Stage(game.stage),
        game.deal_number,
        game.target,
        seat.awaits_its_user,
        clocks.deadline(game, seat) if game.is_by_turns else None,
    )


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


def open_tables() -> list[OpenTable]:
    """Return the public tables with free seats, the latest first.

    Abandoned tables are left out, unless they are for games by turns, and so are tables of one host beyond
    `LISTED_OF_ONE_HOST`, so that nobody can fill the list.
    """
    games = Game.objects.filter(stage=Stage.OPEN, public=True).order_by("-created_at")
    candidates = list(games.values_list("code", "host", "clock")[: 10 * MOST_LISTED])
    alive = presence.not_deserted(code for code, _host, _clock in candidates)
    listed: Counter[int] = Counter()
    shown = []
    for code, host, clock in candidates:
        if (code in alive or clock in BY_TURNS) and listed[host] < LISTED_OF_ONE_HOST:
            listed[host] += 1
            shown.append(code)
    return [
        OpenTable(game.code, game.title, _players(game), rules_of(game), options_of(game))
        for game in with_seats(games.filter(code__in=shown[:MOST_LISTED]))
    ]


def invitations_of(user: User | AnonymousUser) -> list[Invitation]:
    """Return the user's invitations to tables that wait for players, the latest first."""
    if isinstance(user, AnonymousUser):
        return []
    standing = user.invitations.filter(game__stage=Stage.OPEN)
    shown = "user", "inviter__username", "game__code", "game__name", "game__paired", "game__host__username"
    # Every page asks. With the columns of all four tables Django takes longer for this statement than for a small page.
    return list(standing.select_related("game__host", "inviter").only("sent_at", *shown).order_by("-sent_at"))


def turns_waiting(user: User | AnonymousUser, elsewhere_than: str = "") -> int:
    """Return at how many tables other than `elsewhere_than` the user, not a bot that sits in, has to move or answer."""
    if isinstance(user, AnonymousUser):
        return 0
    is_asked = ~Q(game__proposal=Proposal.NONE) & Q(agrees=False)
    waiting = user.seats.filter(Q(waiting_since__isnull=False) | is_asked, bot_name="", game__stage__in=UNFINISHED)
    return waiting.exclude(game__code=elsewhere_than).count()
