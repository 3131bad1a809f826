"""docs/rules.md section 6: claiming the remaining tricks."""

from dataclasses import replace
from functools import reduce

import pytest

from games.engine import (
    DUMMY,
    AnswerClaim,
    Claim,
    ClaimAnswered,
    ClaimMade,
    IllegalAction,
    OpenClaim,
    Phase,
    Play,
    State,
    act,
    decide,
    evolve,
    is_legal,
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


def refusal_code(state: State, action: Claim | AnswerClaim | Play) -> str:
    with pytest.raises(IllegalAction) as refused:
        decide(state, action)
    return refused.value.code


def test_only_the_player_with_the_lead_may_claim() -> None:
    state = after_one_trick()
    assert [view_for(state, viewer).may_claim for viewer in (0, 1, 2, None)] == [True, False, False, False]
    assert [refusal_code(state, Claim(player)) for player in (1, 2)] == ["bad_claim"] * 2
    assert act(state, Claim(0)).claim is not None


def test_declarer_claims_from_the_board() -> None:
    state = board_on_lead()
    assert [refusal_code(state, Claim(player)) for player in (0, 2)] == ["bad_claim"] * 2
    assert claim(state).trick_winners == (DUMMY,) * 13


@pytest.mark.parametrize("played", ["", "SA", "SA HA CA", "SA HA CA DA SK"])
def test_claim_before_first_trick_or_during_a_trick_is_refused(played: str) -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), 7, 4, 4), played)
    assert {refusal_code(state, Claim(player)) for player in (0, 1, 2)} == {"bad_claim"}


def test_claim_before_play_or_after_last_trick_is_refused() -> None:
    bidding = bid(new_deal(ONE_SUIT_EACH), 7, 4)
    finished = play_out(bid(new_deal(ONE_SUIT_EACH), 7, 4, 4))
    assert {refusal_code(state, Claim(player)) for state in (bidding, finished) for player in (0, 1, 2)} == {
        "bad_claim"
    }


def test_open_claim_shows_the_claiming_hand_to_everyone() -> None:
    state = act(after_one_trick(), Claim(0))
    assert {view_for(state, viewer).claim_hand for viewer in (0, 1, 2, None)} == {state.hands[0]}
    assert view_for(act(state, AnswerClaim(1, False)), 2).claim_hand is None


def test_claim_needs_acceptance_of_both_other_players() -> None:
    state = act(after_one_trick(), Claim(0))
    assert waiting_for(state) == (1, 2)
    state = act(state, AnswerClaim(2, True))
    assert (state.phase, waiting_for(state)) == (Phase.PLAYING, (1,))
    assert act(state, AnswerClaim(1, True)).phase is Phase.FINISHED


def test_accepted_claim_ends_the_deal_and_gives_remaining_tricks_to_hand_on_lead() -> None:
    state = claim(after_one_trick())
    assert state.trick_winners == (0,) * 13
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert [line.contract_points for line in score(state)] == [76, -40, -40]
    assert list(legal_actions(state)) == []


def test_accepted_claim_decides_nil_of_hand_on_lead() -> None:
    trick_to_board = "H2 H3 H4 HA"
    state = play(bid(new_deal(BOARD_LEADS), 4, (7, "1 dummy"), (4, "2")), trick_to_board)
    results = [[(nil.hand, nil.made) for nil in line.nils] for line in score(claim(state))]
    assert results == [[], [(1, True), (DUMMY, False)], [(2, True)]]


def test_claim_of_some_tricks_gives_the_others_to_the_next_hand_clockwise() -> None:
    state = claim(after_one_trick(), 7)
    assert state.order == (0, 1, DUMMY, 2)
    assert state.trick_winners == (0,) * 8 + (1,) * 5
    assert state.phase is Phase.FINISHED
    assert [line.contract_points for line in score(state)] == [71, 41, 41]


def test_claim_from_the_board_leaves_tricks_to_the_hand_after_the_dummy() -> None:
    assert claim(board_on_lead(), 4).trick_winners == (DUMMY,) * 5 + (0,) * 8


