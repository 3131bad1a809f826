"""What is asked of bots that makes no sense is refused with a sentence, before anything is searched or compiled."""

from collections.abc import Callable

import pytest

from games import bots
from games.bots import BidReview, judge, review_cards
from games.bots.result_types import BidWorth
from games.engine import DECK, Bid, Play, act, view_for
from tests.builders import bid, new_deal

OPENING = new_deal()
PLAYING = bid(OPENING, 4, 3, 3)
LEAD = view_for(PLAYING, 0)
SECOND = view_for(act(PLAYING, Play(0, LEAD.playable[0])), 1)
NOT_HELD = next(card for card in DECK if card not in (LEAD.hand or ()))

WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "cards, off turn": (lambda: review_cards(view_for(PLAYING, 1)), "not to play a card"),
    "cards, a spectator": (lambda: review_cards(view_for(PLAYING, None)), "not to play a card"),
    "bids, off turn": (lambda: bots.review_bids(view_for(OPENING, 1)), "not to bid"),
    "bids, one that is not legal": (lambda: bots.review_bids(view_for(OPENING, 0), Bid(0, 99)), "may not do this now"),
    "a card that is not held": (lambda: judge(LEAD, Play(0, NOT_HELD)), "may not do this now"),
    "a bid after the bidding": (lambda: judge(LEAD, Bid(0, 4)), "may not do this now"),
    "a card before the play": (lambda: judge(view_for(OPENING, 0), Play(0, DECK[0])), "may not do this now"),
    "another player’s bid": (lambda: judge(view_for(OPENING, 0), Bid(1, 4)), "an action of player 1"),
    "bid 99": (lambda: judge(view_for(OPENING, 0), Bid(0, 99)), "may not do this now"),
    "a spectator’s bid": (lambda: judge(view_for(OPENING, None), Bid(0, 4)), "does not wait for this viewer"),
    "points of bid 99": (lambda: bots.points_spread(view_for(OPENING, 0), Bid(0, 99)), "may not do this now"),
    "an open dummy": (lambda: bots.review_dummy(SECOND), "the dummy is open|does not wait"),
    "hidden hands, off turn": (lambda: bots.infer_hidden(view_for(PLAYING, 2)), "neither to bid nor to play"),
    "advice, off turn": (lambda: bots.advise(view_for(PLAYING, 2)), "does not wait for this viewer"),
}


@pytest.mark.parametrize(("ask", "sentence"), WRONG.values(), ids=WRONG)
def test_misuse_is_refused_with_a_sentence(ask: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        ask()


def test_bid_that_was_not_compared_has_no_worth() -> None:
    worth = BidWorth(4, (), 0.5, 0.5, None, 0.0, 0.0, 0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="was not compared"):
        BidReview(0, 1, (worth,), worth).of(Bid(0, 5))
