"""What is said at the end of a deal and of a game."""

import pytest
from django.utils import translation

from games.engine import DUMMY, BiddingStyle
from games.words.charts import points_over_game
from games.words.names import Names
from games.words.sentences import announcement, bid_sentence
from tests.pages.phases import scenes
from tests.pages.scenes import bidding, dealt, game_over, snapshot

SCORED = dict(scenes())["scored"]


def test_void_game_has_no_winner_in_its_headline() -> None:
    for scene in (dict(scenes())["void"], dict(scenes())["closed"].changed(void="Played by two people in one browser")):
        assert announcement(scene.snapshot, scene.context.names) == "This game was declared void."


@pytest.mark.parametrize(
    ("language", "news"),
    [("en", "Alex −165, you +35 and Bot Lark −160."), ("es", "Alex −165, tú +35 y Bot Lark −160.")],
)
def test_end_of_a_deal_shows_everybody_their_points(language: str, news: str) -> None:
    with translation.override(language):
        assert announcement(SCORED.snapshot, Names(SCORED.snapshot.seats, 1)).endswith(news)
        theirs = announcement(SCORED.snapshot, Names(SCORED.snapshot.seats, 0))
    assert theirs.partition(". ")[2].startswith(("You −165, ", "Tú −165, "))


def test_nil_on_the_partner_is_not_described_as_three_nils() -> None:
    state = bidding(dealt(9, dealer=0, bidding=BiddingStyle.SUICIDE), 1)
    scene, bid = snapshot(state, None), state.bids[0]
    if bid.player in bid.nils:  # then the bidder went nil; the same with the other three hands
        bid = type(bid)(bid.player, bid.tricks, frozenset({0, 1, 2, DUMMY} - {bid.player}))
    assert "nil on the partner’s hand." in bid_sentence(bid, scene.context.names)


@pytest.mark.parametrize(("language", "words"), [("en", "The lead has changed 3 times"), ("es", "3 veces")])
def test_curve_says_how_often_the_lead_has_changed(language: str, words: str) -> None:
    with translation.override(language):
        chart = points_over_game(game_over().snapshot)
    assert chart is not None
    assert words in chart.summary


def test_curve_says_nothing_of_a_lead_that_never_changed() -> None:
    chart = points_over_game(dict(scenes())["scored"].snapshot)
    assert chart is not None
    assert "changed" not in chart.summary
