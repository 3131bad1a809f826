"""All hands are ordered as their viewer likes it; that changes nothing for anybody else."""

import pytest

from accounts.base.choices import HandOrder
from games.components.cards import SUITS_IN_ORDER, upper_row
from games.components.frames import Viewer
from games.engine import Shape
from tests.builders import bid, hands, new_deal
from tests.components.dom import Element, page_of, parts_of
from tests.pages.scenes import dealt, finished, playing, snapshot, with_declarer

IN_PLAY = playing(with_declarer(2), 3, 1)
RANKS = "23456789TJQKA"


@pytest.mark.parametrize(
    ("order", "suits"), [(HandOrder.ALTERNATING, "shcd"), (HandOrder.BY_SUIT, "shdc"), (HandOrder.RISING, "dchs")]
)
def test_own_hand_is_in_the_order_chosen(order: HandOrder, suits: str) -> None:
    state = bid(new_deal(hands("SA32 HK43 DQ54 CJ765")), 4, 4, 6)
    hand = page_of(snapshot(state, hand_order=order)).at("hand")
    assert [suit.id for suit in hand.of_class("suit")] == [f"suit-0-{suit}" for suit in suits]
    for suit in hand.of_class("suit"):
        ranks = [RANKS.index(card["value"][1]) for card in suit.of_tag("button")]
        assert ranks == sorted(ranks, reverse=order is not HandOrder.RISING)


@pytest.mark.parametrize(
    ("sizes", "order", "upper"),
    [
        ((4, 3, 3, 3), HandOrder.ALTERNATING, "SH"),
        ((3, 3, 3, 4), HandOrder.ALTERNATING, "SH"),
        ((1, 1, 5, 6), HandOrder.ALTERNATING, "SHC"),
        ((7, 2, 2, 2), HandOrder.ALTERNATING, "S"),
        ((1, 5, 1, 6), HandOrder.ALTERNATING, "SH"),
        ((10, 1, 1, 1), HandOrder.ALTERNATING, "S"),
        ((1, 1, 5, 6), HandOrder.BY_SUIT, "SHD"),
        ((4, 3, 3, 3), HandOrder.RISING, "DC"),
    ],
)
def test_no_suit_is_split_and_two_rows_have_the_order_of_one(sizes: Shape, order: HandOrder, upper: str) -> None:
    assert {suit.letter for suit in upper_row(sizes, order)} == set(upper)
    assert "".join(suit.letter for suit in SUITS_IN_ORDER[order]).startswith(upper)


def order_of(page: Element, hand: str) -> str:
    """Return the suits of a hand in the order in which one reads it: the upper row, then the lower one."""
    suits = page.at(hand).of_class("suit")
    return "".join(suit.id[-1] for suit in sorted(suits, key=lambda suit: "row-2" in suit.classes))


@pytest.mark.parametrize("seed", range(12))
def test_all_hands_have_one_order_in_every_deal(seed: int) -> None:
    """The own hand and the dummy above it, which the declarer plays; a defender sees the dummy in columns."""
    state = playing(bid(dealt(seed), 6, 3, 3), 3, 1)
    for order, suits in ((HandOrder.ALTERNATING, "shcd"), (HandOrder.BY_SUIT, "shdc")):
        table = page_of(snapshot(state, hand_order=order))
        for hand in ("hand", "dummy"):
            assert list(order_of(table, hand)) == sorted(order_of(table, hand), key=suits.index)
    columns = [column.classes[1][-1] for column in page_of(snapshot(state, 1)).at("open-dummy").of_class("suit")]
    assert columns == sorted(columns, key="shcd".index)


@pytest.mark.parametrize("order", HandOrder)
def test_hands_have_the_same_cards_in_any_order(order: HandOrder) -> None:
    state = playing(with_declarer(0), 3, 1)
    usual, other = page_of(snapshot(state)), page_of(snapshot(state, hand_order=order))
    for hand in ("hand", "dummy"):
        cards = [{button["value"] for button in page.at(hand).of_tag("button")} for page in (usual, other)]
        assert cards[0] == cards[1] != set()


def test_spades_of_the_dummy_are_on_the_left_whatever_the_order_of_the_own_hand() -> None:
    state = playing(with_declarer(0), 3, 1)
    usual, rising = (page_of(snapshot(state, hand_order=order)) for order in (HandOrder.ALTERNATING, HandOrder.RISING))
    assert usual.at("dummy").markup() == rising.at("dummy").markup()


@pytest.mark.parametrize(
    ("held", "order", "apart"),
    [
        ("SA32 HK432 DQ54 CJ76", HandOrder.ALTERNATING, ""),
        ("SA32 HK432 DQ54 CJ76", HandOrder.BY_SUIT, ""),
        ("SA32 D9876543 CJ76", HandOrder.ALTERNATING, "c"),
        ("SA2 HK6 DQ3 CJ765432", HandOrder.BY_SUIT, "d"),
    ],
)
def test_suit_is_apart_from_one_of_its_colour_before_it_in_a_row(held: str, order: HandOrder, apart: str) -> None:
    hand = page_of(snapshot(new_deal(hands(held)), hand_order=order)).at("hand")
    assert [suit.id for suit in hand.of_class("apart")] == [f"suit-0-{suit}" for suit in apart]


def test_order_of_one_player_changes_nothing_for_another() -> None:
    """Of the parts everybody gets none changes, and of the viewer's own ones only the hand."""
    usual, other = (
        parts_of(snapshot(IN_PLAY, 0, hand_order=order)) for order in (HandOrder.ALTERNATING, HandOrder.RISING)
    )
    assert [name for name in usual if not name.startswith("hand") and usual[name] != other[name]] == []


def test_spectators_order_changes_nothing() -> None:
    table = snapshot(IN_PLAY, None)
    liked = table.changed(hand_order=HandOrder.RISING)
    assert liked.viewer == Viewer(None, HandOrder.RISING, signed_in=False)
    assert parts_of(liked) == parts_of(table)


def test_four_hands_of_a_finished_deal_lie_as_on_paper() -> None:
    hands = page_of(snapshot(finished(IN_PLAY), hand_order=HandOrder.RISING)).of_class("turned-up")
    assert len(hands) == 4
    for hand in hands:
        suits = [card.classes[1] for row in hand.of_tag("ul") for card in row.of_class("card")]
        assert all(suits[place:].count(suits[place]) == suits.count(suits[place]) for place in map(suits.index, suits))
        for suit in "shcd":
            ranks = [card.text for card in hand.of_class("card") if suit in card.classes]
            assert ranks == sorted(ranks, key="AKQJ1098765432".index)
