"""Best play with all hands open: what it would still have scored, before each card of a deal, in points and in tricks.

Two sides play: declarer, with both hands, and the defenders as partners. Declarer plays for the own points of this deal
less the average of the defenders' points, and the defenders play against that. Points are those of docs/rules.md
section 7: contracts, bags, bag penalties (from the bags at the start of the deal) and nils. The gain of a player is the
own points less the average of the others', as in the review of bids. The three gains add up to zero, so the defenders
play for the sum of theirs. Of two ends with the same gain, declarer prefers the one with more own points, then the one
with more points for the defender on the left; the defenders prefer the other. So the possible ends have one order, and
each position has one value, which both sides can make sure of.

The defenders score alone, but they are partners: they share every trick, and what one of them scores differs from the
other's only by the size of the contracts and by nils. If each of three people played for the own points only, results
would often depend on how a player chooses who gains nothing either way, with a hundred points of others at stake.

Tricks are those of two sides that play for tricks alone. Unlike in bridge, spades are led only when they are broken
(docs/rules.md section 6).
"""

from ..extras import need

need("bots", "numba")

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from .. import engine
from ..bots.knowledge import BIT, card_set
from ..bots.search import compiled_code, library, payoffs, position as at
from ..bots.search.compiling import Ints
from ..engine import DECK, Card, HandId, Player, State, Triple
from .findings import Aim, BestPlay, DoubleDummy, PointsAnalysis, cards_played, gain_of_declarer
from .solver.deal import UNKNOWN, Solver, solve, solve_cards
from .solver.search import ALL, Search, new_search
from .units import Units, done

__all__ = [
    "BUDGET",
    "Aim",
    "BestPlay",
    "DoubleDummy",
    "PointsAnalysis",
    "best_play",
    "best_play_in_units",
    "double_dummy",
    "double_dummy_in_units",
    "prepare",
]

BUDGET: Final = 100_000_000
"""The positions that may be searched for one question about a deal; the first cards stay without an answer beyond."""

TRICKS: Final = np.repeat(np.arange(14), 16).reshape(14, 16)
"""The rank of each end for a side that plays for tricks: which hands take them does not matter."""

SOLVER: Final = f"{__package__}.solver"
"""The package whose functions are compiled."""

NO_LIMIT: Final = 1 << 60

Outcome: TypeAlias = Callable[[int], Any]
"""Returns for an end (see `payoffs.ENDS`) something that declarer wants to be as great as possible."""


class Question(NamedTuple):
    """A deal, its position before the opening lead, the first card before which an answer is wanted, the budget, and
    the search, whose memory serves all questions about the deal.
    """

    end: State
    opening: Ints
    first: int
    budget: int
    search: Search


@cache
def prepare() -> None:
    """Load the compiled solver, and compile it if it is not on disk yet: a quarter of a minute the first time."""
    library.load(compiled_code.SEARCH)
    library.load(SOLVER)


def best_play(end: State, *, first: int = 0, budget: int = BUDGET) -> PointsAnalysis:
    """Return the result of `best_play_in_units`, at once. Compiles the solver first, if that was never done."""
    prepare()
    return done(best_play_in_units(end, first=first, budget=budget))


def best_play_in_units(end: State, *, first: int = 0, budget: int = BUDGET) -> Units[PointsAnalysis]:
    """Return what best play would have scored before each card from number `first` on, and which contracts and nils
    could be made; without an answer for earlier cards, and where the budget does not suffice.

    Raises ValueError before the end of the bidding.
    """
    if end.order is None:
        raise ValueError("there is no play before the bidding is over")
    asked = Question(end, opening_position(end), first, budget, new_search())
    aims = yield from _aims(asked)
    points, order = _points_by_end(end, asked.opening), engine.clockwise_from(end.declarer or 0)
    outcomes = {
        number: (gain_of_declarer(line, end), *(line[player] for player in order)) for number, line in points.items()
    }
    solved, better = yield from _solve(asked, outcomes.__getitem__)
    triples = {outcome: points[number] for number, outcome in outcomes.items()}
    positions = tuple(
        BestPlay(None if outcome is None else triples[outcome], cards)
        for outcome, cards in zip(solved, better, strict=True)
    )
    return PointsAnalysis(positions, aims)


def opening_position(end: State) -> Ints:
    """Return the position before the opening lead (see `bots.search.position`)."""
    assert end.order is not None, "the bidding is over"
    assert end.contracts is not None
    assert end.declarer is not None
    assert end.opening_leader is not None
    position = np.zeros(at.SIZE, np.int64)
    for seat, hand in enumerate(end.order):
        player = engine.owner(hand, end.declarer)
        position[seat] = card_set(end.dealt[hand])
        position[at.CONTRACT + seat] = end.contracts[player]
        position[at.NILS + seat] = sum(1 << end.order.index(nil) for nil in end.nils[player])
    position[at.TURN] = end.order.index(end.opening_leader)
    position[at.TRICKS_LEFT] = 13
    return position


