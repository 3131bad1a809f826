"""A bot accepts a claim it can prove, and refuses any other."""

from __future__ import annotations

from random import Random

from games.bots import choose
from games.engine import AnswerClaim, Claim, State, act, view_for
from tests.builders import ONE_SUIT_EACH, bid, hands, new_deal, play


def claimed(state: State) -> State:
    assert state.player_to_play is not None, "someone has the lead"
    return act(state, Claim(state.player_to_play))


def answers(state: State) -> set[bool]:
    found = set()
    for player in (0, 1, 2):
        view = view_for(state, player)
        if view.may_answer_claim:
            answer = choose(view, Random(1))
            assert isinstance(answer, AnswerClaim)
            found.add(answer.accept)
    return found


def test_a_hand_of_spades_only_is_believed() -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), 8, 2, 2), "SA H2 C2 D2")
    assert answers(claimed(state)) == {True}


TWO_TOP_SUITS = hands("SAKQJT98 HAKQJT9", "D2", "D4", "D3 H2")


def test_a_hand_that_draws_the_trumps_and_runs_its_suit_is_believed() -> None:
    state = play(bid(new_deal(TWO_TOP_SUITS, dealer=0), 2, 2, 8), "D2 D3 D4 S8")
    assert answers(claimed(state)) == {True}


def test_it_is_not_while_it_may_not_lead_its_trumps() -> None:
    deal = new_deal(hands("SAKQJT98 HAKQJT9", "H3", "H4", "H2"))
    assert answers(claimed(play(bid(deal, 8, 2, 2), "HA H3 H2 H4"))) == {False}


def test_a_hand_with_a_loser_is_not() -> None:
    state = play(bid(new_deal(hands("SAKQJT98765 HA2", "H3", "H4", "H5")), 8, 2, 2), "HA H3 H5 H4")
    assert answers(claimed(state)) == {False}
