"""What best play with all hands open would still have scored, before each card of a deal, in the points of this game.

Solution concept. Two sides play: declarer, for both of the own hands, and the defenders as partners. Declarer plays for
the points of this deal less the average of the two defenders' points, and the defenders play against that. For each
player the gain is the own points less the average of the others', as in the review of bids; the three gains add up to
zero, so the defenders play for the sum of theirs. If two ends bring the same gain, declarer prefers more own points, and
then more for the defender on the left; the defenders prefer the opposite. Points are those of docs/rules.md section 7:
contracts, bags, bag penalties from the bags at the deal's start, and nils. This order of the possible ends makes it a
game of two with one value, which best play of both sides reaches.

The defenders do not play each for themselves, though they score alone. They share every trick, and if each of three
people played for the own points only, the outcome would hang on whom a player favours who gains nothing either way:
often a hundred points of somebody else. Partners who agree have no such choices.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from games import engine
from games.bots.cardsets import BIT, card_set
from games.bots.search import payoffs, position as at
from games.bots.search.compiling import Ints
from games.engine import DECK, DUMMY, Card, HandId, Player, State, Triple

from .findings import Aim, BestPlay, PointsAnalysis, cards_played, gain_of_declarer
from .solver.deal import UNKNOWN, empty_goals, solve
from .solver.search import new_search

BUDGET: Final = 40_000_000
"""The positions that may be searched for one question about a deal; the first cards stay without an answer beyond."""

Outcome: TypeAlias = Callable[[int], Any]
"""Returns for an end (see `payoffs.ENDS`) something that declarer wants to be as great as possible."""


def best_play(end: State, budget: int = BUDGET) -> PointsAnalysis:
    """Return what best play would have scored before each card, and what became possible or impossible by it.

    Raises ValueError before the end of the bidding.
    """
    if end.order is None:
        raise ValueError("there is no play before the bidding is over")
    opening = opening_position(end)
    points = _points_by_end(end, opening)
    outcomes = {number: (gain_of_declarer(line, end), *_from_declarer(line, end)) for number, line in points.items()}
    found, better = _solve(end, opening, outcomes.__getitem__, budget)
    triples = {outcome: points[number] for number, outcome in outcomes.items()}
    positions = tuple(
        BestPlay(None if outcome is None else triples[outcome], cards)
        for outcome, cards in zip(found, better, strict=True)
    )
    return PointsAnalysis(positions, tuple(_aims(end, opening, budget)))


def opening_position(end: State) -> Ints:
    """Return the position before the opening lead (see `games.bots.search.position`)."""
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


def _from_declarer(points: Triple, end: State) -> list[int]:
    return [points[player] for player in engine.clockwise_from(end.declarer or 0)]


def _points_by_end(end: State, opening: Ints) -> dict[int, Triple]:
    """Return the points of the deal of players 0, 1 and 2 by the number of its end."""
    order, found = engine.clockwise_from(end.declarer or 0), {}
    standing = np.array([0, 0, 0, *(end.before.bags[player] for player in order), end.rules.bag_limit or 0])
    points, bags = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for number in range(payoffs.ENDS):
        payoffs.standing_after(opening, standing, number, points, bags)
        by_player = dict(zip(order, points.tolist(), strict=True))
        found[number] = (by_player[0], by_player[1], by_player[2])
    return found


def _aims(end: State, opening: Ints, budget: int) -> Iterator[Aim]:
    """Yield every contract and every nil that applies, with whether it could be made before each card."""
    assert end.contracts is not None, "the bidding is over"
    assert end.order is not None
    for player in engine.PLAYERS:
        contract, is_declarers = end.contracts[player], player == end.declarer

        def made(number: int, contract: int = contract, is_declarers: bool = is_declarers) -> bool:
            tricks = number // 16 if is_declarers else 13 - number // 16
            return engine.is_made(contract, tricks) is is_declarers

        yield _aim(end, opening, made, player, None, budget)
        for hand in end.nils[player]:
            seat = end.order.index(hand)

            def kept(number: int, seat: int = seat, is_declarers: bool = is_declarers) -> bool:
                return (not number >> seat & 1) is is_declarers

            yield _aim(end, opening, kept, player, hand, budget)


def _aim(end: State, opening: Ints, outcome: Outcome, player: Player, hand: HandId | None, budget: int) -> Aim:
    found, _better = _solve(end, opening, outcome, budget)
    wanted = player == end.declarer
    return Aim(player, hand, tuple(None if reached is None else reached is wanted for reached in found))


def _solve(end: State, opening: Ints, outcome: Outcome, budget: int) -> tuple[list[Any], list[tuple[Card, ...]]]:
    """Return the outcome of best play before each card and after the last one, and the cards that were better."""
    ordered = sorted({outcome(number) for number in range(payoffs.ENDS)})
    ranks = np.array([ordered.index(outcome(number)) for number in range(payoffs.ENDS)]).reshape(14, 16)
    played = np.array([BIT[card.card.index] for card in cards_played(end)], np.int64)
    best, cards = np.empty(len(played) + 1, np.int64), np.zeros(len(played) + 1, np.int64)
    seats = _seats_that_matter(ranks)
    solve(new_search(budget), opening, played, seats, ranks, empty_goals(), best, cards)
    found = [None if rank == UNKNOWN else ordered[rank] for rank in best.tolist()]
    return found, [tuple(card for card in DECK if chosen >> card.index & 1) for chosen in cards.tolist()]


def _seats_that_matter(ranks: Ints) -> int:
    """Return the set of seats for which it matters whether they win a trick."""
    ends = np.arange(16)
    return sum(1 << seat for seat in range(4) if (ranks != ranks[:, ends ^ 1 << seat]).any())
