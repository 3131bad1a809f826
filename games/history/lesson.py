"""A lesson of a player's statistics: a sentence, the table it is taken from, and deals to look at."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from games.engine import is_made
from games.history.queries import DealSummary
from games.words.names import signed

RECENT: Final = 100
"""So many of the latest deals are looked at for examples and for trends."""

FEW: Final = 10
"""Fewer deals than this teach nothing."""

EXAMPLES: Final = 3


class Example(NamedTuple):
    """A deal to look at: its table, number and points."""

    deal: DealSummary
    points: str


class Lesson(NamedTuple):
    """A sentence with the table that it is taken from; the first cell of a row names it."""

    name: str
    title: str
    sentence: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    examples: tuple[Example, ...]


def examples(recent: Iterable[DealSummary], fits: Callable[[DealSummary], bool]) -> tuple[Example, ...]:
    """Return the first deals that fit and that the reader may look at."""
    found = [deal for deal in recent if deal.code and fits(deal)][:EXAMPLES]
    return tuple(Example(deal, signed(deal.result.score.total)) for deal in found)


def made(deal: DealSummary) -> bool:
    """Return whether the player's contract was made."""
    return is_made(deal.result.score.contract, deal.result.score.side_tricks)


def rounded(average: float) -> str:
    """Return an average number of points with its sign."""
    return signed(round(average))
