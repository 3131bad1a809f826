"""Hidden cards are not in the markup of a game without a database (docs/rules.md section 10).

What the page shows is the same, byte for byte, when the cards and looks that the person may not know are others. The
device itself has them all: whoever looks into its memory finds them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from games.components import frames
from games.engine import BiddingStyle, Card, Dealt, Peeked, PeekRule, Rules, State
from games.solo.game import YOU, SoloGame
from games.solo.page import SoloPage
from games.values import Logged, Stage
from tests.security.exchange import exchanged
from tests.solo.playing import new_page, play_on


@pytest.mark.parametrize(("peek", "bidding"), list(product(PeekRule, BiddingStyle)))
def test_page_does_not_depend_on_hidden_cards(peek: PeekRule, bidding: BiddingStyle) -> None:
    page, rng = new_page(Rules(peek, bidding, target=100), f"{bidding}{peek}"), Random(f"{peek}{bidding}")
    compared = 0
    for _ in play_on(page, rng, 1):
        game = page.game
        if game.stage is Stage.DEAL and game.state is not None and rng.random() < 0.3:
            assert shown(with_other_cards(game, game.state, rng)) == shown(game)
            compared += 1
    assert compared >= 4


def test_cards_that_the_person_holds_are_shown() -> None:
    """The comparison can fail: other cards in the person's own hand make another page."""
    page = new_page()
    page.step()
    game = page.game
    assert game.state is not None
    hands = list(reversed(game.state.dealt))
    assert shown(with_hands(game, hands)) != shown(game)


def shown(game: SoloGame) -> str:
    frames.clear()
    return SoloPage(game, Random(1)).table()


def with_other_cards(game: SoloGame, state: State, rng: Random) -> SoloGame:
    """Return the game with all cards and looks exchanged that the person may not know."""
    return with_hands(game, exchanged(state, YOU, rng), None if state.rules.peek.is_flip else rng)


def with_hands(game: SoloGame, hands: Iterable[Sequence[Card]], other_looks: Random | None = None) -> SoloGame:
    log = [exchange(entry, hands, other_looks) for entry in game.log]
    return SoloGame(game.setup, [*game.deals[:-1], log], game.version, game.closed)


def exchange(entry: Logged, hands: Iterable[Sequence[Card]], other_looks: Random | None) -> Logged:
    event = entry.event
    if isinstance(event, Dealt):
        return replace(entry, event=replace(event, hands=tuple(map(tuple, hands))))
    if isinstance(event, Peeked) and event.player != YOU and other_looks is not None:
        places = tuple(sorted(other_looks.sample(range(13), len(event.places))))
        return replace(entry, event=replace(event, places=places))
    return entry
