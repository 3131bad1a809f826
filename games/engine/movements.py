"""Movements: who plays with whom in which round of an individual tournament, and in which seat (docs/duplicate.md).

Participants are numbers from 0. Everything follows from how many they are and from the number of rounds, so a movement
can be shown before a tournament begins, and computed again by anybody.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import chain, combinations, cycle, islice
from typing import Final, TypeAlias

from .seats import PLAYERS

Trio: TypeAlias = tuple[int, int, int]
"""The participants at a table, by seat: those of players 0, 1 and 2."""
Pairs: TypeAlias = Counter[tuple[int, int]]
"""How often two participants, the lower number first, have sat at one table."""

Weights: TypeAlias = dict[int, dict[int, int]]
"""How much two participants should not meet once more."""

LEAST_PARTICIPANTS: Final = 3
"""With how many a tournament can begin."""

MOST_PARTICIPANTS: Final = 60
"""How many may take part in a tournament."""

MOST_ROUNDS: Final = 20
"""How many rounds a tournament may have."""

_TRIES: Final = 6
"""How often a round is searched for from another beginning."""
_REDUCED_BY: Final = {4: 0b111, 8: 0b1011, 16: 0b10011}
"""The polynomials by which the fields with 4, 8 and 16 elements are reduced."""
_KIRKMAN: Final = ((14, 0, 7), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10))
"""The first round of fifteen; in each next one, numbers 0 to 6 and 7 to 13 move on by one, and 14 stays."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the tables, and who sits out."""

    tables: tuple[Trio, ...]
    out: tuple[int, ...] = ()


@lru_cache(maxsize=64)
def movement(participants: int, rounds: int) -> tuple[Round, ...]:
    """Return a movement in which all meet all others as evenly as we know how, and sit in each seat equally often.

    Of a number that three does not divide, one or two sit out in each round, all equally often. "Equally often" means
    that two counts differ by one at most. Raise a `ValueError` for numbers out of range.
    """
    if not (LEAST_PARTICIPANTS <= participants <= MOST_PARTICIPANTS and 1 <= rounds <= MOST_ROUNDS):
        raise ValueError(f"no movement for {participants} participants and {rounds} rounds")
    outs = list(islice(_sitting_out(participants), rounds))
    known = [] if participants % 3 else list(islice(_constructed(range(participants)), rounds))
    met = Counter(pair for tables in known for pair in pairs_at(tables))
    for number in range(len(known), rounds):
        playing = [each for each in range(participants) if each not in outs[number]]
        tables = _searched(playing, met, number)
        met.update(pairs_at(tables))
        known.append(tables)
    return tuple(map(Round, _seated(known), outs))


def pair_of(one: int, other: int) -> tuple[int, int]:
    """Return two participants as `Pairs` counts them."""
    return (one, other) if one < other else (other, one)


