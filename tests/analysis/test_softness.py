"""How softly defenders play: one who plays for the declarer is distinguished from one who plays for themselves."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

import pytest

from games.analysis.softness import softness
from games.bots import choose, prepare
from games.bots.selfplay import Chooser, play_deal
from games.bots.thinking import card_worths
from games.engine import PLAYERS, Action, Dealt, Event, Play, Rules, Standing, View, deal_hands

pytestmark = pytest.mark.slow


def for_declarer(view: View, rng: Random) -> Action:
    """Bid like anybody, and defend with the cards that are best for the declarer."""
    if not view.playable or view.viewer is None or view.viewer == view.declarer:
        return choose(view, rng)
    best = card_worths(view, rng)[:, view.declarer or 0].argmax()
    return Play(view.viewer, view.playable[int(best)])


def log_of(choosers: Sequence[Chooser], seed: int) -> list[Event]:
    rng = Random(seed)
    return play_deal(Dealt(Rules(), 0, Standing(), deal_hands(rng.randbytes(32))), choosers, rng)[1]


def test_soft_defender_is_distinguished_from_an_honest_one() -> None:
    prepare()
    soft, honest = [], []
    for seed in range(6):
        values = softness([(event, True) for event in log_of((for_declarer, choose, choose), seed)], Random(seed))
        soft += [values[0]] if 0 in values else []
        honest += [value for player, value in values.items() if player]
    assert len(soft) >= 2
    assert fmean(soft) > fmean(honest) + 1


def test_only_cards_that_players_chose_themselves_count() -> None:
    prepare()
    log = log_of((choose,) * 3, 1)
    assert softness([(event, False) for event in log], Random(1)) == {}
    assert set(softness([(event, True) for event in log], Random(1))) < set(PLAYERS)
