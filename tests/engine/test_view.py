"""docs/rules.md section 10: what a view contains and what it leaves out."""

import pytest

from games.engine import DUMMY, BiddingStyle, Card, Peek, PeekRule, Phase, View, act, sort_cards, view_for
from tests.builders import bid, claim, hands, new_deal, play, play_out

VIEWERS = (0, 1, 2, None)
RANKS = "AKQJT98765432"
DEAL = hands("SAKQ HAKQJ DAKQ CAKQ", "SJT HT98 DJT98 CJT98", "S987 H765 D765 C7654", "S65432")
SPADELESS_DUMMY = hands("SAKQJ", "ST987", "S65432", "CAKQJT98765432")


def cards_shown(view: View) -> set[Card]:
    """Return every card that is named anywhere in the view."""
    return {
        Card.parse(word) for word in _words(repr(view)) if len(word) == 2 and word[0] in "SHDC" and word[1] in RANKS
    }


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in text).split()


def test_before_opening_lead_player_sees_own_hand_only() -> None:
    for state in (new_deal(DEAL), bid(new_deal(DEAL), 4, 4), bid(new_deal(DEAL), 4, 4, 4)):
        for player in (0, 1, 2):
            assert cards_shown(view_for(state, player)) == set(DEAL[player])
        assert cards_shown(view_for(state, None)) == set()


def test_spectator_has_no_hand_and_no_actions() -> None:
    state = play(bid(new_deal(DEAL), 4, 4, 4), "HA")
    view = view_for(state, None)
    assert view.hand is None
    assert (view.playable, view.bid_options, view.peek_count) == ((), (), 0)
    assert not view.may_claim
    assert not view.may_answer_claim


def test_after_opening_lead_everyone_sees_dummy_and_played_cards() -> None:
    state = play(bid(new_deal(DEAL), 4, 4, 4), "HA H8")
    public = set(DEAL[DUMMY]) | {Card.parse("HA"), Card.parse("H8")}
    for viewer in VIEWERS:
        own = set() if viewer is None else set(DEAL[viewer])
        assert cards_shown(view_for(state, viewer)) == public | own


def test_shape_is_visible_with_the_hand() -> None:
    before = bid(new_deal(DEAL), 4, 4, 4)
    after = play(before, "HA H8")
    for viewer, own in zip(VIEWERS, ((3, 4, 3, 3), (2, 3, 4, 4), (3, 3, 3, 4), None), strict=True):
        seen = view_for(before, viewer)
        assert (seen.hand_shape, seen.dummy_shape) == (own, None)
        seen = view_for(after, viewer)
        assert (seen.hand_shape, seen.dummy_shape) == (own, (5, 3, 3, 2))


def test_peeked_card_stays_visible_until_dummy_is_exposed() -> None:
    state = new_deal(DEAL, peek=PeekRule.THREE)
    for player in (0, 1, 2):
        state = act(state, Peek(player, (player, 5, 12)))
    state = bid(state, 4, 4, 4)
    assert [dict(view_for(state, viewer).places).keys() for viewer in VIEWERS] == [
        {0, 5, 12},
        {1, 5, 12},
        {2, 5, 12},
        set(),
    ]
    assert [view_for(play(state, "HA"), viewer).places for viewer in VIEWERS] == [()] * 4


def test_hand_is_sorted_and_places_ascend() -> None:
    state = act(new_deal(peek=PeekRule.FOUR), Peek(0, (9, 2, 12, 0)))
    view = view_for(state, 0)
    assert view.hand == sort_cards(state.dealt[0])
    assert [place for place, _ in view.places] == [0, 2, 9, 12]


def test_finished_deal_shows_hands_and_scores_to_everyone() -> None:
    state = play_out(bid(new_deal(DEAL), 4, 4, 4))
    for viewer in VIEWERS:
        view = view_for(state, viewer)
        assert view.dealt == tuple(map(sort_cards, DEAL))
        assert view.scores is not None


def test_unfinished_deal_shows_no_hands_and_no_scores() -> None:
    for state in (new_deal(DEAL), play(bid(new_deal(DEAL), 4, 4, 4), "HA H8")):
        assert {(view_for(state, viewer).dealt, view_for(state, viewer).scores) for viewer in VIEWERS} == {(None, None)}


def test_accepted_claim_shows_all_hands() -> None:
    state = claim(play(bid(new_deal(DEAL), 4, 4, 4), "HA H8 H2 H7"))
    assert state.phase is Phase.FINISHED
    assert view_for(state, None).dealt is not None
    assert view_for(state, None).counts == (12, 12, 12, 12)


@pytest.mark.parametrize("style", [BiddingStyle.MIRROR, BiddingStyle.WHIZ])
def test_declarers_contract_is_hidden_until_dummy_is_exposed_if_spades_are_counted(style: BiddingStyle) -> None:
    state = bid(new_deal(SPADELESS_DUMMY, bidding=style), 4, 4, 5)
    assert state.declarer == 2
    assert state.nils[2] == (DUMMY,)
    for viewer in VIEWERS:
        assert view_for(state, viewer).contracts == (8, 8, None)
        assert view_for(state, viewer).nils == ((), (), ())
    exposed = play(state, str(view_for(state, 0).playable[0]))
    for viewer in VIEWERS:
        assert view_for(exposed, viewer).contracts == (8, 8, 5)
        assert view_for(exposed, viewer).nils == ((), (), (DUMMY,))


def test_standard_contract_is_public_after_last_bid() -> None:
    state = bid(new_deal(DEAL), (6, "dummy"), 5, 4)
    assert view_for(state, None).contracts == (6, 5, 4)
    assert view_for(state, None).nils == ((DUMMY,), (), ())


def test_possible_actions_are_in_the_view_of_the_player_on_turn() -> None:
    state = new_deal(DEAL, peek=PeekRule.FLIP1)
    assert [view_for(state, viewer).peek_count for viewer in VIEWERS] == [1, 0, 0, 0]
    for player in (0, 1, 2):
        state = act(state, Peek(player, (player,)))
    assert [bool(view_for(state, viewer).bid_options) for viewer in VIEWERS] == [True, False, False, False]
    state = bid(state, 4, 7, 4)
    assert [bool(view_for(state, viewer).playable) for viewer in VIEWERS] == [True, False, False, False]
    state = play(state, "HA H8 H7")
    assert state.hand_to_play == DUMMY
    assert [bool(view_for(state, viewer).playable) for viewer in VIEWERS] == [False, True, False, False]


def test_all_views_have_same_card_and_trick_counts() -> None:
    state = play(bid(new_deal(DEAL), 4, 4, 4), "HA H8 H2 H7 DA")
    for viewer in VIEWERS:
        view = view_for(state, viewer)
        assert view.counts == (11, 12, 12, 12)
        assert view.taken == (1, 0, 0, 0)
        assert view.side_tricks == (1, 0, 0)