def pairs_at(tables: Iterable[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs who meet at these tables, the lower number first."""
    for trio in tables:
        yield from combinations(sorted(trio), 2)


def meetings(of_movement: Iterable[Round]) -> Pairs:
    """Return how often each pair meets; pairs that never do are left out."""
    return Counter(pair for each in of_movement for pair in pairs_at(each.tables))


def farthest_apart(of_movement: Sequence[Round]) -> tuple[int, int]:
    """Return the two participants who meet least, the last of several: numbers for two bots."""
    met = meetings(of_movement)
    numbers = sorted(each for part in (*of_movement[0].tables, of_movement[0].out) for each in part)
    return min(reversed(list(combinations(numbers, 2))), key=lambda pair: met[pair])


def _sitting_out(participants: int) -> Iterator[tuple[int, ...]]:
    """Yield who sits out in each round: in turns, from the last number down."""
    turns = cycle(reversed(range(participants)))
    while True:
        yield tuple(sorted(islice(turns, participants % 3)))


# Rounds in which nobody meets anybody twice


def _constructed(numbers: Sequence[int]) -> Iterator[tuple[Trio, ...]]:
    """Yield rounds for these participants, a multiple of three, in which no pair meets twice: as many as we know.

    Where every pair has met then, the rounds come once more.
    """
    system = list(_rounds_without_repeats(numbers))
    met = Counter(pair for tables in system for pair in pairs_at(tables))
    is_complete = len(met) == len(numbers) * (len(numbers) - 1) // 2
    yield from cycle(system) if is_complete else system


def _rounds_without_repeats(numbers: Sequence[int]) -> Iterator[tuple[Trio, ...]]:
    if len(numbers) == 15:
        yield from _kirkman(numbers)
        return
    size = len(numbers) // 3
    groups = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    yield from _across(groups)
    if size > 1 and size % 3 == 0 and size % 4 != 2:
        for parts in zip(*map(_rounds_without_repeats, groups), strict=True):
            yield tuple(chain.from_iterable(parts))


def _kirkman(numbers: Sequence[int]) -> Iterator[tuple[Trio, ...]]:
    """Yield seven rounds in which each of fifteen meets each other once (Kirkman's schoolgirls)."""
    for turn in range(7):
        moved = [(each + turn) % 7 + each // 7 * 7 if each < 14 else each for each in range(15)]
        yield tuple((numbers[moved[a]], numbers[moved[b]], numbers[moved[c]]) for a, b, c in _KIRKMAN)


def _across(groups: Sequence[Sequence[int]]) -> Iterator[tuple[Trio, ...]]:
    """Yield rounds of trios with one of each group, in which each pair from two groups meets once: two orthogonal Latin
    squares. There are none for sizes 2 and 6, and none that we know for other odd multiples of 2.
    """
    size = len(groups[0])
    if size % 4 == 2:
        return
    field = size & -size if size % 2 == 0 else 1  # the greatest power of two that divides it
    odd = size // field
    for turn in range(size):
        first = (turn % field, turn // field)
        second = (_times_x(turn % field, field), 2 * (turn // field))
        yield tuple(
            (groups[0][at], groups[1][_plus(at, first, field, odd)], groups[2][_plus(at, second, field, odd)])
            for at in range(size)
        )


def _plus(at: int, step: tuple[int, int], field: int, odd: int) -> int:
    """Return the sum of two elements of a field of a power of two, beside whole numbers modulo an odd one."""
    return (at % field ^ step[0]) + field * ((at // field + step[1]) % odd)


def _times_x(element: int, field: int) -> int:
    doubled = element * 2
    return doubled if doubled < field else doubled ^ _REDUCED_BY.get(field, doubled)


# All other rounds


def _searched(playing: Sequence[int], met: Pairs, number: int) -> tuple[Trio, ...]:
    """Return a round in which those meet who have met least: the best of several tries."""
    weights = {one: {other: (met[pair_of(one, other)] + 1) ** 3 - 1 for other in playing} for one in playing}
    tries = [improved(_shuffled(playing, f"{number}:{attempt}"), weights) for attempt in range(_TRIES)]
    best = min(tries, key=lambda tables: sum(weight_of(trio, weights) for trio in tables))
    return tuple((a, b, c) for a, b, c in best)


def _shuffled(playing: Sequence[int], salt: str) -> list[int]:
    """Return the participants in an order that looks like chance, and is the same everywhere."""
    return sorted(playing, key=lambda each: sha256(f"{len(playing)}:{salt}:{each}".encode()).digest())


def improved(order: Sequence[int], weights: Weights) -> list[list[int]]:
    """Return tables of these participants, of whom two change places as long as that lowers the weight."""
    tables = [list(order[start : start + 3]) for start in range(0, len(order), 3)]
    while _improves(tables, weights):
        pass
    return tables


def _improves(tables: list[list[int]], weights: Weights) -> bool:
    """Exchange participants of two tables wherever that lowers their weight; return whether it did anywhere."""
    improved = False
    for one, other in combinations(tables, 2):
        for i in PLAYERS:
            for j in PLAYERS:
                if _gain(one, other, i, j, weights) > 0:
                    one[i], other[j] = other[j], one[i]
                    improved = True
    return improved


def _gain(one: list[int], other: list[int], i: int, j: int, weights: Weights) -> int:
    """Return by how much the weight falls if seat `i` of one table and seat `j` of the other are exchanged."""
    of_one, of_other = weights[one[i]], weights[other[j]]
    a, b = one[i - 1], one[i - 2]
    c, d = other[j - 1], other[j - 2]
    return of_one[a] + of_one[b] + of_other[c] + of_other[d] - of_other[a] - of_other[b] - of_one[c] - of_one[d]


def weight_of(trio: Sequence[int], weights: Weights) -> int:
    """Return how much the three at a table should not meet."""
    return sum(weights[one][other] for one, other in combinations(trio, 2))


# Seats


def _seated(rounds: Sequence[Sequence[Trio]]) -> list[tuple[Trio, ...]]:
    """Return the tables with their participants in seats, so that each of them sits in all three seats in the first
    three rounds that they play, in the next three, and so on.

    It is an edge colouring with three colours of a bipartite graph of degree three (König, 1916): tables on one side,
    a participant's threes of rounds on the other.
    """
    at_table: list[dict[int, str]] = []  # for each table, who sits in which seat
    of_three: dict[str, dict[int, int]] = {}  # for each three of rounds, at which table in which seat
    played = Counter[int]()
    for trio in (trio for tables in rounds for trio in tables):
        at_table.append({})
        for each in trio:
            three = f"{each}:{played[each] // 3}"
            of_three.setdefault(three, {})
            _give_seat(len(at_table) - 1, three, at_table, of_three)
            played[each] += 1
    seated = iter(at_table)
    return [tuple(_trio(next(seated)) for _trio_of in tables) for tables in rounds]


def _give_seat(table: int, three: str, at_table: list[dict[int, str]], of_three: dict[str, dict[int, int]]) -> None:
    """Give a participant a seat at a table that is free for both; if there is none, exchange two seats along a path."""
    here, there = at_table[table], of_three[three]
    free_here = next(seat for seat in PLAYERS if seat not in here)
    free_there = next(seat for seat in PLAYERS if seat not in there)
    if free_here not in there:
        free_there = free_here
    elif free_there in here:
        _exchange(table, free_there, free_here, at_table, of_three)
    at_table[table][free_there], of_three[three][free_there] = three, table


def _exchange(
    table: int, one: int, other: int, at_table: list[dict[int, str]], of_three: dict[str, dict[int, int]]
) -> None:
    """Exchange the two seats along the path that leaves the table by seat `one`, which is free there then."""
    path: list[tuple[int, str, int]] = []
    at, seat = table, one
    while seat in at_table[at]:
        three = at_table[at][seat]
        path.append((at, three, seat))
        following = other if seat == one else one
        if following not in of_three[three]:
            break
        at = of_three[three][following]
        path.append((at, three, following))
    for at, three, seat in path:
        del at_table[at][seat], of_three[three][seat]
    for at, three, seat in path:
        exchanged = other if seat == one else one
        at_table[at][exchanged], of_three[three][exchanged] = three, at


def _trio(seats: dict[int, str]) -> Trio:
    one, two, three = (int(seats[seat].partition(":")[0]) for seat in PLAYERS)
    return one, two, three
