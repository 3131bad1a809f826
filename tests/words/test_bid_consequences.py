"""What each bid would lead to, as the player who chooses reads it."""

import pytest
from django.utils import translation

from games.engine import Bid, act, view_for
from games.words.names import Names
from games.words.seats import consequence, tricks_needed
from tests.builders import bid
from tests.pages.scenes import SEATS, dealt


def consequences(bids: tuple[int, ...], tricks: int) -> str:
    """Return what the player reads who is to bid after these bids; player 0 bids first."""
    state, bidder = bid(dealt(dealer=2), *bids), len(bids)
    return consequence(view_for(state, bidder), Names(SEATS, bidder), bidder, tricks)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bids", "tricks", "words"),
    [
        ((), 6, "You declare if Ana and Bot Lark bid at most 6."),
        ((5,), 6, "You declare if Bot Lark bids at most 6."),
        ((5,), 5, "You defend."),
        ((5, 3), 5, "Alex declares, you defend. Both sides together need 10 of 13 tricks."),
        ((5, 3), 6, "You declare. Both sides together need 11 of 13 tricks."),
        ((5, 7), 0, "Ana declares, you defend. Both sides together need 12 of 13 tricks."),
    ],
)
def test_bidder_reads_what_a_number_leads_to(bids: tuple[int, ...], tricks: int, words: str) -> None:
    assert consequences(bids, tricks) == words


@pytest.mark.parametrize("tricks", range(14))
def test_declarer_who_is_named_is_the_one_who_declares(tricks: int) -> None:
    state = act(bid(dealt(dealer=2), 4, 9), Bid(2, tricks))
    assert consequences((4, 9), tricks).startswith("You declare.") is (state.declarer == 2)


@pytest.mark.parametrize(("bids", "count"), [((), None), ((7,), None), ((7, 5), 12), ((7, 5, 6), 13), ((5, 7, 8), 15)])
def test_tricks_needed_are_those_of_declarer_and_higher_defender(bids: tuple[int, ...], count: int | None) -> None:
    assert tricks_needed(view_for(bid(dealt(dealer=2), *bids), 0)) == count


def test_bidder_reads_it_in_spanish() -> None:
    with translation.override("es"):
        assert consequences((5,), 6) == "Eres declarante si Bot Lark puja 6 como mucho."
