"""Reasons and opinions in words."""

import pytest

from games.bots import Advice, Cause, Opinion, Reason
from games.engine import DUMMY, Bid, CardPlayed, Play, parse_cards
from games.review.known import thought_on_next
from games.review.queries import ReviewedDeal
from games.words.names import Names
from games.words.reasons import reason_sentence
from tests.builders import bid, new_deal, play_out
from tests.pages.scenes import SEATS
from tests.review.test_positions import reviewed

NAMES = Names(SEATS, 0)
QUEEN = parse_cards("HQ")[0]


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason(Cause.ONLY_CARD), "It is the only card this hand may play."),
        (Reason(Cause.ONLY_BID), "There is nothing to choose: the spades are counted."),
        (Reason(Cause.NO_DIFFERENCE), "Other cards would do about as well."),
        (Reason(Cause.CONTRACT, 0, None, 0.82, 0.6), "Your contract is made more often: in 82%"),
        (Reason(Cause.CONTRACT, 1, None, 0.1, 0.606), "Ana’s contract is made less often: in 10%"),
        (Reason(Cause.BAGS, 0, None, 0.4, 1.26), "You take fewer bags: on average 0.4 instead of 1.3."),
        (Reason(Cause.BAGS, 1, None, 2.0, 1.0), "Ana takes more bags: on average 2.0 instead of 1.0."),
        (Reason(Cause.NIL, 0, DUMMY, 0.7, 0.5), "The nil on the dummy is made more often: in 70%"),
        (Reason(Cause.NIL, 1, 0, 0.2, 0.5), "The nil on your hand is made less often: in 20%"),
        (Reason(Cause.BID_NIL, 1, 1, 0.7), "The nil on Ana’s hand fails in 30% of simulated deals."),
        (Reason(Cause.BID, 0, None, 0.7, 0.45), "This bid is made in 70% of simulated deals, one trick more in 45%."),
        (Reason(Cause.BID, 0, None, 0.7), "This bid is made in 70% of simulated deals."),
    ],
)
def test_every_reason_has_its_sentence(reason: Reason, words: str) -> None:
    assert reason_sentence(reason, NAMES).startswith(words)


PLAIN = Opinion(Reason(Cause.NO_DIFFERENCE), None)


def why(deal: ReviewedDeal, at: int, opinion: Opinion) -> str:
    thought = thought_on_next(deal, at, [opinion] * 55)
    assert thought is not None
    return thought.why


def test_thought_is_about_the_next_move() -> None:
    deal = reviewed()
    moves = [thought_on_next(deal, at, [PLAIN] * 55) for at in range(len(deal.log))]
    assert moves[-1] is None
    assert moves[0] is not None
    assert "bid" in moves[0].move
    leads = [at for at, thought in enumerate(moves) if thought and "lead" in thought.move]
    assert leads == list(range(3, 55, 4))
    assert isinstance(deal.log[4], CardPlayed)


def test_better_move_is_named_with_its_reason() -> None:
    contract = Reason(Cause.CONTRACT, 0, None, 0.82, 0.6)
    card = Opinion(PLAIN.reason, Advice(Play(0, QUEEN), contract))
    assert why(reviewed(viewer=0), 3, card).startswith("An expert would have played the queen of hearts. Your contract")
    number = Opinion(PLAIN.reason, Advice(Bid(0, 5), Reason(Cause.BID, 0, None, 0.7)))
    assert (
        why(reviewed(viewer=0), 0, number) == "An expert would have bid 5. This bid is made in 70% of simulated deals."
    )
    nil = Opinion(PLAIN.reason, Advice(Bid(0, 2, frozenset({0})), Reason(Cause.BID_NIL, 0, 0, 0.7)))
    assert why(reviewed(viewer=0), 0, nil).startswith(
        "An expert would have bid 2, nil on your hand. The nil on your hand"
    )


def test_thought_without_opinions_is_empty() -> None:
    deal = reviewed(play_out(bid(new_deal(), 4, 5, 3)))
    assert thought_on_next(deal, 3, ()) is None
    assert thought_on_next(deal, 10, [PLAIN] * 5) is None
