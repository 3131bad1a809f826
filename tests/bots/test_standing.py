"""The score of the game counts, not only that of the deal: the target, the floor, the tenth bag, and who leads.

Each position is one of the last two tricks of a random deal, the last hand to play having two cards: what follows is
certain, so that every choice that decides something can be checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from games.bots import Level, choose
from games.engine import Bid, Card, Play, State, act, legal_actions, outcome, score, standing_after, view_for
from tests.builders import bid, new_deal, play_out, random_hands

pytestmark = pytest.mark.usefixtures("prepared_bots")

Three = tuple[int, int, int]
SEEDS = range(700)


def last_choices(
    player: int, bids: Three, points: Three, bags: Three = (0, 0, 0), **rules: int | None
) -> Iterator[State]:
    """Deals in which player 0 declares, at the moment this player is last to play to the last trick but one."""
    for seed in SEEDS:
        rng = Random(seed)
        state = bid(new_deal(random_hands(rng), points=points, bags=bags, **rules), *bids)
        while len(state.tricks) < 11 or len(state.trick) < 3:
            state = act(state, rng.choice([action for action in legal_actions(state) if isinstance(action, Play)]))
        if state.hand_to_play == player and len(view_for(state, player).playable) == 2:
            yield state


def ends(state: State) -> dict[Card, State]:
    """The end of the deal by the card that is played now."""
    player = state.player_to_play
    assert player is not None
    return {card: play_out(act(state, Play(player, card))) for card in view_for(state, player).playable}


def choice(state: State) -> Card:
    player = state.player_to_play
    assert player is not None
    action = choose(view_for(state, player), Random(1), Level.EXPERT)
    assert isinstance(action, Play)
    return action.card


def winner(end: State) -> int | None:
    return outcome(end.rules, standing_after(score(end)).points).winner


def share_right(states: Iterator[State], wanted: object, what: Callable[[State], object]) -> tuple[int, float]:
    """In how many states `what` of the end depends on the card, and how often the bot gets what is `wanted`."""
    found = []
    for state in states:
        by_card = {card: what(end) for card, end in ends(state).items()}
        if len(set(by_card.values())) == 2 and wanted in by_card.values():
            found.append(by_card[choice(state)] == wanted)
    return len(found), sum(found) / max(1, len(found))


def test_the_trick_that_wins_the_game_is_taken_though_it_is_a_bag() -> None:
    """Player 1 needs two points more than the contract of 4 is worth."""
    number, right = share_right(last_choices(1, (5, 4, 0), (100, 458, 100)), 1, winner)
    assert number > 5
    assert right > 0.85


def test_the_game_is_kept_from_a_rival_who_is_about_to_win_it() -> None:
    number, right = share_right(last_choices(1, (7, 3, 3), (440, 200, 200)), None, winner)
    assert number > 5
    assert right > 0.85


def test_a_tenth_bag_is_left_to_others() -> None:
    def penalty(end: State) -> int:
        return score(end)[1].bag_penalty

    number, right = share_right(last_choices(1, (6, 3, 0), (0, 0, 0), (0, 7, 0)), 0, penalty)
    assert number > 5
    assert right > 0.85


def test_who_leads_ends_the_game_at_the_floor_of_another() -> None:
    """Player 1 leads; set, player 0 drops through the floor and the game is won."""
    number, right = share_right(last_choices(1, (8, 2, 2), (-150, 200, 100), floor=-200), 1, winner)
    assert number > 5
    assert right > 0.85


def test_a_floor_beyond_all_numbers_is_none() -> None:
    """Any negative integer is one (RECORDS.md), and none below what a game can come to changes anything."""
    for state in islice(last_choices(1, (6, 3, 0), (0, 0, 0), floor=-(10**30)), 3):
        without = replace(state, rules=replace(state.rules, floor=None))
        assert choice(state) == choice(without)


def test_both_defenders_work_together_while_both_gain() -> None:
    def is_set(end: State) -> bool:
        return score(end)[0].contract_points < 0

    for player in (1, 2):
        number, right = share_right(last_choices(player, (8, 3, 3), (0, 0, 0)), True, is_set)
        assert number > 5
        assert right > 0.85


def own_nils_dared(points: Three) -> int:
    """How many of some hands player 0 bids nil, as the first bidder."""
    made = [
        choose(view_for(new_deal(random_hands(Random(seed)), points=points), 0), Random(seed), Level.EXPERT)
        for seed in range(120)
    ]
    return sum(isinstance(action, Bid) and 0 in action.nils for action in made)


def test_who_is_behind_dares_more_nils_than_who_leads() -> None:
    assert own_nils_dared((250, 480, 480)) > own_nils_dared((480, 250, 250))


def test_rules_without_a_bag_limit_make_bags_welcome() -> None:
    def bags(end: State) -> int:
        return score(end)[1].bags

    states = list(last_choices(1, (6, 3, 0), (0, 0, 0), bag_limit=None))
    most = [bags(ends(state)[choice(state)]) == max(map(bags, ends(state).values())) for state in states]
    assert sum(most) > 0.8 * len(most)
