"""The result of a record in the form of docs/records.md, and what one viewer may know."""

from collections.abc import Iterable

from .cards import Card
from .events import JSON
from .play import legal_cards
from .scoring import NilResult, PlayerScore, outcome, score, standing_after
from .seats import HAND_NAMES, HandId, Player
from .state import Phase, State
from .view import view_for, waiting_for


def result_of(state: State) -> JSON:
    """Return the result of a legal record that leads to this state, without the key `view`."""
    result = {
        "legal": True,
        "phase": str(state.phase),
        "declarer": state.declarer,
        "opening_leader": state.opening_leader,
        "order": None if state.order is None else _names(state.order),
        "tricks": dict(zip(HAND_NAMES, state.taken, strict=True)),
        "trick_winners": _names(state.trick_winners),
    }
    return result | (_final(state) if state.phase is Phase.FINISHED else {"next": _next(state)})


def view_of(state: State, viewer: Player | None) -> JSON:
    """Return the value of `view`: the cards a player (None: a spectator) may know (docs/rules.md section 10)."""
    view = view_for(state, viewer)
    return {
        "hand": None if view.hand is None else _cards(view.hand),
        "dummy": None if view.dummy is None else _cards(view.dummy),
        "places": {str(place): str(card) for place, card in view.places},
        "table": [[HAND_NAMES[played.hand], str(played.card)] for played in view.trick],
        "counts": dict(zip(HAND_NAMES, view.counts, strict=True)),
    }


def _next(state: State) -> JSON:
    """Return the value of `next`: who must act now, and with what."""
    waiting = list(waiting_for(state))
    if state.phase is Phase.PEEKING:
        return {"players": waiting, "count": state.rules.peek.places_each}
    (player,) = waiting
    if state.phase is Phase.BIDDING:
        return {"player": player}
    assert state.hand_to_play is not None, "a deal in play waits for a hand"
    return {"player": player, "hand": HAND_NAMES[state.hand_to_play], "legal": _cards(legal_cards(state))}


def _final(state: State) -> JSON:
    scores = score(state)
    end = outcome(state.rules, standing_after(scores).points)
    return {"players": list(map(_score, scores)), "game_over": end.over, "winner": end.winner}


def _score(score: PlayerScore) -> JSON:
    return {
        "contract": score.contract,
        "side_tricks": score.side_tricks,
        "contract_points": score.contract_points,
        "bags": score.bags,
        "nils": list(map(_nil, score.nils)),
        "bag_penalty": score.bag_penalty,
        "total": score.total,
        "points_after": score.points_after,
        "bags_after": score.bags_after,
    }


def _nil(nil: NilResult) -> JSON:
    return {"hand": HAND_NAMES[nil.hand], "made": nil.made, "points": nil.points}


def _names(hands: Iterable[HandId]) -> list[str]:
    return [HAND_NAMES[hand] for hand in hands]


def _cards(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))
