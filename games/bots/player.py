"""One decision of a bot, whatever the deal waits for."""

from __future__ import annotations

import random

from games.engine import Action, AnswerClaim, Peek, Phase, Play, Player, TableView

from .bidding import choose_bid
from .claims import is_certain
from .play import choose_card


def choose(view: TableView, rng: random.Random) -> Action:
    """The action the viewer takes now: equal views and equally seeded generators give equal actions.

    Raises ValueError if the deal does not wait for the viewer.
    """
    player = view.viewer
    if player is None or player not in view.waiting:
        raise ValueError("the deal does not wait for this viewer")
    match view.phase:
        case Phase.PEEKING:
            return choose_peek(view, player, rng)
        case Phase.BIDDING:
            return choose_bid(view, player)
    if view.may_answer_claim:
        return AnswerClaim(player, is_certain(view))
    return Play(player, choose_card(view))


def choose_peek(view: TableView, player: Player, rng: random.Random) -> Peek:
    """Any places still face down: the places are not sorted, so none is better than another."""
    hidden = [place for place in range(13) if place not in view.flipped]
    return Peek(player, tuple(sorted(rng.sample(hidden, view.peek_count))))
