"""The moves of the benchmark: complete deals of random legal moves."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from games.engine import PLAYERS, Action, Bid, Phase, Play, Player, State, act, legal_actions

MOVES_OF_A_DEAL = 3 + 52 + 3
"""Three bids, the cards, and three players ready for the next deal."""


@dataclass(frozen=True, slots=True)
class Move:
    """Something a player does: `name` is the last part of the site's address for it, `fields` its form."""

    player: Player
    name: str
    fields: dict[str, str]


def moves_of_deal(state: State, rng: Random) -> Iterator[Move]:
    """A deal that has just been dealt, to its end: three bids, 52 cards, and three players ready for the next."""
    while state.phase is not Phase.FINISHED:
        action, move = _bid(state, rng) if state.phase is Phase.BIDDING else _play(state, rng)
        yield move
        state = act(state, action)
    for player in PLAYERS:
        yield Move(player, "ready", {})


def _bid(state: State, rng: Random) -> tuple[Action, Move]:
    """So high that hardly anybody makes it: the points fall, and the game does not end however long it is measured."""
    player, tricks = state.bidding_order[len(state.bids)], rng.randint(11, 13)
    return Bid(player, tricks), Move(player, "bid", {"tricks": str(tricks)})


def _play(state: State, rng: Random) -> tuple[Action, Move]:
    plays = [action for action in legal_actions(state) if isinstance(action, Play)]
    play = rng.choice(plays)
    return play, Move(play.player, "play", {"card": str(play.card)})
