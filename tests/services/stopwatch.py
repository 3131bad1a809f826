"""Players' clocks, as a test reads them, and the times of a normal one."""

from __future__ import annotations

from games.engine import Player
from games.models import Event
from games.play.snapshot import SeatClock
from tests.tables import look, people_to_act

NORMAL_MOVE, NORMAL_RESERVE, LAG = 30, 120, 0.5
TIME_IS_UP = NORMAL_MOVE + NORMAL_RESERVE + LAG


def reading(code: str, player: Player) -> SeatClock:
    clock = look(code).seats[player].clock
    assert clock is not None
    return clock


def to_act(code: str) -> Player:
    return people_to_act(look(code))[0]


def authors(code: str) -> list[str]:
    return list(Event.objects.filter(game__code=code).order_by("sequence").values_list("author", flat=True))
