"""docs/rules.md section 6: leading, following, breaking spades, winning tricks, exposing the dummy."""

import pytest

from games.engine import (
    DUMMY,
    CardPlayed,
    IllegalAction,
    Phase,
    Play,
    State,
    decide,
    parse_cards,
    playable,
    view_for,
    waiting_for,
    winner,
)
from tests.builders import ONE_SUIT_EACH, bid, cards, hands, new_deal, play, play_out

MIXED = hands("SAK HAKQJ DAKQJ CAKQ", "SQJT HT98 DT98 CT987", "S987 H765", "S65432")


def refusal_code(state: State, name: str, player: int | None = None) -> str:
    asking = state.player_to_play if player is None else player
    with pytest.raises(IllegalAction) as refused:
        decide(state, Play(asking or 0, cards(name)[0]))
    return refused.value.code


def names(hand: tuple[object, ...]) -> str:
    return " ".join(map(str, hand))


def test_card_before_end_of_bidding_is_refused() -> None:
    assert refusal_code(bid(new_deal(MIXED), 4, 4), "HA") == "too_early"


@pytest.mark.parametrize("bids", [(7, 4, 4), (4, 7, 4), (4, 4, 7)])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_first_bidder_makes_the_opening_lead_on_either_side(dealer: int, bids: tuple[int, int, int]) -> None:
    state = bid(new_deal(dealer=dealer), *bids)
    first = (dealer + 1) % 3
    assert (state.opening_leader, state.hand_to_play, state.player_to_play) == (first, first, first)


@pytest.mark.parametrize(
    ("bids", "order"), [((7, 4, 4), [0, 1, DUMMY, 2]), ((4, 7, 4), [0, 1, 2, DUMMY]), ((4, 4, 7), [0, DUMMY, 1, 2])]
)
def test_trick_goes_clockwise_with_dummy_opposite_declarer(bids: tuple[int, int, int], order: list[int]) -> None:
    state = bid(new_deal(ONE_SUIT_EACH), *bids)
    turns = []
    for _ in range(4):
        turns.append(state.hand_to_play)
        state = play(state, str(state.hands[state.hand_to_play or 0][0]))
    assert turns == order


def test_declarer_plays_the_cards_of_the_dummy() -> None:
    state = play(bid(new_deal(MIXED), 4, 7, 4), "HA HT H7")
    assert (state.hand_to_play, state.player_to_play) == (DUMMY, 1)
    assert waiting_for(state) == (1,)
    assert refusal_code(state, "S2", player=0) == "wrong_player"


def test_dummy_is_exposed_by_the_opening_lead() -> None:
    state = bid(new_deal(MIXED), 7, 4, 4)
    assert [view_for(state, viewer).dummy for viewer in (0, 1, 2, None)] == [None] * 4
    state = play(state, "HA")
    shown = {names(view_for(state, viewer).dummy or ()) for viewer in (0, 1, 2, None)}
    assert shown == {"S6 S5 S4 S3 S2 H4 H3 H2 D7 D6 D5 D4 D3"}


def test_hand_must_follow_suit_if_it_can() -> None:
    state = play(bid(new_deal(MIXED), 7, 4, 4), "DA")
    assert refusal_code(state, "HT") == "must_follow_suit"
    assert refusal_code(state, "ST") == "must_follow_suit"
    assert names(view_for(state, 1).playable) == "DT D9 D8"


def test_hand_that_cannot_follow_plays_any_card() -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), 7, 4, 4), "SA")
    assert view_for(state, 1).playable == state.hands[1]


def test_card_of_another_hand_or_already_played_is_refused() -> None:
    state = play(bid(new_deal(MIXED), 7, 4, 4), "DA D8")
    assert refusal_code(state, "SA") == "card_not_held"
    assert refusal_code(state, "D8") == "card_not_held"


@pytest.mark.parametrize(
    ("trick", "hand"),
    [
        ("H5 H9 H2 HT", 3),
        ("H5 DA CA H6", 3),
        ("H2 DA CA DK", 0),
        ("H5 S2 HA H3", 1),
        ("H5 S2 HA S3", 3),
        ("SK SA S2 S3", 1),
    ],
)
def test_highest_spade_or_highest_card_of_suit_led_wins(trick: str, hand: int) -> None:
    assert winner([CardPlayed(seat, card) for seat, card in enumerate(parse_cards(trick))]) == hand


def test_winner_leads_to_the_next_trick_and_declarer_from_the_board() -> None:
    dummy_wins = hands("H2", "H3", "H4", "HA SAKQJT98765 C2")
    state = play(bid(new_deal(dummy_wins), 7, 4, 4), "H2 H3 HA H4")
    assert state.trick_winners == (DUMMY,)
    assert (state.hand_on_lead, state.player_to_play) == (DUMMY, 0)
    assert refusal_code(state, "SA") == "spades_not_broken"
    assert names(view_for(state, 0).playable) == "C2"


def test_spade_lead_before_spades_are_broken_is_refused() -> None:
    state = bid(new_deal(MIXED), 7, 4, 4)
    assert refusal_code(state, "SA") == "spades_not_broken"
    assert not any(names((card,)).startswith("S") for card in view_for(state, 0).playable)


def test_spade_on_another_suit_breaks_spades() -> None:
    void = hands("SAKQ HAKQJ D98765 ", "SJT98765432 D432", "DAKQJT C98765432", "HT98765432 CAKQJ")
    state = play(bid(new_deal(void), 7, 4, 4), "HA SJ H2 C2")
    assert state.trick_winners == (1,)
    assert names(view_for(state, 1).playable).startswith("ST S9")
    assert play(state, "ST").trick[0].hand == 1


def test_all_spade_hand_may_lead_a_spade_and_breaks_spades() -> None:
    state = bid(new_deal(ONE_SUIT_EACH), 7, 4, 4)
    assert len(view_for(state, 0).playable) == 13
    assert not state.broken
    assert play(state, "SA").broken


def test_playable_leads_exclude_unbroken_spades_unless_only_spades_are_held() -> None:
    assert playable(cards("SAK H2"), None, False) == cards("H2")
    assert playable(cards("SAK H2"), None, True) == cards("SAK H2")
    assert playable(cards("SAK"), None, False) == cards("SAK")


def test_card_after_the_last_trick_is_refused() -> None:
    state = play_out(bid(new_deal(MIXED), 7, 4, 4))
    assert state.phase is Phase.FINISHED
    assert sum(state.taken) == len(state.trick_winners) == 13
    assert refusal_code(state, "SA", player=0) == "deal_over"
    assert waiting_for(state) == ()
