"""What players' clocks show, when the site acts next, and the times of a normal clock in seconds."""

from typing import NamedTuple

from django.utils import timezone

from games.engine import Player
from games.models import Event, Game
from tests.tables import people_to_act, snapshot_for

NORMAL_MOVE, NORMAL_RESERVE, LAG = 30, 120, 0.5
TIME_IS_UP = NORMAL_MOVE + NORMAL_RESERVE + LAG


class ClockReading(NamedTuple):
    """The seconds a clock shows for the move and in reserve, and whether it is running."""

    move: float
    reserve: float
    running: bool


def clock_of(code: str, player: Player) -> ClockReading:
    """Return what the player's clock shows now."""
    clock = snapshot_for(code).seats[player].clock
    assert clock is not None
    move, reserve = clock.left(timezone.now())
    return ClockReading(move, reserve, clock.since is not None)


def to_act(code: str) -> Player:
    """Return the first person the deal waits for."""
    return people_to_act(snapshot_for(code))[0]


def authors(code: str) -> list[str]:
    """Return who caused each event of the game, in order."""
    return list(Event.objects.filter(game__code=code).order_by("sequence").values_list("author", flat=True))


def due_in(code: str) -> float:
    """Return the seconds until the site's next step."""
    at = Game.objects.get(code=code).due_at
    assert at is not None
    return (at - timezone.now()).total_seconds()
