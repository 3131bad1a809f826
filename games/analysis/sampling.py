"""Deals a player could have believed in when it was that player's turn to bid."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.bots import choose
from games.engine import (
    DECK,
    PLAYERS,
    Bid,
    Card,
    Dealt,
    Event,
    Player,
    State,
    dealt_in,
    evolve,
    replay,
    view_for,
)

OVERDRAW = 3
"""So many times as many deals are drawn as are wanted; those that explain the earlier bids best are kept."""


def believable(log: list[Event], player: Player, count: int, rng: Random) -> list[State]:
    """`count` deals in which all that `player` knew at the end of `log` is the same, the rest at random.

    `log` ends right before the player's bid.
    """
    drawn = [_redealt(log, player, rng) for _ in range(OVERDRAW * count)]
    misfits = [sum(_misfits(state, rng)) for state in drawn]
    best = sorted(range(len(drawn)), key=misfits.__getitem__)[:count]
    return [drawn[index] for index in best]


def _redealt(log: list[Event], player: Player, rng: Random) -> State:
    dealt, *rest = log
    assert isinstance(dealt, Dealt), "a log begins with the deal"
    hands = tuple(map(tuple, _hands(replay(log), player, rng)))
    return replay([Dealt(dealt.rules, dealt.dealer, dealt.before, hands), *rest])


def _hands(state: State, player: Player, rng: Random) -> Iterator[list[Card]]:
    """The player's own hand and known places of the dummy as they are, all other cards shuffled."""
    known = dict(view_for(state, player).places)
    seen = {*state.dealt[player], *known.values()}
    unseen = [card for card in DECK if card not in seen]
    rng.shuffle(unseen)
    for hand in PLAYERS:
        yield list(state.dealt[hand]) if hand == player else [unseen.pop() for _ in range(13)]
    yield [known[place] if place in known else unseen.pop() for place in range(13)]


def _misfits(state: State, rng: Random) -> Iterator[float]:
    """How far each earlier bid is from what a bot would have bid on the hand it is given here."""
    so_far = replay([dealt_in(state), *state.peeks])
    for made in state.bids:
        own = choose(view_for(so_far, made.player), rng)
        assert isinstance(own, Bid), "it is this player's turn to bid"
        yield abs(own.tricks - made.tricks) + 3 * ((made.player in own.nils) is not (made.player in made.nils))
        so_far = evolve(so_far, made)
