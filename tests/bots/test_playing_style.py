"""Playing styles: bold bots bid more tricks and more nils than cautious ones; a mixed table has one bot of each."""

from random import Random

import pytest

from games.bots import MIXED, Level, PlayingStyle, choose, playing_style_at
from games.engine import DUMMY, PLAYERS, Bid, BiddingStyle, Peek, PeekRule, act, view_for
from tests.builders import new_deal, random_hands


def bids(deals: int, level: Level, playing: PlayingStyle, style: BiddingStyle = BiddingStyle.STANDARD) -> list[Bid]:
    """Return the first bids of so many deals."""
    actions = []
    for seed in range(deals):
        action = choose(view_for(new_deal(random_hands(Random(seed)), bidding=style), 0), Random(seed), level, playing)
        assert isinstance(action, Bid)
        actions.append(action)
    return actions


def own_nils(made: list[Bid]) -> int:
    return sum(bid.player in bid.nils for bid in made)


@pytest.mark.usefixtures("prepared_bots")
@pytest.mark.parametrize("level", Level)
def test_bolder_style_bids_more_tricks_and_more_nils(level: Level, is_large: bool) -> None:
    cautious, steady, bold = (bids(150 if is_large else 100, level, style) for style in PlayingStyle)
    assert own_nils(cautious) < own_nils(steady) < own_nils(bold)
    common = [
        (one, two, three)
        for one, two, three in zip(cautious, steady, bold, strict=True)
        if not one.nils | two.nils | three.nils
    ]
    low, middle, high = (sum(three[place].tricks for three in common) for place in range(3))
    assert low < middle < high


@pytest.mark.usefixtures("prepared_bots")
def test_styles_differ_only_in_nils_if_spades_are_counted() -> None:
    cautious, bold = (
        bids(150, Level.CLUB, style, BiddingStyle.WHIZ) for style in (PlayingStyle.CAUTIOUS, PlayingStyle.BOLD)
    )
    assert own_nils(cautious) < own_nils(bold)
    mirror = [bids(150, Level.CLUB, style, BiddingStyle.MIRROR) for style in PlayingStyle]
    assert mirror[0] == mirror[1] == mirror[2]


def test_mixed_table_has_three_different_constant_styles() -> None:
    seen = set()
    for number in range(40):
        table = f"table {number}"
        here = [playing_style_at(MIXED, table, player) for player in PLAYERS]
        assert sorted(here) == sorted(PlayingStyle)
        assert here == [playing_style_at(MIXED, table, player) for player in PLAYERS]
        seen.add(tuple(here))
    assert len(seen) == 6


@pytest.mark.parametrize("style", PlayingStyle)
def test_chosen_style_applies_to_all_bots(style: PlayingStyle) -> None:
    assert {playing_style_at(str(style), "a table", player) for player in PLAYERS} == {style}


@pytest.mark.usefixtures("prepared_bots")
@pytest.mark.parametrize("style", PlayingStyle)
def test_little_known_dummy_is_seldom_declared_nil(style: PlayingStyle, is_large: bool) -> None:
    """It costs nothing where it does not apply, but a bot that declares it on any dummy looks foolish."""
    declared, deals = 0, 150 if is_large else 40
    for seed in range(deals):
        rng = Random(seed)
        deal = new_deal(random_hands(rng), peek=PeekRule.THREE)
        for player in PLAYERS:
            deal = act(deal, Peek(player, (0, 1, 2)))
        action = choose(view_for(deal, 0), rng, Level.EXPERT, style)
        assert isinstance(action, Bid)
        declared += DUMMY in action.nils
    assert declared < 0.1 * deals
