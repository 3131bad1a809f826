"""The kinds of tournaments: who plays with whom, and for how long. A subject plugs its own in (`games.subjects`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from games.competitions.kinds import Kinds
from games.models import FillUp, Tournament, TournamentEntry

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from games.engine import Round

BREAK: Final = timedelta(seconds=90)
"""The longest time between two rounds."""

MOST: Final = 729
"""The most participants of any tournament."""

Pairing: TypeAlias = "Callable[[Tournament, Sequence[TournamentEntry], int], Round]"


class Latecomers(Enum):
    """Which latecomers a tournament admits after it has begun: nobody, as many as can replace bots, or all up to its
    limit.
    """

    NOBODY = 0
    FOR_BOTS = 1
    ALL = 2


def _bots_for(tournament: Tournament, people: int) -> int:
    return -people % 3 if tournament.fill_up == FillUp.BOTS else 0


def _last_numbers(_tournament: Tournament, participants: int, bots: int) -> tuple[int, ...]:
    return tuple(range(participants - bots, participants))


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of tournament.

    `code` is stored, of at most eight signs; `name` stands where a host chooses the kind, and `how` on the page of a
    tournament: how it is decided who plays with whom. `form` is its form in a few words, made of "3 boards" and "5
    rounds of 3 boards".

    `round_of` says who plays with whom in a round: it is called with the participants by their numbers, and with the
    number of the round, when those before it have ended. Where all rounds are known before, `movement` returns them for
    so many participants. `rounds` is how many so many play, `bots_for` how many bots fill up the tables for so many
    people, and `numbers_of_bots` which numbers those have among all participants. A round begins the `pause`, of at
    most `BREAK`, after the one before. A kind that `knocks_out` lets the best of each table go on.
    """

    code: str
    name: StrPromise | str
    how: StrPromise | str
    round_of: Pairing
    form: Callable[[str, str], str] = lambda _boards, rounds_of_boards: rounds_of_boards
    movement: Callable[[Tournament, int], tuple[Round, ...]] | None = None
    rounds: Callable[[Tournament, int], int] = lambda tournament, _participants: tournament.rounds
    bots_for: Callable[[Tournament, int], int] = _bots_for
    numbers_of_bots: Callable[[Tournament, int, int], tuple[int, ...]] = _last_numbers
    most: int = MOST
    latecomers: Latecomers = Latecomers.FOR_BOTS
    pause: timedelta = BREAK
    knocks_out: bool = False


TOURNAMENT_KINDS: Final = Kinds[Kind]()
"""The kinds that the site knows. Hosts choose among them in this order."""


def kind_of(tournament: Tournament) -> Kind:
    """Return the kind of a tournament."""
    return TOURNAMENT_KINDS.of(tournament.kind)
