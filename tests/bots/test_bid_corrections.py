"""What imagined deals get wrong about bids is corrected, in everything that judges them alike."""

from random import Random

import numpy as np
import pytest

from games.bots import review_bids
from games.bots.levels import Effort
from games.bots.search import payoffs
from games.bots.search.bids import CHANCE, GAIN, MADE, OWN, SQUARE, WORTH
from games.bots.search.compiling import Floats
from games.bots.thinking import NIL_CORRECTIONS, TRICK_CORRECTIONS, correction, imagine_bids, simulate_bids, standing_of
from games.engine import Bid, BiddingStyle, View, view_for
from tests.builders import bid, new_deal, random_hands

EFFORT = Effort(card=1, bid=100)
NIL = Bid(2, 3, frozenset({2}))
BIDS = [Bid(2, 3), Bid(2, 5), NIL]


def last_to_bid(points: tuple[int, int, int] = (0, 0, 0)) -> View:
    return view_for(bid(new_deal(random_hands(Random(3)), points=points), 4, 4), 2)


def both(view: View, bids: list[Bid]) -> tuple[Floats, Floats]:
    """Return what the imagined deals say about these bids, and the judgement."""
    return imagine_bids(view, bids, Random(1), EFFORT), simulate_bids(view, bids, Random(1), EFFORT)


def test_later_bidder_s_trick_counts_more_and_own_nil_less() -> None:
    low, high, nil = (correction(last_to_bid(), made) for made in BIDS)
    assert high - low == pytest.approx(2 * TRICK_CORRECTIONS[BiddingStyle.STANDARD][2])
    assert nil - low == pytest.approx(NIL_CORRECTIONS[BiddingStyle.STANDARD])
    assert nil < low < high


@pytest.mark.parametrize("made", [(), (4,), (4, 4)])
def test_bid_that_the_hand_suggests_needs_no_correction(made: tuple[int, ...]) -> None:
    state = bid(new_deal(random_hands(Random(3))), *made)
    view = view_for(state, len(made))
    plain = [Bid(len(made), tricks) for tricks in range(13)]
    assert min(abs(correction(view, each)) for each in plain) == 0.0


@pytest.mark.parametrize("style", [BiddingStyle.SUICIDE, BiddingStyle.MIRROR])
def test_other_styles_are_not_corrected(style: BiddingStyle) -> None:
    view = view_for(new_deal(bidding=style), 0)
    bids = [Bid(0, tricks, nils) for option in view.bid_options for tricks in option.tricks for nils in option.nils]
    assert {correction(view, made) for made in bids} == {0.0}


def test_whiz_nil_is_corrected() -> None:
    view = view_for(new_deal(random_hands(Random(3)), bidding=BiddingStyle.WHIZ), 0)
    assert correction(view, Bid(0, 0, frozenset({0}))) == NIL_CORRECTIONS[BiddingStyle.WHIZ] < 0


@pytest.mark.usefixtures("prepared_bots")
@pytest.mark.parametrize("points", [(0, 0, 0), (490, 300, 480)])
def test_gain_and_chance_are_corrected_and_shares_points_and_errors_are_not(points: tuple[int, int, int]) -> None:
    view = last_to_bid(points)
    imagined, judged = both(view, BIDS)
    corrections = np.array([correction(view, made) for made in BIDS])
    assert judged[:, GAIN] - imagined[:, GAIN] == pytest.approx(corrections)
    for column in (OWN, MADE):
        assert judged[:, column] == pytest.approx(imagined[:, column])
    variance = [rows[:, SQUARE] - rows[:, GAIN] ** 2 for rows in (judged, imagined)]
    assert variance[0] == pytest.approx(variance[1])
    spread = payoffs.spread_of(standing_of(view, 2))
    odds = [rows[:, CHANCE] / (1 - rows[:, CHANCE]) for rows in (judged, imagined)]
    assert np.log(odds[0] / odds[1]) * spread == pytest.approx(corrections)
    assert judged[:, WORTH] / (payoffs.WORTH_OF_CHANCE * spread) + 1 / 3 == pytest.approx(judged[:, CHANCE])


@pytest.mark.usefixtures("prepared_bots")
def test_correction_hardly_counts_in_a_game_that_is_almost_lost() -> None:
    changes = []
    for points in ((0, 0, 0), (300, 300, -50)):
        imagined, judged = both(last_to_bid(points), [NIL])
        changes.append(imagined[0, WORTH] - judged[0, WORTH])
    assert 0 < changes[1] < changes[0] / 4


@pytest.mark.usefixtures("prepared_bots")
def test_review_takes_the_corrected_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    view = last_to_bid()
    corrected = review_bids(view, NIL)
    monkeypatch.setattr("games.bots.thinking.correction", lambda *_: 0.0)
    imagined = review_bids(view, NIL)
    assert corrected is not None
    assert imagined is not None
    assert corrected.of(NIL).gain - imagined.of(NIL).gain == pytest.approx(correction(view, NIL))
