"""Bots consider the score of the game, not only that of the deal: target, floor, tenth bag, and who leads.

Each position is the last but one trick of a random deal, with the last player to act holding two cards. What follows
is certain, so that every choice that matters can be checked.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from games.bots import Level, choose
from games.engine import Bid, Card, Play, State, act, game_winner, legal_actions, score, standing_after, view_for
from tests.builders import bid, new_deal, play_out, random_hands

pytestmark = pytest.mark.usefixtures("prepared_bots")

Three = tuple[int, int, int]
SEEDS = range(700)


def last_choices(
    player: int, bids: Three, points: Three, bags: Three = (0, 0, 0), **rules: int | None
) -> Iterator[State]:
    """Yield deals of declarer 0 in which `player` is last to play to the last but one trick."""
    for seed in SEEDS:
        rng = Random(seed)
        state = bid(new_deal(random_hands(rng), points=points, bags=bags, **rules), *bids)
        while len(state.tricks) < 11 or len(state.trick) < 3:
            state = act(state, rng.choice([action for action in legal_actions(state) if isinstance(action, Play)]))
        if state.hand_to_play == player and len(view_for(state, player).playable) == 2:
            yield state


def ends(state: State) -> dict[Card, State]:
    """Return the finished deal for each card that may be played now."""
    player = state.player_to_play
    assert player is not None
    return {card: play_out(act(state, Play(player, card))) for card in view_for(state, player).playable}


def choice(state: State) -> Card:
    player = state.player_to_play
    assert player is not None
    action = choose(view_for(state, player), Random(1), Level.EXPERT)
    assert isinstance(action, Play)
    return action.card


@pytest.fixture
def most(is_large: bool) -> int | None:
    """Return how many states that matter are enough."""
    return None if is_large else 8


def winner(end: State) -> int | None:
    return game_winner(end.rules, standing_after(score(end)).points)


def share_right(
    states: Iterator[State], best: object, result: Callable[[State], object], most: int | None
) -> tuple[int, float]:
    """Return the number of states in which `result` depends on the card, and the share with the `best` result.

    No more than `most` states are looked for.
    """
    choices = list(islice(right_choices(states, best, result), most))
    return len(choices), sum(choices) / max(1, len(choices))


def right_choices(states: Iterator[State], best: object, result: Callable[[State], object]) -> Iterator[bool]:
    """Yield whether the choice has the `best` result, for each state in which it depends on the card."""
    for state in states:
        by_card = {card: result(end) for card, end in ends(state).items()}
        if len(set(by_card.values())) == 2 and best in by_card.values():
            yield by_card[choice(state)] == best


def test_trick_that_wins_the_game_is_taken_even_as_a_bag(most: int | None) -> None:
    """Player 1 needs two points more than the contract of 4 is worth."""
    number, right = share_right(last_choices(1, (5, 4, 0), (100, 458, 100)), 1, winner, most)
    assert number > 5
    assert right > 0.85


def test_rival_is_kept_from_winning_the_game(most: int | None) -> None:
    number, right = share_right(last_choices(1, (7, 3, 3), (440, 200, 200)), None, winner, most)
    assert number > 5
    assert right > 0.85


def test_tenth_bag_is_avoided(most: int | None) -> None:
    def penalty(end: State) -> int:
        return score(end)[1].bag_penalty

    number, right = share_right(last_choices(1, (6, 3, 0), (0, 0, 0), (0, 7, 0)), 0, penalty, most)
    assert number > 5
    assert right > 0.85


def test_leader_ends_the_game_by_pushing_another_below_the_floor(most: int | None) -> None:
    """Player 1 leads and wins the game if player 0 is set and falls below the floor."""
    number, right = share_right(last_choices(1, (8, 2, 2), (-150, 200, 100), floor=-200), 1, winner, most)
    assert number > 5
    assert right > 0.85


def test_unreachable_floor_changes_nothing() -> None:
    """Any negative integer is a legal floor (docs/records.md)."""
    for state in islice(last_choices(1, (6, 3, 0), (0, 0, 0), floor=-(10**30)), 3):
        without = replace(state, rules=replace(state.rules, floor=None))
        assert choice(state) == choice(without)


def test_defenders_cooperate_to_set_declarer(most: int | None) -> None:
    def is_set(end: State) -> bool:
        return score(end)[0].contract_points < 0

    for player in (1, 2):
        number, right = share_right(last_choices(player, (8, 3, 3), (0, 0, 0)), True, is_set, most)
        assert number > 5
        assert right > 0.85


def own_nils_bid(hands: int, points: Three) -> int:
    """Return how many of so many hands player 0 bids nil as the first bidder."""
    made = [
        choose(view_for(new_deal(random_hands(Random(seed)), points=points), 0), Random(seed), Level.EXPERT)
        for seed in range(hands)
    ]
    return sum(isinstance(action, Bid) and 0 in action.nils for action in made)


def test_trailing_player_bids_more_nils_than_leading_player(is_large: bool) -> None:
    hands = 120 if is_large else 50
    assert own_nils_bid(hands, (250, 480, 480)) > own_nils_bid(hands, (480, 250, 250))


def test_bags_are_taken_without_bag_limit(most: int | None) -> None:
    def bags(end: State) -> int:
        return score(end)[1].bags

    states = list(islice(last_choices(1, (6, 3, 0), (0, 0, 0), bag_limit=None), most))
    taken = [bags(ends(state)[choice(state)]) == max(map(bags, ends(state).values())) for state in states]
    assert sum(taken) > 0.8 * len(taken)
