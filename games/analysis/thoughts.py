"""An expert's opinion of each bid and card, using only what the player knew at that moment."""

from collections.abc import Iterator
from random import Random

from games.bots import Opinion, judge
from games.engine import Bid, Play, State, act, dealt_event, owner, record_of, replay, view_for

from .verdicts import cards_played


def thoughts(end: State) -> tuple[Opinion, ...]:
    """Return an opinion of each bid and then of each card, in the order in which they were made."""
    return tuple(_thoughts(end))


def _thoughts(end: State) -> Iterator[Opinion]:
    rng = Random(str(record_of(end)))
    state = replay([dealt_event(end), *end.peeks])
    for action in _moves(end):
        yield judge(view_for(state, action.player), action, rng)
        state = act(state, action)


def _moves(end: State) -> Iterator[Bid | Play]:
    for bid in end.bids:
        yield Bid(bid.player, bid.tricks, bid.nils)
    assert end.declarer is not None, "only a deal whose bidding is over is analysed"
    for played in cards_played(end):
        yield Play(owner(played.hand, end.declarer), played.card)
