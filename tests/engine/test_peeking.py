"""docs/rules.md section 4: peeking and flipping."""

import pytest

from games.engine import DUMMY, Bid, IllegalAction, Peek, PeekRule, Phase, State, act, decide, legal_actions, view_for
from tests.builders import new_deal
from tests.engine.reference_engine import PEEKS

PEEKY = [(PeekRule(name), count) for name, count in PEEKS.items() if count and not name.startswith("flip")]
FLIPS = [(PeekRule(name), count) for name, count in PEEKS.items() if name.startswith("flip")]


def refusal_code(state: State, player: int, *places: int) -> str:
    with pytest.raises(IllegalAction) as refused:
        decide(state, Peek(player, places))
    return refused.value.code


def peek(state: State, player: int, *places: int) -> State:
    return act(state, Peek(player, places))


def test_without_peek_rule_bidding_begins_at_once() -> None:
    state = new_deal()
    assert state.phase is Phase.BIDDING
    assert refusal_code(state, 0, 0, 1, 2) == "bad_peek"


@pytest.mark.parametrize(("rule", "count"), PEEKY)
def test_players_peek_in_any_order_and_at_the_same_places(rule: PeekRule, count: int) -> None:
    state = new_deal(peek=rule)
    for player in (1, 0, 2):
        assert state.phase is Phase.PEEKING
        state = peek(state, player, *range(count))
    assert state.phase is Phase.BIDDING


@pytest.mark.parametrize(("rule", "count"), PEEKY)
def test_peeked_cards_are_visible_to_the_peeker_only(rule: PeekRule, count: int) -> None:
    state = peek(new_deal(peek=rule), 1, *range(5, 5 + count))
    assert view_for(state, 1).places == tuple((place, state.dealt[DUMMY][place]) for place in range(5, 5 + count))
    assert [view_for(state, viewer).places for viewer in (0, 2, None)] == [(), (), ()]
    assert not view_for(state, 0).flipped


def test_second_peek_of_a_player_is_refused() -> None:
    assert refusal_code(peek(new_deal(peek=PeekRule.THREE), 1, 0, 1, 2), 1, 3, 4, 5) == "wrong_player"


@pytest.mark.parametrize(("rule", "count"), FLIPS)
def test_flips_are_made_in_bidding_order_and_visible_to_all(rule: PeekRule, count: int) -> None:
    state = new_deal(dealer=0, peek=rule)
    for turn, player in enumerate((1, 2, 0)):
        others = {0, 1, 2} - {player}
        assert {refusal_code(state, other, *range(count)) for other in others} == {"wrong_player"}
        state = peek(state, player, *range(turn * count, (turn + 1) * count))
    up = tuple(enumerate(state.dealt[DUMMY][: 3 * count]))
    assert state.phase is Phase.BIDDING
    assert [view_for(state, viewer).places for viewer in (0, 1, 2, None)] == [up] * 4
    assert view_for(state, None).flipped == set(range(3 * count))


def test_flipping_a_flipped_card_is_refused() -> None:
    state = peek(new_deal(peek=PeekRule.FLIP2), 0, 3, 7)
    assert refusal_code(state, 1, 7, 8) == "bad_peek"


@pytest.mark.parametrize("places", [(), (0, 1), (0, 1, 2, 3), (0, 1, 1), (0, 1, 13), (-1, 0, 1), (0, 1, 10**30)])
def test_wrong_places_are_refused(places: tuple[int, ...]) -> None:
    assert refusal_code(new_deal(peek=PeekRule.THREE), 0, *places) == "bad_peek"


def test_bid_before_all_have_peeked_is_refused() -> None:
    state = peek(peek(new_deal(peek=PeekRule.THREE), 0, 0, 1, 2), 1, 0, 1, 2)
    with pytest.raises(IllegalAction) as refused:
        decide(state, Bid(0, 4))
    assert refused.value.code == "too_early"


def test_fourth_peek_of_a_deal_is_refused() -> None:
    state = new_deal(peek=PeekRule.FLIP1)
    for player in (0, 1, 2):
        state = peek(state, player, player)
    assert refusal_code(state, 0, 9) == "wrong_player"


def test_legal_peeks_are_all_combinations_of_hidden_places() -> None:
    state = peek(new_deal(peek=PeekRule.FLIP2), 0, 3, 7)
    choices = list(legal_actions(state))
    assert len(choices) == len(set(choices)) == 55
    assert all(isinstance(choice, Peek) and choice.player == 1 and not {3, 7} & {*choice.places} for choice in choices)
