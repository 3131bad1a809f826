"""Different deals that look the same to one viewer."""

from random import Random

from games.engine import DUMMY, PLAYERS, Card, Dealt, Peek, Phase, Player, State, act, replay
from tests.builders import actions_of


def twin(state: State, viewer: Player | None, rng: Random) -> State:
    """Return a deal that differs from `state` only in what `viewer` may not know; claims are left out.

    Hidden cards are exchanged within their suit, so that plays stay legal and bids of spade counts stay true. Before
    the play, if bids are free, any hidden cards are exchanged. The places that other players peeked at change too.
    """
    free = state.phase in (Phase.PEEKING, Phase.BIDDING) and state.rules.bidding in ("standard", "suicide")
    dealt = _reshuffled(state, viewer, rng, by_suit=not free)
    other = replay([Dealt(state.rules, state.dealer, state.before, dealt)])
    for action in actions_of(state):
        if isinstance(action, Peek) and action.player != viewer and not state.rules.peek.is_flip:
            action = Peek(action.player, tuple(rng.sample(range(13), len(action.places))))
        other = act(other, action)
    return other


def _reshuffled(state: State, viewer: Player | None, rng: Random, *, by_suit: bool) -> tuple[tuple[Card, ...], ...]:
    hands = [list(hand) for hand in state.dealt]
    hidden = _hidden_spots(state, viewer)
    groups: dict[object, list[tuple[int, int]]] = {}
    for hand, place in hidden:
        groups.setdefault(hands[hand][place].suit if by_suit else None, []).append((hand, place))
    for spots in groups.values():
        cards = [hands[hand][place] for hand, place in spots]
        rng.shuffle(cards)
        for (hand, place), card in zip(spots, cards, strict=True):
            hands[hand][place] = card
    return tuple(map(tuple, hands))


def _hidden_spots(state: State, viewer: Player | None) -> list[tuple[int, int]]:
    """Return hand and place of every card that the viewer has not seen."""
    played = {card.card for trick in state.tricks for card in trick.cards} | {card.card for card in state.trick}
    seen = {place for peek in state.peeks if state.rules.peek.is_flip or peek.player == viewer for place in peek.places}
    known = set(range(13)) if state.exposed else seen
    others = [
        (player, place)
        for player in PLAYERS
        if player != viewer
        for place in range(13)
        if state.dealt[player][place] not in played
    ]
    return others + [(DUMMY, place) for place in range(13) if place not in known]
