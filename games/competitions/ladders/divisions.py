"""The divisions of a ladder: final places, and who goes up or down (docs/seasons.md)."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from games.results.fields import places

FIRST_SIZE: Final = 12
"""How many play in the first division; each of the others has twice as many as the one above."""

SMALLEST: Final = 6
"""How many a new lowest division has at least; fewer play on in the one above."""

MISSED_TO_LEAVE: Final = 2
"""After so many seasons in a row without a result a player leaves the ladder."""

Merits: TypeAlias = tuple[float, ...]
"""What decides a place, the most important first; more is better."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player (a key) at the end of a season: the division, None for a new player; the merits, None without a result;
    and how many seasons in a row before this one they have missed.
    """

    player: int
    division: int | None
    merits: Merits | None
    missed: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a player ends: `place` in the division, None without a result; `medal` 1 to 3, or None. They continue in
    `next_division`, None if they leave the ladder, after having `missed` this many seasons in a row.
    """

    player: int
    division: int
    place: int | None
    medal: int | None
    next_division: int | None
    missed: int


def outcomes(entrants: Collection[Entrant]) -> list[Outcome]:
    """Return the outcomes of all players, by division and place. New players are in the lowest division.

    A season without any result moves nobody: the site was down.
    """
    if all(entrant.merits is None for entrant in entrants):
        return [_unmoved(entrant) for entrant in sorted(entrants, key=lambda one: (one.division or 1, one.player))]
    lowest = max((entrant.division or 1 for entrant in entrants), default=1)
    divisions: list[list[Entrant]] = [[] for _number in range(lowest)]
    for entrant in sorted(entrants, key=_order):
        divisions[(entrant.division or lowest) - 1].append(entrant)
    staying = [entrant.player for entrant in _exchanged(divisions) if _missed(entrant) < MISSED_TO_LEAVE]
    next_divisions = dict(zip(staying, _numbers(len(staying)), strict=True))
    return [
        outcome
        for number, members in enumerate(divisions, 1)
        for outcome in _outcomes_of(number, members, next_divisions)
    ]


def _unmoved(entrant: Entrant) -> Outcome:
    division = entrant.division or 1
    return Outcome(entrant.player, division, None, None, division, entrant.missed)


def _order(entrant: Entrant) -> tuple[float, ...]:
    """Return the sort key of the players of a division: merits, then the age of the account; players without a result
    come last.
    """
    return entrant.merits is None, *(-merit for merit in entrant.merits or ()), entrant.player


def _missed(entrant: Entrant) -> int:
    return entrant.missed + 1 if entrant.merits is None else 0


def _exchanged(divisions: Sequence[Sequence[Entrant]]) -> Iterable[Entrant]:
    """Yield all players from the top, after neighbouring divisions have exchanged players. Players who have come down
    are ahead of those who stay, so the best of them stays up if a place is free.
    """
    moving = [0, *(_exchanges(upper, lower) for upper, lower in pairwise(divisions)), 0]
    for number, members in enumerate(divisions):
        up, down = moving[number], moving[number + 1]
        yield from divisions[number - 1][len(divisions[number - 1]) - up :] if up else ()
        yield from members[up : len(members) - down]
        yield from divisions[number + 1][:down] if down else ()


def _exchanges(upper: Sequence[Entrant], lower: Sequence[Entrant]) -> int:
    """Return how many players go down and how many up: a quarter of the upper division, at most a third of the lower
    one, and nobody goes up without a result.
    """
    with_result = sum(entrant.merits is not None for entrant in lower)
    return min(len(upper) // 4, len(lower) // 3, with_result)


def size_of(division: int) -> int:
    """Return the size of a division other than the lowest at the beginning of a season."""
    return FIRST_SIZE << (division - 1)


def _numbers(players: int) -> Iterable[int]:
    """Yield the division of each of this many players, in order. The lowest takes up to SMALLEST - 1 more than its
    size, so that no division is smaller than that unless it is the only one.
    """
    division = 1
    while players > 0:
        here = players if players < size_of(division) + SMALLEST else size_of(division)
        yield from [division] * here
        division, players = division + 1, players - here


def _outcomes_of(division: int, members: Sequence[Entrant], next_divisions: dict[int, int]) -> Iterable[Outcome]:
    """Yield the outcomes of the players of a division, who come in order. Equal merits share a place."""
    merits = Counter(entrant.merits for entrant in members if entrant.merits is not None)
    table, medals = places(merits), min(3, merits.total() // 2)
    for entrant in members:
        place = None if entrant.merits is None else table[entrant.merits]
        yield Outcome(
            player=entrant.player,
            division=division,
            place=place,
            medal=place if place is not None and place <= medals else None,
            next_division=next_divisions.get(entrant.player),
            missed=_missed(entrant),
        )
