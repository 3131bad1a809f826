"""The lesson's script: every move in it is legal, and nothing goes on without it."""

from __future__ import annotations

import pytest

from games.bots.claims import is_certain
from games.engine import DECK, Bid, Claim, IllegalAction, Phase, Play, act, legal_actions, parse_cards, view_for
from games.learning.first_deal import LAST, STEPS, NotTheLesson, follow, states, table_at
from games.learning.fixed_deal import ANA, BEN, PACK, YOU

MOVES = [number for number, step in enumerate(STEPS) if step.asks is not None]
PAUSES = [number for number in range(LAST) if number not in MOVES]


def test_the_pack_is_whole() -> None:
    assert sorted(map(str, DECK)) == sorted(str(card) for hand in PACK.values() for card in parse_cards(hand))


@pytest.mark.parametrize("number", MOVES)
def test_every_move_but_one_is_refused(number: int) -> None:
    state = states()[number]
    for action in legal_actions(state):
        if action == STEPS[number].asks:
            follow(number, action)
        else:
            with pytest.raises(NotTheLesson):
                follow(number, action)


@pytest.mark.parametrize("number", MOVES)
def test_a_move_against_the_rules_is_refused_by_the_rules(number: int) -> None:
    with pytest.raises(IllegalAction):
        follow(number, Bid(YOU, 14))
    with pytest.raises(IllegalAction):
        follow(number, Play(YOU, parse_cards("CA")[0]))


@pytest.mark.parametrize("number", MOVES)
def test_a_step_that_asks_for_a_move_offers_it(number: int) -> None:
    view, asks = table_at(number).view, STEPS[number].asks
    assert view is not None
    assert not isinstance(asks, Play) or asks.card in view.playable
    assert view.may_claim is isinstance(asks, Claim)
    assert STEPS[number].task


@pytest.mark.parametrize("number", PAUSES)
def test_a_step_to_read_offers_no_move(number: int) -> None:
    view = table_at(number).view
    assert view is not None
    assert (view.playable, view.bid_options, view.may_claim) == ((), (), False)


def test_the_claim_is_one_the_bots_would_accept() -> None:
    claimed = act(states()[LAST - 1], Claim(YOU))
    assert is_certain(view_for(claimed, ANA))
    assert is_certain(view_for(claimed, BEN))


def test_the_end_is_as_the_texts_say() -> None:
    end = table_at(LAST).finished[0]
    yours, anas, bens = end.scores
    assert states()[LAST].phase is Phase.FINISHED
    assert (yours.contract, yours.side_tricks, yours.bags, yours.total) == (9, 11, 2, 92)
    assert (anas.contract, anas.side_tricks, anas.total, anas.nils) == (2, 2, 20, ())
    assert (bens.contract, bens.total, [(nil.hand, nil.made) for nil in bens.nils]) == (3, -130, [(ANA, False)])
    assert yours.nils == ()
