"""Double-dummy tricks equal those of a bridge solver once spades are broken, and follow our rule before that."""

import json
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest
from endplay.dds import solve_all_boards
from endplay.types import Card as BridgeCard, Deal, Denom, Player as Seat

from games.analysis.best_play import double_dummy
from games.analysis.findings import DoubleDummy, Verdict, cards_played, tricks_from_json, tricks_to_json, verdicts
from games.engine import HANDS, Card, State, Suit, dealt_event, evolve, legal_cards, replay
from tests.analysis.bridge import tricks_if_spades_may_be_led
from tests.builders import ONE_SUIT_EACH, bid, new_deal, play, play_out, random_hands
from tests.known_deals import SPADE_TRICKS, known_deal

# Each process would import endplay and solve the same deals.
pytestmark = pytest.mark.xdist_group("double_dummy")

TAKES_SECONDS: Final = {3, 9}
"""The seeds of deals that are hard to solve."""


def seeds(count: int) -> list[Any]:
    return [pytest.param(seed, marks=pytest.mark.slow) if seed in TAKES_SECONDS else seed for seed in range(count)]


@cache
def random_deal(seed: int) -> State:
    rng = Random(seed)
    return play_out(bid(new_deal(dealer=seed % 3), *(rng.randrange(3, 8) for _ in range(3))), rng)


@cache
def solved(seed: int) -> DoubleDummy:
    return double_dummy(random_deal(seed))


def judged(seed: int) -> tuple[Verdict, ...]:
    return verdicts(random_deal(seed), solved(seed))


def bridge_tricks(state: State) -> DoubleDummy:
    """Return the tricks by Bo Haglund's double-dummy solver for bridge (DDS), in which spades may always be led."""
    assert state.order is not None
    assert state.opening_leader is not None
    seats = dict(zip(state.order, (Seat.south, Seat.west, Seat.north, Seat.east), strict=True))
    deal = Deal()
    for hand in HANDS:
        deal[seats[hand]].extend(BridgeCard(str(card)) for card in state.dealt[hand])
    deal.trump, deal.first = Denom.spades, seats[state.opening_leader]
    positions = []
    for played in cards_played(state):
        positions.append(deal.copy())
        deal.play(BridgeCard(str(played.card)))
    return tuple(
        {Card.parse(Suit[card.suit.name.upper()].letter + card.rank.abbr): tricks for card, tricks in solved}
        for solved in solve_all_boards(positions)
    )


@pytest.mark.parametrize("number", range(len(SPADE_TRICKS)))
def test_best_opening_lead_leaves_declarer_the_published_tricks(number: int) -> None:
    state = play_out(known_deal(number))
    (opening, *_) = tricks_if_spades_may_be_led(state)
    south = SPADE_TRICKS[number][2]
    assert 13 - max(opening.values()) == south


@pytest.mark.parametrize("seed", seeds(12))
def test_every_card_has_the_tricks_of_a_bridge_solver_if_spades_may_be_led(seed: int) -> None:
    state = random_deal(seed)
    assert tricks_if_spades_may_be_led(state) == bridge_tricks(state)


@pytest.mark.parametrize("seed", seeds(6))
def test_tricks_are_those_of_bridge_once_spades_are_broken(seed: int) -> None:
    state, solution = random_deal(seed), solved(seed)
    now, compared = replay([dealt_event(state), *state.peeks, *state.bids]), 0
    for played, ours, of_bridge in zip(cards_played(state), solution, bridge_tricks(state), strict=True):
        if now.broken:
            assert ours == of_bridge
            compared += 1
        now = evolve(now, played)
    assert compared


def test_hand_with_all_spades_takes_all_tricks() -> None:
    state = play_out(bid(new_deal(ONE_SUIT_EACH), 13, 0, 0))
    solution = double_dummy(state)
    assert set(solution[0].values()) == {13}
    assert len(solution) == 52
    assert not any(verdict.lost for verdict in verdicts(state, solution))


@pytest.mark.parametrize("seed", seeds(6))
def test_positions_have_the_legal_cards(seed: int) -> None:
    state, solution = random_deal(seed), solved(seed)
    now = replay([dealt_event(state), *state.peeks, *state.bids])
    for verdict, tricks in zip(verdicts(state, solution), solution, strict=True):
        assert set(tricks) == set(legal_cards(now))
        assert verdict.got <= verdict.best
        assert bool(verdict.better) == (verdict.lost > 0)
        assert verdict.played.card not in verdict.better
        now = evolve(now, verdict.played)


@pytest.mark.parametrize("seed", seeds(6))
def test_consecutive_verdicts_agree(seed: int) -> None:
    """The two sides share thirteen tricks, so the tricks after one card decide those before the next card."""
    for before, after in pairwise(judged(seed)):
        same_side = before.by_declarer == after.by_declarer
        assert after.best == (before.got if same_side else 13 - before.got)


def test_last_verdict_equals_the_result_of_the_deal() -> None:
    state, solution = random_deal(4), solved(4)
    last = verdicts(state, solution)[-1]
    declarer = last.got if last.by_declarer else 13 - last.got
    assert state.declarer is not None
    assert declarer == state.taken[state.declarer] + state.taken[3]


def test_spade_lead_that_our_rules_forbid_has_no_tricks() -> None:
    state = play(bid(new_deal(random_hands(Random(71))), 4, 2, 2), "HQ")
    (solution,) = double_dummy(state)
    (of_bridge,) = bridge_tricks(state)
    assert {card.suit for card, tricks in of_bridge.items() if tricks == max(of_bridge.values())} == {Suit.SPADES}
    assert all(card.suit is not Suit.SPADES for card in solution)


def test_unfinished_deal_is_solved_as_far_as_it_was_played() -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH, dealer=0), 3, 3, 6), "HA")
    assert len(double_dummy(state)) == len(cards_played(state)) == 1
    assert double_dummy(bid(new_deal(), 3, 3, 6)) == ()
    with pytest.raises(ValueError, match="bidding"):
        double_dummy(new_deal())


def test_tricks_survive_json() -> None:
    solution = solved(1)
    assert tricks_from_json(json.loads(json.dumps(tricks_to_json(solution)))) == tuple(map(dict, solution))
