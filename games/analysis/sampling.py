"""Random deals that agree with what a player knew when it was that player's turn to bid."""

from collections.abc import Iterator
from random import Random

from games.bots import choose
from games.engine import DECK, PLAYERS, Bid, Card, Dealt, Event, Player, State, dealt_event, evolve, replay, view_for

OVERDRAW = 3
"""The number of deals drawn for each one kept; the ones that agree best with the earlier bids are kept."""


def sample_deals(log: list[Event], player: Player, count: int, rng: Random) -> list[State]:
    """Return `count` random deals in which everything that `player` knew at the end of `log` is the same.

    `log` ends right before the player's bid.
    """
    drawn = [_redealt(log, player, rng) for _ in range(OVERDRAW * count)]
    mismatches = [sum(_bid_mismatches(state, rng)) for state in drawn]
    best = sorted(range(len(drawn)), key=mismatches.__getitem__)[:count]
    return [drawn[index] for index in best]


def _redealt(log: list[Event], player: Player, rng: Random) -> State:
    dealt, *rest = log
    assert isinstance(dealt, Dealt), "a log begins with the deal"
    hands = tuple(map(tuple, _hands(replay(log), player, rng)))
    return replay([Dealt(dealt.rules, dealt.dealer, dealt.before, hands), *rest])


def _hands(state: State, player: Player, rng: Random) -> Iterator[list[Card]]:
    """Yield the four hands: the player's hand and the known places of the dummy unchanged, all other cards shuffled."""
    known = dict(view_for(state, player).places)
    seen = {*state.dealt[player], *known.values()}
    unseen = [card for card in DECK if card not in seen]
    rng.shuffle(unseen)
    for hand in PLAYERS:
        yield list(state.dealt[hand]) if hand == player else [unseen.pop() for _ in range(13)]
    yield [known[place] if place in known else unseen.pop() for place in range(13)]


def _bid_mismatches(state: State, rng: Random) -> Iterator[float]:
    """Yield for each earlier bid how far it is from the bid of a bot with the hand in this deal."""
    so_far = replay([dealt_event(state), *state.peeks])
    for made in state.bids:
        own = choose(view_for(so_far, made.player), rng)
        assert isinstance(own, Bid), "it is this player's turn to bid"
        yield abs(own.tricks - made.tricks) + 3 * ((made.player in own.nils) is not (made.player in made.nils))
        so_far = evolve(so_far, made)
