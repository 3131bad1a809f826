"""The bot against players of random legal cards; each deal is played with the bot in each of the three seats."""

from random import Random

import pytest

from games.bots import choose
from games.bots.selfplay import play_deal
from games.engine import (
    PLAYERS,
    Action,
    AnswerClaim,
    Bid,
    BiddingStyle,
    Dealt,
    PeekRule,
    Play,
    Rules,
    Standing,
    View,
    score,
)
from tests.builders import random_hands

DEALS = 60


def play_at_random(view: View, rng: Random) -> Action:
    """Bid like the bot, so that only the play is compared; play random legal cards; refuse claims."""
    assert view.viewer is not None, "a spectator has no turn"
    if view.may_answer_claim:
        return AnswerClaim(view.viewer, False)
    return Play(view.viewer, rng.choice(view.playable)) if view.playable else choose(view, rng)


def bid_and_play_at_random(view: View, rng: Random) -> Action:
    """Bid randomly up to seven tricks with random legal nils; play random legal cards."""
    if not view.bid_options:
        return play_at_random(view, rng)
    assert view.viewer is not None, "a spectator has no turn"
    option = rng.choice(view.bid_options)
    return Bid(view.viewer, rng.choice(option.tricks[:8]), rng.choice(option.nils))


def lead_over(opponent: object, style: BiddingStyle) -> float:
    """Return by how much the bot's points in a deal exceed the mean of two such opponents."""
    lead = 0.0
    for seed in range(DEALS):
        rng = Random(seed)
        rules = Rules(list(PeekRule)[seed % 7], style)
        dealt = Dealt(rules, seed % 3, Standing(), random_hands(rng))
        for seat in PLAYERS:
            players = [choose if player == seat else opponent for player in PLAYERS]
            totals = [line.total for line in score(play_deal(dealt, players, rng)[0])]
            lead += totals[seat] - (sum(totals) - totals[seat]) / 2
    return lead / (3 * DEALS)


@pytest.mark.slow
@pytest.mark.parametrize("style", list(BiddingStyle))
def test_bot_beats_random_cards(style: BiddingStyle) -> None:
    assert lead_over(play_at_random, style) > 15


@pytest.mark.slow
@pytest.mark.parametrize("style", [BiddingStyle.STANDARD, BiddingStyle.SUICIDE, BiddingStyle.WHIZ])
def test_bot_beats_random_bids_clearly(style: BiddingStyle) -> None:
    assert lead_over(bid_and_play_at_random, style) > 40