def test_defender_may_give_all_tricks_away() -> None:
    """Player 2 has won a trick for the defence, whose contracts fail with it."""
    state = play(bid(new_deal(hands("HK", "H2", "HA", "HQ")), 7, 4, 4), "HK H2 HQ HA")
    assert [line.side_tricks for line in score(claim(state, 0))] == [12, 1, 1]


def test_claim_of_as_many_tricks_as_are_left_is_one_of_all() -> None:
    assert decide(after_one_trick(), Claim(0, 12)) == decide(after_one_trick(), Claim(0)) == (ClaimMade(0),)
    assert claim(after_one_trick(), 12) == claim(after_one_trick())


@pytest.mark.parametrize("tricks", [-1, 13])
def test_claim_of_a_number_that_is_not_left_is_refused(tricks: int) -> None:
    assert refusal_code(after_one_trick(), Claim(0, tricks)) == "bad_claim"


@pytest.mark.parametrize("tricks", range(12))
@pytest.mark.parametrize("nil", ["1", "2"])
def test_only_all_tricks_may_be_claimed_while_a_nil_of_the_other_side_stands(nil: str, tricks: int) -> None:
    """The defenders are partners: each may have declared nil on the own hand or on the other's."""
    state = play(bid(new_deal(ONE_SUIT_EACH), 7, (4, nil), 4), "SA HA CA DA")
    assert refusal_code(state, Claim(0, tricks)) == "nil_stands"
    assert view_for(state, 0).claimable == (12,)
    assert claim(state).phase is Phase.FINISHED


def test_nil_that_has_failed_or_does_not_apply_hinders_no_claim() -> None:
    """Hand 1 takes a trick, then the declarer is on lead; the nil of player 0 on hand 2 never applied."""
    dealt = new_deal(hands("H2 CA", "HA C2", "H3 C4", "H4 C3"))
    state = play(bid(dealt, (7, "2"), (4, "1"), 4), "H2 HA H4 H3 C2 C3 C4 CA")
    assert state.trick_winners == (1, 0)
    assert view_for(state, 0).claimable == tuple(range(12))
    assert claim(state, 5).trick_winners == (1, *(0,) * 6, *(1,) * 6)


@pytest.mark.parametrize("tricks", [None, 0, 5])
def test_nil_on_the_partner_of_the_hand_on_lead_succeeds_with_any_claim(tricks: int | None) -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), (7, "dummy"), 4, 4), "SA HA CA DA")
    (nil,) = score(claim(state, tricks))[0].nils
    assert (nil.hand, nil.made) == (DUMMY, True)


@pytest.mark.parametrize("tricks", [0, 7])
def test_open_claim_of_some_tricks_shows_the_hand_on_lead_and_no_other(tricks: int) -> None:
    """The same as a claim of all, but for the number."""
    some, all_of_them = (act(after_one_trick(), Claim(0, number)) for number in (tricks, None))
    for viewer in (0, 1, 2, None):
        view = view_for(some, viewer)
        assert view.claim == OpenClaim(0, 0, tricks=tricks)
        assert replace(view, claim=replace(view.claim, tricks=None)) == view_for(all_of_them, viewer)


@pytest.mark.parametrize("refuser", [1, 2])
def test_one_refusal_ends_the_claim_and_play_continues(refuser: int) -> None:
    before = after_one_trick()
    state = act(act(before, Claim(0)), AnswerClaim(refuser, False))
    assert (state.claim, state.player_to_play, state.hands) == (None, 0, before.hands)
    assert play(state, "SK").trick


def test_refuser_of_claim_is_public_until_the_trick_ends() -> None:
    refused = act(act(after_one_trick(), Claim(0)), AnswerClaim(2, False))
    for state in (refused, play(refused, "SK HK CK")):
        assert {view_for(state, viewer).refused_by for viewer in (0, 1, 2, None)} == {2}
    assert view_for(play(refused, "SK HK CK DK"), 1).refused_by is None


