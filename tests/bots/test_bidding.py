"""Bids by rules of thumb make sense to a Spades player, in every style."""

from random import Random

import pytest

from games.bots import choose
from games.engine import DUMMY, Bid, BiddingStyle, Peek, PeekRule, State, act, view_for, waiting_for
from tests.builders import bid, hands, new_deal

STRONG = "SAKQJ96 HAK2 DA2 CK2"
PLAIN = "SQ72 HA864 DK53 CJ92"
HOPELESS = "S32 H5432 D432 C5432"
WITHOUT_SPADES = "H6532 D76542 C8532"


def choice(state: State) -> Bid:
    player = waiting_for(state)[0]
    action = choose(view_for(state, player), Random(1))
    assert isinstance(action, Bid)
    return action


def test_stronger_hand_bids_more() -> None:
    strong, plain, weak = (choice(new_deal(hands(hand))) for hand in (STRONG, PLAIN, HOPELESS))
    assert strong.tricks > plain.tricks > weak.tricks
    assert strong.tricks >= 8
    assert 4 <= plain.tricks <= 6


def test_hopeless_hand_bids_nil_and_hand_with_spade_honours_does_not() -> None:
    assert 0 in choice(new_deal(hands(HOPELESS))).nils
    assert 0 not in choice(new_deal(hands(PLAIN))).nils
    assert 0 not in choice(new_deal(hands("SA2 H5432 D432 C5432"))).nils


def test_nil_hand_bids_for_its_partner() -> None:
    assert 1 <= choice(new_deal(hands(HOPELESS))).tricks <= 4


def test_nil_declared_by_another_player_is_declared_too() -> None:
    assert 0 in choice(bid(new_deal(hands(HOPELESS, "SQJ6 HA876 DK65 CJ98")), (3, "0"))).nils


def bid_after_peeking(dummy: str) -> int:
    state = new_deal(hands(PLAIN, dummy=dummy), peek=PeekRule.FOUR)
    for player in (0, 1, 2):
        state = act(state, Peek(player, (0, 1, 2, 3)))
    return choice(state).tricks


def test_peeked_cards_of_the_dummy_count() -> None:
    assert bid_after_peeking("SAKJ HK") > bid_after_peeking("S3 H3 D2 C3")


def flipped(dummy: str) -> State:
    state = new_deal(hands(STRONG, dummy=dummy), dealer=0, peek=PeekRule.FLIP4)
    for number, player in enumerate((1, 2, 0)):
        state = act(state, Peek(player, tuple(range(4 * number, 4 * number + 4))))
    return bid(state, 3, 3)


def test_dummy_is_declared_nil_only_if_seen_to_be_hopeless() -> None:
    assert DUMMY in choice(flipped("S43 H543 D543 C76543")).nils
    assert DUMMY not in choice(flipped("ST8 HQJ3 DKJT C76543")).nils


def test_high_earlier_bids_lower_the_bid() -> None:
    deal = new_deal(hands(PLAIN), dealer=0)
    assert choice(bid(deal, 8, 8)).tricks < choice(bid(deal, 3, 2)).tricks


@pytest.mark.parametrize(("hand", "own"), [(HOPELESS, True), (STRONG, False)])
def test_suicide_declares_nil_on_the_weaker_hand(hand: str, own: bool) -> None:
    made = choice(new_deal(hands(hand), bidding=BiddingStyle.SUICIDE))
    assert (0 in made.nils) is own
    assert made.tricks >= 4


def test_whiz_bids_nil_only_with_low_cards() -> None:
    assert choice(new_deal(hands(HOPELESS), bidding=BiddingStyle.WHIZ)) == Bid(0, 0, frozenset({0}))
    assert choice(new_deal(hands(STRONG), bidding=BiddingStyle.WHIZ)) == Bid(0, 6)


def test_mirror_bids_the_only_legal_bid() -> None:
    assert choice(new_deal(hands(PLAIN), bidding=BiddingStyle.MIRROR)) == Bid(0, 3)
    assert choice(new_deal(hands(WITHOUT_SPADES), bidding=BiddingStyle.MIRROR)) == Bid(0, 0, frozenset({0}))
