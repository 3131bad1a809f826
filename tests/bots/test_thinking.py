"""Choices of the search: nils, bags, contracts, and the last tricks.

Player 0 is declarer, so the order of play is 0, 1, dummy, 2. Each hand holds exactly the cards given of a suit.
"""

from collections.abc import Iterator
from random import Random

import pytest

from games.bots import Level, choose
from games.engine import Bid, Card, Play, State, act, legal_actions, score, view_for
from tests.bots.test_play import LAST_HAND, named
from tests.builders import Hands, bid, hands, new_deal, play, play_out, random_hands

pytestmark = pytest.mark.usefixtures("prepared_bots")


def choice(state: State, level: Level = Level.EXPERT) -> Card:
    assert state.player_to_play is not None, "someone is to play"
    action = choose(view_for(state, state.player_to_play), Random(1), level)
    assert isinstance(action, Play)
    return action.card


def bid_of_first(deal: Hands, **options: int) -> Bid:
    action = choose(view_for(new_deal(deal, **options), 0), Random(1), Level.EXPERT)
    assert isinstance(action, Bid)
    return action


# --- Contracts and bags -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [Level.CLUB, Level.EXPERT])
@pytest.mark.parametrize("bags", [0, 9])
def test_bag_is_ducked(level: Level, bags: int) -> None:
    state = bid(new_deal(LAST_HAND, bags=(0, 0, bags)), 1, 0, 0)
    assert choice(play(state, "H9 H2 HT"), level) is Card.parse("H3")


def test_trick_that_may_set_declarer_is_taken() -> None:
    assert choice(play(bid(new_deal(LAST_HAND), 12, 0, 0), "H9 H2 HT")) in named("HA HJ")


def last_two_tricks(seeds: range) -> Iterator[State]:
    """Yield random deals, in which 7, 5 and 6 were bid, before the last card of the last trick but one."""
    for seed in seeds:
        rng = Random(seed)
        state = bid(new_deal(random_hands(rng)), 7, 5, 6)
        while len(state.tricks) < 11 or len(state.trick) < 3:
            plays = [action for action in legal_actions(state) if isinstance(action, Play)]
            state = act(state, rng.choice(plays))
        yield state


def totals_after(state: State, card: Card) -> list[int]:
    """Return the scores of the three players, with a bag at -9, if this card is played and then the rest."""
    assert state.player_to_play is not None
    finished = play_out(act(state, Play(state.player_to_play, card)))
    return [line.total - 10 * line.bags for line in score(finished)]


def lead(totals: list[int], player: int) -> float:
    return totals[player] - (sum(totals) - totals[player]) / 2


def right_choices(states: Iterator[State], player: int, stakes: int) -> list[bool]:
    """Return whether each choice between two cards with these stakes was the better one, given all hands."""
    right = []
    for state in states:
        if state.player_to_play == player and len(view_for(state, player).playable) == 2:
            worth = {card: lead(totals_after(state, card), player) for card in view_for(state, player).playable}
            if max(worth.values()) - min(worth.values()) >= stakes:
                right.append(worth[choice(state)] == max(worth.values()))
    return right


def test_last_choice_of_a_deal_is_nearly_always_right() -> None:
    right = right_choices(last_two_tricks(range(800)), player=1, stakes=30)
    assert len(right) > 10
    assert sum(right) >= 0.85 * len(right)


def test_defender_with_lower_contract_sets_the_other_one() -> None:
    """Declarer has bid 7, the defenders 5 and 6. If they have 5 tricks and cannot set declarer, the player who bid 5
    ducks to set the player who bid 6."""
    right = [
        (choice(state), state)
        for state in last_two_tricks(range(1200))
        if state.player_to_play == 1 and state.taken[1] + state.taken[2] == 5 and may_duck(state)
    ]
    assert len(right) > 2
    ducks = [totals_after(state, card)[2] < 0 for card, state in right]
    assert sum(ducks) >= 0.8 * len(ducks)


def may_duck(state: State) -> bool:
    """Whether one card sets the other defender, the other card does not, and neither sets declarer."""
    ends = [totals_after(state, card) for card in view_for(state, 1).playable]
    return {end[2] > 0 for end in ends} == {True, False} and all(end[0] > 0 for end in ends)


# --- Nils -------------------------------------------------------------------------------------------------------------


def test_nil_on_dummy_is_covered() -> None:
    deal = new_deal(hands("HAK3", "H652", "H974T", "HQ8J"), dealer=1)
    assert choice(play(bid(deal, 5, (7, "dummy"), 5), "H7")) in named("HA HK")


def test_nil_hand_plays_under_the_winning_card() -> None:
    state = play(bid(new_deal(hands("HAK95", "HQ742", "HJ83", "HT6")), 7, 5, (3, "2")), "H9 H2 HT")
    assert choice(state) in named("H8 H3")


def test_nil_hand_discards_a_dangerous_card() -> None:
    deal = new_deal(hands("HAKQJ", "HT98762", "S2 CA DA5432", "H543"))
    assert choice(play(bid(deal, 7, 5, (3, "2")), "HA H2 H3")) in named("CA DA")


def test_failing_opponents_nil_is_not_rescued() -> None:
    deal = new_deal(hands("HKQ52 SAKQJ", "H98743 ST98", "HA6 S765", "HJT S2 D5432 C765432"))
    assert choice(play(bid(deal, (7, "dummy"), 5, 5), "H2 H3 HT")) is Card.parse("H6")


BARE_KING = hands("HQJT9 C7 SAKQJ", "CA H872 ST9", "HA6543 C6", "HK C5 D65432")


def test_ace_is_held_back_only_if_it_would_rescue_a_nil() -> None:
    trick = "CA C5 C6 C7 H2 HK"
    assert choice(play(bid(new_deal(BARE_KING, dealer=0), 5, 4, (7, "dummy")), trick)) in named("H6 H5 H4 H3")
    assert choice(play(bid(new_deal(BARE_KING, dealer=0), 5, 6, 7), trick)) is Card.parse("HA")


def test_other_defenders_nil_is_covered_if_cheap() -> None:
    """Player 2 has a nil and might win with the queen; player 1 can spare a high card and plays it."""
    deal = new_deal(hands("HT95", "HAK84", "HJ32", "HQ76"))
    assert choice(play(bid(deal, 6, (3, "2"), (2, "2")), "HT")) in named("HA HK")


def test_hopeless_hand_bids_nil_and_strong_hand_does_not() -> None:
    weak = hands("S2 H5432 D5432 C5432", "SAKQJ", "ST987 HAKQ", "S6543 DAKQ")
    strong = hands("SAKQJT HAK DAK CAKQJ")
    assert 0 in bid_of_first(weak).nils
    assert 0 not in bid_of_first(strong).nils
    assert bid_of_first(strong).tricks >= 10
