"""What others have bid and played says something about their hands."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from games.bots import thinking
from games.bots.knowledge import BIT, card_set
from games.bots.search.compiling import Ints
from games.bots.search.policy import choose, seats_wanting_tricks
from games.bots.search.position import BEST, BEST_SEAT, IN_TRICK, SIZE, legal
from games.bots.search.worlds import CARD, LATER, empty_choices
from games.bots.thinking import choices_of
from games.engine import DECK, HANDS, CardPlayed, Phase, Player, State, evolve, owner, view_for

from .positions import bid_at_random, position_from

pytestmark = pytest.mark.usefixtures("prepared_bots")


def by_rules(position: Ints, _rng: Random) -> int:
    return int(choose(position, seats_wanting_tricks(position)))


def by_chance(position: Ints, rng: Random) -> int:
    cards = legal(position)
    return rng.choice([bit for bit in BIT if cards & bit])


def play_card(state: State, bit: int) -> State:
    return evolve(state, CardPlayed(state.hand_to_play, DECK[BIT.index(bit)]))


def without_last_best(position: Ints) -> list[int]:
    """Return the position as a list; between tricks the winner of the last one does not matter."""
    if not position[IN_TRICK]:
        position[[BEST, BEST_SEAT]] = 0
    return list(map(int, position))


def test_choices_of_others_come_with_the_positions_in_which_they_were_made() -> None:
    compared = 0
    for seed in range(60):
        rng, state, made = Random(seed), bid_at_random(seed), []
        while state.phase is not Phase.FINISHED:
            position, hand, player = position_from(state), state.hand_to_play, state.player_to_play
            if made:
                view = view_for(state, player)
                rows = choices_of(view, thinking.position_of(view))
                rows[:, :4] = rows[:, LATER:] | [card_set(state.hands[hand]) for hand in state.order]
                choices = [(without_last_best(row[:SIZE]), int(row[CARD])) for row in rows]
                assert choices == [(then, card) for then, card, chooser in made if chooser != player]
                compared += len(choices)
            card = by_chance(position, rng)
            made.append((without_last_best(position), card, owner(hand, state.declarer)))
            state = play_card(state, card)
    assert compared > 40_000


def chance_of_truth(state: State, player: Player) -> float:
    """Return the average probability that a hidden card is where it is, as the player imagines the hands."""
    hands, weights = thinking.imagine_hands(view_for(state, player), Random(1), 500)
    hidden = [(card, hand) for hand in HANDS for card in state.hands[hand] if len(np.unique(hands[:, hand])) > 1]
    return float(np.mean([weights @ (hands[:, hand] >> card.index & 1) for card, hand in hidden])) if hidden else 1.0


@pytest.mark.parametrize(
    ("chooser", "least", "most"), [(by_rules, 0.05, 0.2), (by_chance, -0.01, 0.01)], ids=["by_rules", "by_chance"]
)
def test_much_is_read_from_who_plays_by_the_rules_and_hardly_anything_from_others(
    chooser: Callable[[Ints, Random], int], least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    gains = []
    for seed in range(0, 200, 4):  # in Standard
        rng, state = Random(seed), bid_at_random(seed)
        while len(state.tricks) < 6:
            state = play_card(state, chooser(position_from(state), rng))
        read = chance_of_truth(state, state.player_to_play)
        with monkeypatch.context() as patch:
            patch.setattr(thinking, "choices_of", lambda _view, _position: empty_choices(0))
            gains.append(read - chance_of_truth(state, state.player_to_play))
    assert least < np.mean(gains) < most
