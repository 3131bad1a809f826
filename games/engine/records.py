"""Deal records (docs/records.md): checking them, reading them as event logs, and writing them.

To check a record is to play it again: every entry becomes an action, and the first illegal one is the record's fault.
"""

import json
from collections.abc import Iterable
from dataclasses import fields
from typing import Final

from .cards import Card
from .deal import decide, evolve
from .events import JSON, Action, AnswerClaim, Dealt, Event, IllegalAction, Play, rules_from_json, rules_to_json
from .fairness import Proof, proves
from .play import legal_cards, may_answer_claim
from .record_shape import FORMAT, Fault, Record, read_record
from .scoring import NilResult, PlayerScore, game_winner, score, standing_after
from .seats import DUMMY, HAND_NAMES, PLAYERS, HandId, Player
from .state import Phase, State, initial_state
from .view import view_for, waiting_for

VIEWERS: Final[dict[str, Player | None]] = {"0": 0, "1": 1, "2": 2, "spectator": None}

SENTENCES: Final = {
    "too_early": "The phase before this is not done yet.",
    "deal_over": "All the cards have been played already.",
    "wrong_player": "It is not this player's turn.",
    "bad_peek": "The rules do not allow looking at these places.",
    "bad_bid": "The bidding style does not allow this number of tricks.",
    "bad_nils": "These nils name an unknown or repeated hand, or the bidding style does not allow them.",
    "card_not_held": "The hand whose turn it is does not hold this card.",
    "must_follow_suit": "The hand holds a card of the suit led and must play one.",
    "spades_not_broken": "Spades are not broken and the hand on lead holds another suit.",
    "bad_proof": "The secret and the seeds do not give this deal, or do not belong to the commitment.",
    "bad_claim": "Only the player with the lead may claim, between tricks, after the first and before the "
    "last: at most the tricks that are left, and all of them while a nil of the other side has "
    "not failed.",
}


def check(line: bytes, view: str | None = None) -> JSON:
    """Return the result of the record on a line as JSON data. Does not raise, whatever the line holds.

    With `view`, a key of `VIEWERS`, a legal result also says what that viewer may know.
    """
    try:
        return result_of_line(line, view)
    except Fault as fault:
        return fault.result


def result_of_line(line: bytes, view: str | None = None) -> JSON:
    """Return the result of a legal record. Raises the Fault that `check` reports."""
    state = _Replay(read_record(line)).state
    result = result_of(state)
    return result if view is None else result | {"view": view_of(state, VIEWERS[view])}


def read_log(line: bytes | str | JSON) -> tuple[Event, ...]:
    """Return the events of a record, on a line or as JSON data, `Dealt` first. Raises the Fault of `check`."""
    if isinstance(line, dict):
        line = json.dumps(line)
    if isinstance(line, str):
        line = line.encode(errors="surrogatepass")  # which is not UTF-8 then, as in a line that is read
    return tuple(_Replay(read_record(line)).log)


def record_of(state: State) -> JSON:
    """Return the record of a deal so far. Claims that were refused or still wait for answers are left out."""
    tricks = [*(trick.cards for trick in state.tricks), state.trick]
    record: JSON = {
        "format": FORMAT,
        "rules": rules_to_json(state.rules),
        "dealer": state.dealer,
        "before": {"points": list(state.before.points), "bags": list(state.before.bags)},
        "hands": _by_hand(map(_cards, state.dealt)),
        "peeks": [{"player": peek.player, "places": list(peek.places)} for peek in state.peeks],
        "bids": [{"player": bid.player, "tricks": bid.tricks, "nils": _names(sorted(bid.nils))} for bid in state.bids],
        "plays": _cards(played.card for trick in tricks for played in trick),
    }
    if state.claimed is not None:
        record["claim"] = {"player": state.declarer if state.claimed == DUMMY else state.claimed}
    if state.claimed_tricks is not None:
        record["claim"]["tricks"] = state.claimed_tricks
    return record


def proof_to_json(proof: Proof) -> JSON:
    """Return the value of `proof` in the record of a deal."""
    data = {
        "commitment": proof.commitment,
        "game": proof.game,
        "number": proof.number,
        "seeds": list(proof.seeds),
        "secret": proof.secret,
        "draw": None if proof.drawn is None else _cards(proof.drawn),
    }
    return data | {"duplicate": True} if proof.duplicate else data


