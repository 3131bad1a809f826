"""What imagined deals get wrong about bids is corrected, in everything that judges them alike."""

from random import Random

import numpy as np
import pytest

from games.bots.bid_corrections import OWN_NIL, TRICK, correction
from games.bots.levels import Effort
from games.bots.search.bids import CHANCE, GAIN, MADE, OWN, SQUARE, WORTH
from games.bots.search.compiling import Floats
from games.bots.thinking import imagine_bids, simulate_bids
from games.engine import Bid, BiddingStyle, View, view_for
from tests.builders import bid, new_deal, random_hands

EFFORT = Effort(card=1, bid=100)


def last_to_bid(points: tuple[int, int, int] = (0, 0, 0)) -> View:
    return view_for(bid(new_deal(random_hands(Random(3)), points=points), 4, 4), 2)


def both(view: View, bids: list[Bid]) -> tuple[Floats, Floats]:
    """Return what the imagined deals say about these bids, and the judgement."""
    return imagine_bids(view, bids, Random(1), EFFORT), simulate_bids(view, bids, Random(1), EFFORT)


def test_later_bidder_s_trick_counts_more_and_own_nil_less() -> None:
    view = last_to_bid()
    low, high, nil = (correction(view, made) for made in (Bid(2, 3), Bid(2, 5), Bid(2, 3, frozenset({2}))))
    assert high - low == pytest.approx(2 * TRICK[BiddingStyle.STANDARD][2])
    assert nil - low == pytest.approx(OWN_NIL[BiddingStyle.STANDARD])
    assert OWN_NIL[BiddingStyle.STANDARD] < 0 < TRICK[BiddingStyle.STANDARD][2]


@pytest.mark.usefixtures("prepared_bots")
def test_points_gain_and_chance_are_corrected_and_shares_and_errors_are_not() -> None:
    view = last_to_bid()
    bids = [Bid(2, 3), Bid(2, 5), Bid(2, 3, frozenset({2}))]
    imagined, judged = both(view, bids)
    points = np.array([correction(view, made) for made in bids])
    for column in (OWN, GAIN):
        assert judged[:, column] - imagined[:, column] == pytest.approx(points)
    assert np.sign(judged[:, WORTH] - imagined[:, WORTH]) == pytest.approx(np.sign(points))
    assert np.argsort(judged[:, WORTH]).tolist() == np.argsort(judged[:, CHANCE]).tolist()
    assert judged[:, MADE] == pytest.approx(imagined[:, MADE])
    variance = [rows[:, SQUARE] - rows[:, GAIN] ** 2 for rows in (judged, imagined)]
    assert variance[0] == pytest.approx(variance[1])


@pytest.mark.usefixtures("prepared_bots")
def test_correction_hardly_counts_in_a_game_that_is_almost_lost() -> None:
    nil = [Bid(2, 3, frozenset({2}))]
    changes = []
    for points in ((0, 0, 0), (300, 300, -50)):
        imagined, judged = both(last_to_bid(points), nil)
        changes.append(imagined[0, WORTH] - judged[0, WORTH])
    assert 0 < changes[1] < changes[0] / 4


def test_counted_spades_are_not_corrected() -> None:
    view = view_for(new_deal(bidding=BiddingStyle.MIRROR), 0)
    assert {correction(view, Bid(0, option.tricks[0])) for option in view.bid_options} == {0.0}
