"""What an expert thinks of each bid and each card, knowing what the player knew who made it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.bots import Opinion, judge
from games.engine import Bid, Play, State, act, dealt_in, owner, record_of, replay, view_for

from .verdicts import cards_played


def thoughts(end: State) -> tuple[Opinion, ...]:
    """An opinion of each bid and then of each card, in the order in which they were made."""
    return tuple(_thoughts(end))


def _thoughts(end: State) -> Iterator[Opinion]:
    rng = Random(str(record_of(end)))
    state = replay([dealt_in(end), *end.peeks])
    for action in _moves(end):
        yield judge(view_for(state, action.player), action, rng)
        state = act(state, action)


def _moves(end: State) -> Iterator[Bid | Play]:
    for bid in end.bids:
        yield Bid(bid.player, bid.tricks, bid.nils)
    assert end.declarer is not None, "only a deal whose bidding is over is analysed"
    for played in cards_played(end):
        yield Play(owner(played.hand, end.declarer), played.card)