def test_player_with_a_refused_claim_claims_no_more_in_this_deal() -> None:
    refused = claim(after_one_trick(), accept=False)
    for state in (refused, play(refused, "SK HK CK DK")):
        assert refusal_code(state, Claim(0)) == "bad_claim"
        assert not any(isinstance(action, Claim) for action in legal_actions(state))
        assert not view_for(state, 0).may_claim


def test_refused_claim_leaves_others_theirs() -> None:
    """Player 1 has been refused one, and player 0 wins the trick after it."""
    refused = claim(board_on_lead(), accept=False)
    assert act(play(refused, "C2 CA D2 DA"), Claim(0)).claim is not None


def defender_on_lead() -> State:
    """Player 1 declares; player 0, whose partner is player 2, has won the first trick."""
    return play(bid(new_deal(hands("HA", "H3", "H4", "H5"), bag_limit=None), 1, 7, 4), "HA H3 H4 H5")


def test_partner_of_a_claiming_defender_is_asked_when_declarer_has_accepted() -> None:
    state = act(defender_on_lead(), Claim(0))
    assert waiting_for(state) == (1,)
    assert [refusal_code(state, AnswerClaim(2, accept)) for accept in (True, False)] == ["bad_claim"] * 2
    assert not view_for(state, 2).may_answer_claim
    state = act(state, AnswerClaim(1, True))
    assert waiting_for(state) == (2,)
    assert act(state, AnswerClaim(2, True)).phase is Phase.FINISHED


def test_partner_of_a_claiming_defender_is_not_asked_after_a_refusal() -> None:
    state = act(act(defender_on_lead(), Claim(0)), AnswerClaim(1, False))
    assert (state.claim, waiting_for(state)) == (None, (0,))
    assert refusal_code(state, AnswerClaim(2, True)) == "bad_claim"


def test_log_of_an_older_deal_in_which_the_partner_answered_first_is_legal() -> None:
    """Stored games were played when the answers came in any order."""
    deal, log = defender_on_lead(), [ClaimMade(0), ClaimAnswered(2, True), ClaimAnswered(1, True)]
    assert reduce(evolve, log, deal).trick_winners == (0,) * 13
    assert all(is_legal(reduce(evolve, log[:count], deal), event) for count, event in enumerate(log))
    answered = reduce(evolve, log[:2], deal)
    assert not any(is_legal(answered, ClaimAnswered(player, True)) for player in (0, 2))
    assert waiting_for(answered) == (1,)


def test_log_of_an_older_deal_with_a_second_claim_is_legal() -> None:
    refused = claim(after_one_trick(), accept=False)
    assert not is_legal(refused, ClaimMade(0))
    assert is_legal(play(refused, "SK HK CK DK"), ClaimMade(0))


def test_plays_and_claims_are_refused_while_a_claim_is_open() -> None:
    state = act(after_one_trick(), Claim(0))
    assert refusal_code(state, Play(0, state.hands[0][0])) == "claim_pending"
    assert refusal_code(state, Claim(0)) == "bad_claim"
    assert all(view_for(state, viewer).playable == () for viewer in (0, 1, 2))


def test_answer_of_claimer_or_second_answer_is_refused() -> None:
    assert refusal_code(after_one_trick(), AnswerClaim(1, True)) == "bad_claim"
    state = act(act(after_one_trick(), Claim(0)), AnswerClaim(1, True))
    assert refusal_code(state, AnswerClaim(0, True)) == "bad_claim"
    assert refusal_code(state, AnswerClaim(1, False)) == "bad_claim"


def test_view_does_not_reveal_whether_a_claim_is_safe() -> None:
    """A claim is offered on a hopeless lead just as on a certain one."""
    certain, hopeless = after_one_trick(), play(bid(new_deal(MIDDLING), 7, 4, 4), "HA H2 H3 H4")
    assert view_for(certain, 0).may_claim
    assert view_for(hopeless, 0).may_claim