def _points_by_end(end: State, opening: Ints) -> dict[int, Triple]:
    """Return the points of the deal of players 0, 1 and 2 by the number of its end."""
    order, by_end = engine.clockwise_from(end.declarer or 0), {}
    standing = np.array([0, 0, 0, *(end.before.bags[player] for player in order), end.rules.bag_limit or 0])
    points, bags = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for number in range(payoffs.ENDS):
        payoffs.standing_after(opening, standing, number, points, bags)
        by_player = dict(zip(order, points.tolist(), strict=True))
        by_end[number] = (by_player[0], by_player[1], by_player[2])
    return by_end


def _aims(asked: Question) -> Units[tuple[Aim, ...]]:
    """Return every contract and every nil that applies, with whether it could be made before each card."""
    contracts, order = asked.end.contracts, asked.end.order
    assert contracts is not None, "the bidding is over"
    assert order is not None
    aims = []
    for player in engine.PLAYERS:
        is_made = partial(_is_contract_made, contracts[player], player == asked.end.declarer)
        aims.append((yield from _aim(asked, player, None, is_made)))
        for hand in asked.end.nils[player]:
            aims.append((yield from _aim(asked, player, hand, partial(_is_without_trick, order.index(hand)))))
    return tuple(aims)


def _is_contract_made(contract: int, is_declarers: bool, number: int) -> bool:
    return engine.is_made(contract, number // 16 if is_declarers else 13 - number // 16)


def _is_without_trick(seat: int, number: int) -> bool:
    return not number >> seat & 1


def _aim(asked: Question, player: Player, hand: HandId | None, is_made: Callable[[int], bool]) -> Units[Aim]:
    wanted = player == asked.end.declarer
    solved, _better = yield from _solve(asked, lambda number: is_made(number) is wanted)
    return Aim(player, hand, tuple(None if reached is None else reached is wanted for reached in solved))


def _solve(asked: Question, outcome: Outcome) -> Units[tuple[list[Any], list[tuple[Card, ...]]]]:
    """Return the outcome of best play before each card and after the last one, and the cards that were better."""
    ordered = sorted({outcome(number) for number in range(payoffs.ENDS)})
    ranks = np.array([ordered.index(outcome(number)) for number in range(payoffs.ENDS)]).reshape(14, 16)
    played = np.array([BIT[card.card.index] for card in cards_played(asked.end)], np.int64)
    best, cards = np.empty(len(played) + 1, np.int64), np.zeros(len(played) + 1, np.int64)
    asked.search.budget[ALL] = asked.budget
    solver = Solver(asked.search, _seats_that_matter(ranks), ranks)
    yield from solve(solver, asked.opening, played, asked.first, best, cards)
    outcomes = [None if rank == UNKNOWN else ordered[rank] for rank in best.tolist()]
    return outcomes, [tuple(card for card in DECK if chosen >> card.index & 1) for chosen in cards.tolist()]


def _seats_that_matter(ranks: Ints) -> int:
    """Return the set of seats for which it matters whether they win a trick."""
    ends = np.arange(16)
    return sum(1 << seat for seat in range(4) if (ranks != ranks[:, ends ^ 1 << seat]).any())


def double_dummy(state: State) -> DoubleDummy:
    """Return the result of `double_dummy_in_units`, at once. Compiles the solver first, if that was never done."""
    prepare()
    return done(double_dummy_in_units(state))


def double_dummy_in_units(state: State) -> Units[DoubleDummy]:
    """Return the double-dummy tricks for every card played so far. Raises ValueError before the end of the bidding."""
    if state.order is None:
        raise ValueError("there is no play before the bidding is over")
    return (yield from _tricks_of_cards(opening_position(state), [played.card for played in cards_played(state)]))


def tricks_of_cards(opening: Ints, played: Sequence[Card]) -> DoubleDummy:
    """Return, before each card played from a position on, the legal cards with the tricks their side can still take."""
    return done(_tricks_of_cards(opening, played))


def _tricks_of_cards(opening: Ints, played: Sequence[Card]) -> Units[DoubleDummy]:
    search, cards = new_search(), np.array([BIT[card.index] for card in played], np.int64)
    search.budget[ALL] = NO_LIMIT
    tricks = np.full((len(cards), len(DECK)), UNKNOWN, np.int64)
    yield from solve_cards(Solver(search, 0, TRICKS), opening, cards, tricks)
    return tuple({DECK[index]: int(row[index]) for index in np.flatnonzero(row != UNKNOWN)} for row in tricks)
