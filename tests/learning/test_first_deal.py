"""The steps of the lesson: every action in them is legal, and only the action asked for is accepted."""

import pytest

from games.bots.knowledge import is_certain
from games.engine import DECK, Bid, Claim, IllegalAction, Phase, Play, act, legal_actions, parse_cards, view_for
from games.learning.first_deal import ANA, BEN, LAST, PACK, STEPS, YOU, WrongLessonMove, check_move, states, table_at

MOVES = [number for number, step in enumerate(STEPS) if step.asks is not None]
PAUSES = [number for number in range(LAST) if number not in MOVES]


def test_pack_is_complete() -> None:
    assert sorted(map(str, DECK)) == sorted(str(card) for hand in PACK.values() for card in parse_cards(hand))


@pytest.mark.parametrize("number", MOVES)
def test_only_the_action_asked_for_is_accepted(number: int) -> None:
    state = states()[number]
    for action in legal_actions(state):
        if action == STEPS[number].asks:
            check_move(number, action)
        else:
            with pytest.raises(WrongLessonMove):
                check_move(number, action)


@pytest.mark.parametrize("number", MOVES)
def test_illegal_action_raises_illegal_action(number: int) -> None:
    with pytest.raises(IllegalAction):
        check_move(number, Bid(YOU, 14))
    with pytest.raises(IllegalAction):
        check_move(number, Play(YOU, parse_cards("CA")[0]))


@pytest.mark.parametrize("number", MOVES)
def test_step_that_asks_for_an_action_offers_it(number: int) -> None:
    view, asks = table_at(number).view, STEPS[number].asks
    assert view is not None
    assert not isinstance(asks, Play) or asks.card in view.playable
    assert view.may_claim is isinstance(asks, Claim)
    assert STEPS[number].task


@pytest.mark.parametrize("number", PAUSES)
def test_step_to_read_offers_no_action(number: int) -> None:
    view = table_at(number).view
    assert view is not None
    assert (view.playable, view.bid_options, view.may_claim) == ((), (), False)


def test_claim_of_the_lesson_is_certain() -> None:
    claimed = act(states()[LAST - 1], Claim(YOU))
    assert is_certain(view_for(claimed, ANA))
    assert is_certain(view_for(claimed, BEN))


def test_scores_at_the_end_match_the_texts() -> None:
    end = table_at(LAST).finished[0]
    yours, anas, bens = end.scores
    assert states()[LAST].phase is Phase.FINISHED
    assert (yours.contract, yours.side_tricks, yours.bags, yours.total) == (9, 11, 2, 92)
    assert (anas.contract, anas.side_tricks, anas.total, anas.nils) == (2, 2, 20, ())
    assert (bens.contract, bens.total, [(nil.hand, nil.made) for nil in bens.nils]) == (3, -130, [(ANA, False)])
    assert yours.nils == ()
