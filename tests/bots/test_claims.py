"""A bot accepts a claim if it can prove it, and refuses all others."""

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


def test_claim_of_an_all_spade_hand_is_accepted() -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), 8, 2, 2), "SA H2 C2 D2")
    assert answers(claimed(state)) == {True}


TWO_TOP_SUITS = hands("SAKQJT98 HAKQJT9", "D2", "D4", "D3 H2")


def test_claim_of_a_hand_that_draws_trumps_and_runs_its_suit_is_accepted() -> None:
    state = play(bid(new_deal(TWO_TOP_SUITS, dealer=0), 2, 2, 8), "D2 D3 D4 S8")
    assert answers(claimed(state)) == {True}


def test_claim_is_refused_while_trumps_may_not_be_led() -> None:
    deal = new_deal(hands("SAKQJT98 HAKQJT9", "H3", "H4", "H2"))
    assert answers(claimed(play(bid(deal, 8, 2, 2), "HA H3 H2 H4"))) == {False}


def test_claim_of_a_hand_with_a_loser_is_refused() -> None:
    state = play(bid(new_deal(hands("SAKQJT98765 HA2", "H3", "H4", "H5")), 8, 2, 2), "HA H3 H5 H4")
    assert answers(claimed(state)) == {False}
