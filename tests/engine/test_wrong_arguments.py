"""What programs may hand the engine by mistake: it is refused at once, and shows nothing hidden."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine import DECK, Bid, Claim, Dealt, IllegalAction, Peek, PeekRule, Rules, Standing, act, replay, view_for
from tests.builders import ONE_SUIT_EACH, bid, new_deal, play

FOUR_HANDS = tuple(DECK[start : start + 13] for start in range(0, 52, 13))
DEALT = Dealt(Rules(), 0, Standing(), FOUR_HANDS)


@pytest.mark.parametrize("viewer", [3, -1, 4, True, False, 1.0, "1"])
def test_view_is_for_a_player_or_a_spectator_only(viewer: Any) -> None:
    with pytest.raises(ValueError, match="viewer"):
        view_for(new_deal(ONE_SUIT_EACH), viewer)


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": FOUR_HANDS[:1] * 4},
        {"hands": ((), (), (), ())},
        {"hands": FOUR_HANDS[:3]},
        {"hands": (DECK[:14], DECK[14:26], *FOUR_HANDS[2:])},
        {"dealer": 5},
        {"dealer": True},
        {"rules": None},
    ],
    ids=[
        "equal hands",
        "no cards",
        "three hands",
        "fourteen cards",
        "no such dealer",
        "dealer is no number",
        "no rules",
    ],
)
def test_deal_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\b(deal|deals)\b"):
        replace(DEALT, **changes)


def test_rules_take_names_and_refuse_unknown_ones() -> None:
    named: dict[str, Any] = {"peek": "three"}
    assert Rules(**named) == Rules(PeekRule.THREE)
    assert Rules(**named).peek is PeekRule.THREE
    wrong: list[dict[str, Any]] = [
        {"peek": "x"}, {"bidding": "x"}, {"target": True}, {"target": 500.0}, {"floor": -200.0},
    ]  # fmt: skip
    for values in wrong:
        with pytest.raises(ValueError, match=r"."):
            Rules(**values)


@pytest.mark.parametrize(("tricks", "player"), [(True, 0), (5.0, 0), (5, False), (5, 0.0)])
def test_bid_is_of_whole_numbers(tricks: Any, player: Any) -> None:
    start = replay([replace(DEALT, dealer=2)])
    assert act(start, Bid(0, 5)).bids[0].tricks == 5
    with pytest.raises(IllegalAction):
        act(start, Bid(player, tricks))


def test_nils_are_on_hands() -> None:
    start, wrong = replay([replace(DEALT, dealer=2)]), frozenset({True})
    with pytest.raises(IllegalAction, match="bad_nils"):
        act(start, Bid(0, 3, wrong))


def test_peek_and_claim_are_of_whole_numbers() -> None:
    peeking = replay([Dealt(Rules(PeekRule.THREE), 2, Standing(), FOUR_HANDS)])
    wrong: list[Any] = [(True, 2, 3), (0.0, 1, 2)]
    for places in wrong:
        with pytest.raises(IllegalAction, match="bad_peek"):
            act(peeking, Peek(0, places))
    leading = play(bid(new_deal(ONE_SUIT_EACH), 6, 4, 3), "S2 H2 C2 D2")
    with pytest.raises(IllegalAction, match="bad_claim"):
        act(leading, Claim(0, True))


def test_bid_with_a_set_that_may_change_is_the_same_bid() -> None:
    nils: Any = {1}
    assert {Bid(1, 4, nils)} == {Bid(1, 4, frozenset({1}))}
