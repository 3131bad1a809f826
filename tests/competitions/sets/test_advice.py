"""What the page of a board says of bids: their words, and one sentence of advice from the field."""

import pytest

from games.competitions.sets.board_figures import advice
from games.competitions.sets.queries import BidOfField
from games.competitions.sets.words import bid_words
from games.engine import BiddingStyle
from games.models import BoardPlay

STANDARD = BiddingStyle.STANDARD
BIDS = [BidOfField(4, 0, 6, 44.4), BidOfField(5, 0, 3, 30.0), BidOfField(6, 1, 2, 160.0)]


def own(bid: int, points: int, nils: int = 0) -> BoardPlay:
    return BoardPlay(bid=bid, nils=nils, points=points)


def test_advice_names_a_better_bid_that_enough_have_tried() -> None:
    assert advice(BIDS, STANDARD, own(5, 50)) == ("The bid to make was 4: it brought +44 on average, 5 brought +30.")


def test_advice_is_about_the_play_where_the_bid_was_good() -> None:
    sentence = advice(BIDS, STANDARD, own(4, -40))
    assert sentence == "Your bid was good: others made +44 with it on average. The play cost you points."
    assert advice(BIDS, STANDARD, own(6, 160, nils=1)).startswith("Well bid")


def test_small_field_one_bid_and_no_result_have_no_advice() -> None:
    assert advice(BIDS[:1], STANDARD, own(4, -50)) == ""
    assert advice(BIDS[2:], STANDARD, own(6, 160, nils=1)) == ""
    assert advice(BIDS, STANDARD, None) == ""


@pytest.mark.parametrize(
    ("nils", "bidding", "words"),
    [
        (0, BiddingStyle.STANDARD, "5"),
        (1, BiddingStyle.STANDARD, "5 and a nil"),
        (3, BiddingStyle.STANDARD, "5 and 3 nils"),
        (1, BiddingStyle.SUICIDE, "5, own nil"),
        (3, BiddingStyle.SUICIDE, "5, partner nil"),
    ],
)
def test_nils_are_said_as_the_bidding_style_means_them(nils: int, bidding: BiddingStyle, words: str) -> None:
    assert bid_words(5, nils, bidding) == words
