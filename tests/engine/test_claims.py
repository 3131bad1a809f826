"""RULES section 6: claiming the remaining tricks."""

from __future__ import annotations

import pytest

from games.engine import (
    DUMMY,
    AnswerClaim,
    Claim,
    IllegalAction,
    Phase,
    Play,
    State,
    act,
    decide,
    legal_actions,
    score,
    view_for,
    waiting_for,
)
from tests.builders import ONE_SUIT_EACH, bid, claim, hands, new_deal, play, play_out

MIDDLING = hands("HA S2 D2 C2", "H2 SAKQ", "H4 DAKQ", "H3 CAKQ")
BOARD_LEADS = hands("H2", "H3", "H4", "HA SAKQJT98765 C2")


def after_one_trick() -> State:
    return play(bid(new_deal(ONE_SUIT_EACH), 7, 4, 4), "SA HA CA DA")


def board_on_lead() -> State:
    """Player 1 declares, and the dummy has won the first trick."""
    return play(bid(new_deal(BOARD_LEADS), 4, 7, 4), "H2 H3 H4 HA")


def refusal(state: State, action: Claim | AnswerClaim | Play) -> str:
    with pytest.raises(IllegalAction) as refused:
        decide(state, action)
    return refused.value.code


def test_the_player_with_the_lead_may_claim_and_nobody_else() -> None:
    state = after_one_trick()
    assert [view_for(state, viewer).may_claim for viewer in (0, 1, 2, None)] == [True, False, False, False]
    assert [refusal(state, Claim(player)) for player in (1, 2)] == ["bad_claim"] * 2
    assert act(state, Claim(0)).claim is not None


def test_the_declarer_claims_from_the_board() -> None:
    state = board_on_lead()
    assert [refusal(state, Claim(player)) for player in (0, 2)] == ["bad_claim"] * 2
    assert claim(state).trick_winners == (DUMMY,) * 13


@pytest.mark.parametrize("played", ["", "SA", "SA HA CA", "SA HA CA DA SK"])
def test_not_before_the_first_trick_nor_during_one(played: str) -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), 7, 4, 4), played)
    assert {refusal(state, Claim(player)) for player in (0, 1, 2)} == {"bad_claim"}


def test_not_before_the_play_nor_after_the_last_trick() -> None:
    bidding = bid(new_deal(ONE_SUIT_EACH), 7, 4)
    finished = play_out(bid(new_deal(ONE_SUIT_EACH), 7, 4, 4))
    assert {refusal(state, Claim(player)) for state in (bidding, finished) for player in (0, 1, 2)} == {"bad_claim"}


def test_everyone_sees_the_claimed_hand_while_the_claim_is_open() -> None:
    state = act(after_one_trick(), Claim(0))
    assert {view_for(state, viewer).claim_hand for viewer in (0, 1, 2, None)} == {state.hands[0]}
    assert view_for(act(state, AnswerClaim(1, False)), 2).claim_hand is None


def test_both_others_must_accept() -> None:
    state = act(after_one_trick(), Claim(0))
    assert waiting_for(state) == (1, 2)
    state = act(state, AnswerClaim(2, True))
    assert (state.phase, waiting_for(state)) == (Phase.PLAYING, (1,))
    assert act(state, AnswerClaim(1, True)).phase is Phase.FINISHED


def test_an_accepted_claim_ends_the_deal_with_the_rest_for_the_hand_on_lead() -> None:
    state = claim(after_one_trick())
    assert state.trick_winners == (0,) * 13
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert [line.contract_points for line in score(state)] == [76, -40, -40]
    assert list(legal_actions(state)) == []


def test_an_accepted_claim_decides_the_nil_of_the_hand_on_lead() -> None:
    trick_to_board = "H2 H3 H4 HA"
    state = play(bid(new_deal(BOARD_LEADS), 4, (7, "1 dummy"), (4, "2")), trick_to_board)
    results = [[(nil.hand, nil.made) for nil in line.nils] for line in score(claim(state))]
    assert results == [[], [(1, True), (DUMMY, False)], [(2, True)]]


@pytest.mark.parametrize("refuser", [1, 2])
def test_one_refusal_and_the_play_goes_on(refuser: int) -> None:
    before = after_one_trick()
    state = act(act(before, Claim(0)), AnswerClaim(refuser, False))
    assert (state.claim, state.player_to_play, state.hands) == (None, 0, before.hands)
    assert play(state, "SK").trick


def test_everyone_knows_who_refused_a_claim_as_long_as_the_trick_lasts() -> None:
    refused = act(act(after_one_trick(), Claim(0)), AnswerClaim(2, False))
    for state in (refused, play(refused, "SK HK CK")):
        assert {view_for(state, viewer).refused_by for viewer in (0, 1, 2, None)} == {2}
    assert view_for(play(refused, "SK HK CK DK"), 1).refused_by is None


def test_a_refused_claim_is_not_repeated_on_the_same_lead() -> None:
    state = claim(after_one_trick(), accept=False)
    assert refusal(state, Claim(0)) == "bad_claim"
    assert act(play(state, "SK HK CK DK"), Claim(0)).claim is not None


def test_while_a_claim_is_open_no_card_is_played_and_no_other_claim_made() -> None:
    state = act(after_one_trick(), Claim(0))
    assert refusal(state, Play(0, state.hands[0][0])) == "claim_pending"
    assert refusal(state, Claim(0)) == "bad_claim"
    assert all(view_for(state, viewer).playable == () for viewer in (0, 1, 2))


def test_only_those_asked_answer_and_only_once() -> None:
    assert refusal(after_one_trick(), AnswerClaim(1, True)) == "bad_claim"
    state = act(act(after_one_trick(), Claim(0)), AnswerClaim(1, True))
    assert refusal(state, AnswerClaim(0, True)) == "bad_claim"
    assert refusal(state, AnswerClaim(1, False)) == "bad_claim"


def test_a_view_never_says_whether_a_claim_would_be_safe() -> None:
    """A claim is offered on a hopeless lead as on a certain one."""
    certain, hopeless = after_one_trick(), play(bid(new_deal(MIDDLING), 7, 4, 4), "HA H2 H3 H4")
    assert view_for(certain, 0).may_claim
    assert view_for(hopeless, 0).may_claim