def result_of(state: State) -> JSON:
    """Return the result of a legal record that leads to this state, without the key `view`."""
    result = {
        "legal": True,
        "phase": str(state.phase),
        "declarer": state.declarer,
        "opening_leader": state.opening_leader,
        "order": None if state.order is None else _names(state.order),
        "tricks": _by_hand(state.taken),
        "trick_winners": _names(state.trick_winners),
    }
    if state.phase is not Phase.FINISHED:
        return result | {"next": _next(state)}
    scores = score(state)
    winner = game_winner(state.rules, standing_after(scores).points)
    players = [
        _fields(line) | {"nils": [_fields(nil) | {"hand": HAND_NAMES[nil.hand]} for nil in line.nils]}
        for line in scores
    ]
    return result | {"players": players, "game_over": winner is not None, "winner": winner}


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


def _fields(result: PlayerScore | NilResult) -> JSON:
    """Return the fields by name, whose values `dataclasses.asdict` would copy, which takes long."""
    return {field.name: getattr(result, field.name) for field in fields(result)}


def view_of(state: State, viewer: Player | None) -> JSON:
    """Return the value of `view`: the cards a player (None: a spectator) may know (docs/rules.md section 10)."""
    view = view_for(state, viewer)
    return {
        "hand": None if view.hand is None else _cards(view.hand),
        "dummy": None if view.dummy is None else _cards(view.dummy),
        "places": {str(place): str(card) for place, card in view.places},
        "table": [[HAND_NAMES[played.hand], str(played.card)] for played in view.trick],
        "counts": _by_hand(view.counts),
    }


def _by_hand(values: Iterable[object]) -> JSON:
    return dict(zip(HAND_NAMES, values, strict=True))


def _names(hands: Iterable[HandId]) -> list[str]:
    return [HAND_NAMES[hand] for hand in hands]


def _cards(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))


class _Replay:
    """Plays a record again: `log` are the events, `state` is the state after them. Raises Fault."""

    def __init__(self, record: Record) -> None:
        dealt = _dealt(record)
        self.log: list[Event] = [dealt]
        self.state = initial_state(dealt)
        for index, peek in enumerate(record.peeks):
            self._act(peek, f"peeks[{index}]")
        for index, bid in enumerate(record.bids):
            self._act(bid, f"bids[{index}]")
        for index, card in enumerate(record.plays):
            player = self.state.player_to_play  # if no one is on turn, any player will do: every play is illegal
            self._act(Play(PLAYERS[0] if player is None else player, card), f"plays[{index}]")
        if record.claim is not None:
            self._act(record.claim, "claim")
            while asked := may_answer_claim(self.state):  # records hold accepted claims only
                self._act(AnswerClaim(asked[0], accept=True), "claim")
        if record.proof is not None and not proves(record.proof, self.state):
            raise Fault("proof", "bad_proof", SENTENCES["bad_proof"])

    def _act(self, action: Action, at: str) -> None:
        try:
            events = decide(self.state, action)
        except IllegalAction as error:
            code = "bad_claim" if error.code == "nil_stands" else error.code  # records have one code for claims
            raise Fault(at, code, SENTENCES[code]) from None
        for event in events:
            self.log.append(event)
            self.state = evolve(self.state, event)


def _dealt(record: Record) -> Dealt:
    """Return the event that begins the deal. Raises Fault for the rules, the bags or the hands, in this order."""
    try:
        rules = rules_from_json(record.rules)
    except ValueError:
        raise Fault("rules", "bad_rules", "The rules hold a value that is not allowed.") from None
    if rules.bag_limit is not None and max(record.before.bags) >= rules.bag_limit:
        raise Fault("before", "bad_record", "The bags before the deal are not below the bag limit.")
    return Dealt(rules, record.dealer, record.before, _hands(record))


def _hands(record: Record) -> tuple[tuple[Card, ...], ...]:
    fault = Fault("hands", "bad_deal", "The hands are not four times thirteen different cards.")
    try:
        hands = tuple(tuple(map(Card.parse, hand)) for hand in record.hands)
    except ValueError:
        raise fault from None
    if [len(hand) for hand in hands] != [13] * 4 or len({card for hand in hands for card in hand}) != 52:
        raise fault
    return hands
