"""docs/rules.md sections 1 to 3: seats, who deals, and the shuffle."""

from hashlib import sha256

import pytest

from games.engine import (
    DECK,
    DUMMY,
    Card,
    commitment,
    deal_hands,
    first_dealer,
    next_dealer,
    owner,
    partner,
    playing_order,
    shuffled_pack,
    verify,
)
from tests.builders import cards

SECRET = bytes(range(32))
OTHER_SECRET = bytes(reversed(range(32)))


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


def test_secret_alone_decides_the_pack() -> None:
    pack = shuffled_pack(SECRET, "deal")
    assert sorted(pack, key=DECK.index) == list(DECK)
    assert pack == shuffled_pack(SECRET, "deal")
    assert pack != shuffled_pack(SECRET, "draw")
    assert pack != shuffled_pack(OTHER_SECRET, "deal")


def test_shuffle_of_a_given_secret_never_changes() -> None:
    """The proofs of old deals must stay valid, so this order may not change."""
    assert " ".join(map(str, shuffled_pack(SECRET, "deal")[:8])) == "D7 D9 H5 H2 SA H4 S5 C6"


def test_every_card_can_come_to_every_place() -> None:
    packs = [shuffled_pack(number.to_bytes(32, "big"), "deal") for number in range(1000)]
    assert len(set(packs)) == 1000
    assert all(len({pack[place] for pack in packs}) == 52 for place in range(52))


def test_hands_are_dealt_one_card_at_a_time() -> None:
    pack, hands = shuffled_pack(SECRET, "deal"), deal_hands(SECRET)
    assert [hand[0] for hand in hands] == list(pack[:4])
    assert [hand[12] for hand in hands] == list(pack[48:])


def test_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == sha256(SECRET).hexdigest()


def test_proof_holds_for_the_dealt_hands_only() -> None:
    hands, committed = deal_hands(SECRET), commitment(SECRET)
    sorted_by_players = (*(tuple(sorted(hand, key=DECK.index)) for hand in hands[:3]), hands[DUMMY])
    other_places = (*hands[:3], tuple(reversed(hands[DUMMY])))
    assert verify(SECRET, committed, hands)
    assert verify(SECRET, committed, sorted_by_players)
    assert not verify(SECRET, committed, other_places)
    assert not verify(SECRET, committed, (hands[1], hands[0], *hands[2:]))
    assert not verify(SECRET, commitment(OTHER_SECRET), hands)
    assert not verify(OTHER_SECRET, committed, hands)
