"""Double-dummy tricks equal the published ones, and are consistent once spades are broken."""

import json
from itertools import pairwise
from random import Random

import pytest

from games.analysis import DoubleDummy, Verdict, cards_played, tricks_from_json, tricks_to_json, verdicts
from games.analysis.double_dummy import double_dummy
from games.engine import State, Suit
from tests.builders import ONE_SUIT_EACH, bid, new_deal, play, play_out, random_hands
from tests.known_deals import SPADE_TRICKS, known_deal


def random_deal(seed: int) -> tuple[State, DoubleDummy]:
    rng = Random(seed)
    state = play_out(bid(new_deal(dealer=seed % 3), *(rng.randrange(3, 8) for _ in range(3))), rng)
    return state, double_dummy(state)


def judged(seed: int) -> tuple[Verdict, ...]:
    return verdicts(*random_deal(seed))


@pytest.mark.parametrize("number", range(len(SPADE_TRICKS)))
def test_best_opening_lead_leaves_declarer_the_published_tricks(number: int) -> None:
    state = play_out(known_deal(number))
    (opening, *_) = double_dummy(state)
    south = SPADE_TRICKS[number][2]
    assert 13 - max(opening.values()) == south


def test_hand_with_all_spades_takes_all_tricks() -> None:
    state = play_out(bid(new_deal(ONE_SUIT_EACH), 13, 0, 0))
    found = double_dummy(state)
    assert set(found[0].values()) == {13}
    assert len(found) == 52
    assert not any(verdict.lost for verdict in verdicts(state, found))


@pytest.mark.parametrize("seed", range(6))
def test_positions_include_all_legal_cards_and_bridge_spade_leads(seed: int) -> None:
    state, found = random_deal(seed)
    for verdict, tricks in zip(verdicts(state, found), found, strict=True):
        assert verdict.played.card in tricks
        assert verdict.got <= verdict.best <= verdict.bridge
        assert verdict.barred == 0 or not verdict.exact
        assert bool(verdict.better) == (verdict.lost > 0)
        assert verdict.played.card not in verdict.better


@pytest.mark.parametrize("seed", range(6))
def test_consecutive_verdicts_agree_once_spades_are_broken(seed: int) -> None:
    """The two sides share thirteen tricks, so the tricks after one card decide those before the next card."""
    found = [verdict for verdict in judged(seed) if verdict.exact]
    assert found, "spades were broken"
    for before, after in pairwise(found):
        same_side = before.by_declarer == after.by_declarer
        assert after.best == (before.got if same_side else 13 - before.got)


def test_last_verdict_equals_the_result_of_the_deal() -> None:
    state, found = random_deal(3)
    last = verdicts(state, found)[-1]
    declarer = last.got if last.by_declarer else 13 - last.got
    assert state.declarer is not None
    assert declarer == state.taken[state.declarer] + state.taken[3]


def test_spade_lead_not_allowed_by_our_rules_is_barred() -> None:
    state = play(bid(new_deal(random_hands(Random(71))), 4, 2, 2), "HQ")
    (found,) = double_dummy(state)
    (lead,) = verdicts(state, (found,))
    assert (lead.bridge, lead.best, lead.barred) == (10, 8, 2)
    assert not lead.exact
    assert {card.suit for card, tricks in found.items() if tricks == 10} == {Suit.SPADES}
    assert all(card.suit is not Suit.SPADES for card in lead.better)


def test_unfinished_deal_is_solved_as_far_as_it_was_played() -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH, dealer=0), 3, 3, 6), "HA")
    assert len(double_dummy(state)) == len(cards_played(state)) == 1
    assert double_dummy(bid(new_deal(), 3, 3, 6)) == ()
    with pytest.raises(ValueError, match="bidding"):
        double_dummy(new_deal())


def test_tricks_survive_json() -> None:
    _state, found = random_deal(1)
    assert tricks_from_json(json.loads(json.dumps(tricks_to_json(found)))) == tuple(map(dict, found))
