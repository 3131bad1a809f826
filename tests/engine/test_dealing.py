"""docs/rules.md sections 1 and 2: seats, and who deals."""

import pytest

from games.engine import DECK, DUMMY, Card, first_dealer, next_dealer, owner, partner, playing_order
from tests.builders import cards


def test_deck_is_52_cards_sorted_by_suit_then_rank() -> None:
    assert " ".join(map(str, DECK[:14])) == "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 HA"
    assert len(set(DECK)) == 52
    assert [card.index for card in DECK] == list(range(52))


def test_card_is_parsed_from_its_name() -> None:
    assert all(Card.parse(str(card)) is card for card in DECK)


@pytest.mark.parametrize("text", ["", "S", "AS", "S1", "S10", "sa", "XX", "SA "])
def test_other_text_is_not_a_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(text)


@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [("H2 HA SK", 1), ("C3 D2 S2", 0), ("CA HA DA", 1), ("HA SA DA", 1), ("C9 D9 S8", 1), ("D7 C2 C7", 0)],
)
def test_highest_rank_deals_and_suit_decides_equal_ranks(drawn: str, dealer: int) -> None:
    first, second, third = cards(drawn)
    assert first_dealer((first, second, third)) == dealer


def test_deal_passes_clockwise_and_skips_the_dummy() -> None:
    assert [next_dealer(dealer) for dealer in (0, 1, 2)] == [1, 2, 0]


@pytest.mark.parametrize(("declarer", "order"), [(0, (0, 1, DUMMY, 2)), (1, (1, 2, DUMMY, 0)), (2, (2, 0, DUMMY, 1))])
def test_dummy_sits_opposite_the_declarer(declarer: int, order: tuple[int, ...]) -> None:
    assert playing_order(declarer) == order
    assert partner(declarer, declarer) == DUMMY
    assert partner(order[1], declarer) == order[3]
    assert owner(DUMMY, declarer) == declarer
