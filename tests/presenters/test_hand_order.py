"""The own hand lies as its player likes it; everybody else's cards are none of that player's business."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.preferences import HandOrder
from games.play.snapshot import Snapshot
from games.presenters import TablePage
from games.presenters.faces import dealt_hand
from tests.presenters.scenes import SEATS, finished, playing, snapshot, with_declarer

IN_PLAY = playing(with_declarer(2), 3, 1)


def liking(order: HandOrder, shown: Snapshot) -> Snapshot:
    """The table as player 0 sees it, who likes this order."""
    return replace(shown, seats=(replace(SEATS[0], hand_order=order), *SEATS[1:]))


@pytest.mark.parametrize(
    ("order", "suits"), [(HandOrder.ALTERNATING, "shcd"), (HandOrder.BY_SUIT, "shdc"), (HandOrder.RISING, "dchs")]
)
def test_the_own_hand_lies_in_the_order_chosen(order: HandOrder, suits: str) -> None:
    deal = TablePage(liking(order, snapshot(IN_PLAY))).deal
    assert deal is not None
    assert deal.hand is not None
    shown = [group.suit for group in deal.hand.groups]
    assert shown == [suit for suit in suits if suit in shown]
    ranks = ["23456789TJQKA".index(face.code[1]) for group in deal.hand.groups[:1] for face in group.cards]
    assert ranks == sorted(ranks, reverse=order is not HandOrder.RISING)


@pytest.mark.parametrize("order", HandOrder)
def test_it_is_the_same_hand_in_any_order(order: HandOrder) -> None:
    usual, other = (TablePage(shown).deal for shown in (snapshot(IN_PLAY), liking(order, snapshot(IN_PLAY))))
    assert usual is not None
    assert other is not None
    assert usual.hand is not None
    assert other.hand is not None
    assert set(usual.hand.groups[0].cards) <= {face for group in other.hand.groups for face in group.cards}
    assert usual.dummy == other.dummy


def test_what_one_player_likes_changes_nothing_for_another() -> None:
    for viewer in (1, 2, None):
        usual, other = (
            TablePage(shown).deal
            for shown in (snapshot(IN_PLAY, viewer), liking(HandOrder.RISING, snapshot(IN_PLAY, viewer)))
        )
        assert usual is not None
        assert other is not None
        assert (usual.hand, usual.dummy) == (other.hand, other.dummy)


def test_the_four_hands_of_a_finished_deal_lie_as_on_paper() -> None:
    result = TablePage(liking(HandOrder.RISING, snapshot(finished(IN_PLAY)))).result
    assert result is not None
    hands = [dealt_hand(hand.cards) for hand in result.hands]
    assert all("".join(group.suit for group in groups) in ("shcd", "hcd", "scd", "shd", "shc") for groups in hands)
