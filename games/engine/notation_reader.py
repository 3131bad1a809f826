"""Reads the notation of a deal and of a position (docs/records.md). A Fault names the field that is wrong."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from .cards import DECK, Card
from .deal import act, evolve, replay
from .events import (
    JSON,
    AnswerClaim,
    BidMade,
    CardPlayed,
    Claim,
    Dealt,
    IllegalAction,
    Peeked,
    Standing,
    rules_from_json,
)
from .hands_text import read_dotted, read_line
from .imagining import imagine_state
from .notation import ALL, HIDDEN, LETTERS, NOTHING, position_notation, view_notation
from .record_shape import FORMAT, Fault
from .records import SENTENCES, VIEWERS, read_log
from .rules import Rules
from .seats import DUMMY, HAND_NAMES, Player, bidding_order, triple
from .state import OpenClaim, Phase, State, changed
from .view import View, changed as view_changed, view_for

Known: TypeAlias = tuple[Card | None, ...] | None
"""The cards of a hand, as far as they are known; the places of the dummy if one of them is not."""

FIELDS: Final = ("deal", "rules", "before", "peeks", "bids", "plays", "claims", "viewer")

_NUMBER: Final = r"-?\d{1,7}"
_DEAL: Final = re.compile(r"([012]):([^/]+)/([^/]+)/([^/]+)/([^/]+)")
_RULES: Final = re.compile(rf"(\w+)\.(\w+)\.({_NUMBER})\.({_NUMBER}|none)\.({_NUMBER}|none)")
_BEFORE: Final = re.compile(rf"({_NUMBER})\+(\d{{1,7}})")
_PEEK: Final = re.compile(r"([012]{1,3})=(\?|\d{1,2}(?:,\d{1,2})*)")
_BID: Final = re.compile(r"(\d{1,2})(?:n([012d]+))?")
_CLAIM: Final = re.compile(r"(refused|yes|claim|made|no)([012])(?:[:@](\d{1,2}))?")

_SENTENCES: Final = {
    "position": f"A position has eight fields: {', '.join(FIELDS)}.",
    "deal": "A deal is written as the dealer and four hands: 2:AK7.QT2..9876543/?/?/SAH2--CT...",
    "rules": "Rules are peek, bidding, target, bag limit and floor: three.standard.500.10.none",
    "before": "Points and bags of the three players are written as 120+7/-35+0/80+2",
    "peeks": "Peeks are written as players and places: 0=3,7,12/2=?",
    "bids": "Bids are written as tricks and nils: 4/3n02/6nd",
    "plays": "Plays are cards of two letters, one after the other: SAHTC2",
    "claims": "Claims are written as claim1:4/yes0, made2 or refused1/no0@3",
    "viewer": "The viewer is 0, 1, 2 or spectator, and all for a position with all cards.",
}


class _Position(NamedTuple):
    """The fields of a position. `rules` and `before` are as in records."""

    dealer: Player
    hands: tuple[Known, ...]
    rules: JSON
    before: JSON
    peeks: tuple[tuple[tuple[Player, ...], tuple[int, ...] | None], ...]
    bids: tuple[BidMade, ...]
    plays: tuple[Card, ...]
    claims: tuple[tuple[str, Player, int | None], ...]
    viewer: str


def read_deal(text: str, rules: Rules | None = None, before: Standing | None = None) -> Dealt:
    """Return the deal that `deal_notation` wrote, under these rules and after this standing.

    If the dummy is written as the other hands are, its cards are in sorted order. Raises Fault for any other text.
    """
    dealer, hands = _deal(text)
    return Dealt(rules or Rules(), dealer, before or Standing(), _whole(hands))


def read_position(text: str) -> State:
    """Return the state that `position_notation` wrote. Raises Fault for any other text, and for what the rules forbid:
    then `at` and `code` are those of records, or `at` is a field.
    """
    position = _position(text)
    if position.viewer != ALL:
        raise Fault("viewer", "bad_notation", "This is what a viewer knows, and not a position with all cards.")
    return _with_claims(replay(read_log(json.dumps(_record(position)).encode())), position)


def read_view(text: str) -> View:
    """Return the view that `view_notation` wrote. Raises Fault as `read_position` does, and for a text with more or
    less than the viewer knows.
    """
    position = _position(text)
    if position.viewer == ALL:
        raise Fault("viewer", "bad_notation", "This is a position with all cards, and not what a viewer knows.")
    viewer = VIEWERS[position.viewer]
    try:
        state = imagine_state(_unchecked_view(position, viewer), Random(0))
    except ValueError:
        raise Fault("deal", "bad_deal", "No deal agrees with these hands, peeks, bids and plays.") from None
    view = view_for(read_position(position_notation(state)), viewer)
    for field, written, right in zip(FIELDS, text.split(), view_notation(view).split(), strict=True):
        if written != right:
            raise Fault(field, "bad_notation", "This is not what the viewer knows, or it is not in the usual order.")
    return view


def _position(text: str) -> _Position:
    fields = dict(zip(FIELDS, text.split(), strict=False))
    if len(text.split()) != len(FIELDS):
        raise _bad("position")
    if fields["viewer"] not in (ALL, *VIEWERS):
        raise _bad("viewer")
    dealer, hands = _deal(fields["deal"])
    bids = zip(bidding_order(dealer), _entries("bids", _BID, fields), strict=False)
    return _Position(
        dealer,
        hands,
        _rules(fields),
        _before(fields),
        tuple(_peek(entry) for entry in _entries("peeks", _PEEK, fields)),
        tuple(_bid(player, entry) for player, entry in bids),
        _plays(fields["plays"]),
        tuple(_claim(entry) for entry in _entries("claims", _CLAIM, fields, most=6)),
        fields["viewer"],
    )


def _bad(field: str) -> Fault:
    return Fault(field, "bad_notation", _SENTENCES[field])


def _entries(field: str, form: re.Pattern[str], fields: dict[str, str], most: int = 3) -> list[re.Match[str]]:
    """Return the entries of a field, which slashes part."""
    if fields[field] == NOTHING:
        return []
    entries = [form.fullmatch(entry) for entry in fields[field].split("/")]
    if len(entries) > most or None in entries:
        raise _bad(field)
    return [entry for entry in entries if entry]


def _deal(text: str) -> tuple[Player, tuple[Known, ...]]:
    written = _DEAL.fullmatch(text)
    if written is None:
        raise _bad("deal")
    try:
        return int(written[1]), (*map(_hand, written.groups()[1:4]), _dummy(written[5]))
    except ValueError:
        raise _bad("deal") from None


def _hand(text: str) -> Known:
    return None if text == HIDDEN else read_dotted(text)


def _dummy(text: str) -> Known:
    if "." in text or text == HIDDEN:
        return _hand(text)
    places = read_line(text)
    if len(places) != 13:
        raise ValueError("the dummy has thirteen places")
    return places


def _whole(hands: Sequence[Known]) -> tuple[tuple[Card, ...], ...]:
    """Return four hands of which every card is known. Raises Fault if they are not the pack."""
    whole = tuple(tuple(card for card in hand or () if card is not None) for hand in hands)
    if [len(hand) for hand in whole] != [13] * 4 or len({card for hand in whole for card in hand}) != len(DECK):
        raise Fault("deal", "bad_deal", "A deal has four hands of thirteen different cards.")
    return whole


def _rules(fields: dict[str, str]) -> JSON:
    written = _RULES.fullmatch(fields["rules"])
    if written is None:
        raise _bad("rules")
    peek, bidding, target, *limits = written.groups()
    bag_limit, floor = (None if limit == "none" else int(limit) for limit in limits)
    return {"peek": peek, "bidding": bidding, "target": int(target), "bag_limit": bag_limit, "floor": floor}


def _before(fields: dict[str, str]) -> JSON:
    standings = _entries("before", _BEFORE, fields)
    if len(standings) != 3:
        raise _bad("before")
    return {"points": [int(entry[1]) for entry in standings], "bags": [int(entry[2]) for entry in standings]}


def _peek(entry: re.Match[str]) -> tuple[tuple[Player, ...], tuple[int, ...] | None]:
    places = None if entry[2] == HIDDEN else tuple(map(int, entry[2].split(",")))
    return tuple(map(int, entry[1])), places


def _bid(player: Player, entry: re.Match[str]) -> BidMade:
    return BidMade(player, int(entry[1]), frozenset(LETTERS.index(letter) for letter in entry[2] or ""))


def _plays(text: str) -> tuple[Card, ...]:
    try:
        cards = () if text == NOTHING else read_line(text)
    except ValueError:
        raise _bad("plays") from None
    known = tuple(card for card in cards if card is not None)
    if known != cards:
        raise _bad("plays")
    return known


def _claim(entry: re.Match[str]) -> tuple[str, Player, int | None]:
    return entry[1], int(entry[2]), None if entry[3] is None else int(entry[3])


def _record(position: _Position) -> JSON:
    """Return the deal record of a position with all cards, with the claim that ended the deal."""
    if any(places is None or len(players) > 1 for players, places in position.peeks):
        raise _bad("peeks")
    record: JSON = {
        "format": FORMAT,
        "rules": position.rules,
        "dealer": position.dealer,
        "before": position.before,
        "hands": dict(zip(HAND_NAMES, (list(map(str, hand)) for hand in _whole(position.hands)), strict=True)),
        "peeks": [{"player": players[0], "places": list(places or ())} for players, places in position.peeks],
        "bids": [
            {"player": bid.player, "tricks": bid.tricks, "nils": [HAND_NAMES[hand] for hand in sorted(bid.nils)]}
            for bid in position.bids
        ],
        "plays": list(map(str, position.plays)),
    }
    for word, player, tricks in position.claims:
        if word == "made":
            record["claim"] = {"player": player} | ({} if tricks is None else {"tricks": tricks})
    return record


def _with_claims(state: State, position: _Position) -> State:
    """Return the state with the claims that were refused, and the one that waits for its answers."""
    refused = frozenset(player for word, player, _number in position.claims if word == "refused")
    refusals = [(player, number) for word, player, number in position.claims if word == "no"]
    if len(refusals) > bool(refused):
        raise _bad("claims")
    for by, after in refusals:
        if after is None or not 0 < after <= len(state.tricks):
            raise _bad("claims")
        state = changed(state, refused_by=by, claim_refused_at=after)
    state = changed(state, refused_claimers=refused)
    try:
        for word, player, tricks in position.claims:
            if word in ("claim", "yes"):
                answer = AnswerClaim(player, accept=True)
                state = act(state, Claim(player, tricks) if word == "claim" else answer)
    except IllegalAction:
        raise Fault("claims", "bad_claim", SENTENCES["bad_claim"]) from None
    return state


def _unchecked_view(position: _Position, viewer: Player | None) -> View:
    """Return a view with what the position says. Whether the rules allow it is checked later."""
    state = _unchecked_state(position)
    view, finished = view_for(state, viewer), state.phase is Phase.FINISHED
    left = [_left(state, dealt) for dealt in position.hands]
    dummy = position.hands[DUMMY] or ()
    places = () if state.exposed else tuple((place, card) for place, card in enumerate(dummy) if card is not None)
    return view_changed(
        view,
        hand=None if viewer is None else left[viewer],
        dummy=left[DUMMY] if state.exposed else None,
        places=places,
        claim_hand=left[state.claim.hand] if state.claim else None,
        dealt=_whole(position.hands) if finished else None,
    )


def _left(state: State, dealt: Known) -> tuple[Card, ...]:
    """Return the cards of a hand that have not been played."""
    played = {on.card for trick in (*(trick.cards for trick in state.tricks), state.trick) for on in trick}
    return tuple(card for card in dealt or () if card is not None and card not in played)


def _unchecked_state(position: _Position) -> State:
    """Return a state with what everybody knows, and any cards in the hands."""
    try:
        rules = rules_from_json(position.rules)
    except ValueError:
        raise Fault("rules", "bad_rules", "The rules hold a value that is not allowed.") from None
    before = Standing(triple(position.before["points"]), triple(position.before["bags"]))
    hands = tuple(DECK[first::4] for first in range(4))
    peeks = [Peeked(player, ()) for players, _places in position.peeks for player in players]
    state = replay([Dealt(rules, position.dealer, before, hands), *peeks, *position.bids])
    if rules.peek.is_flip and position.peeks:
        turned_up = [places or () for _players, places in position.peeks]
        state = changed(state, peeks=(*state.peeks[:-1], Peeked(state.peeks[-1].player, sum(turned_up, ()))))
    for number, card in enumerate(position.plays):
        if state.hand_to_play is None:
            code = "deal_over" if state.phase is Phase.FINISHED else "too_early"
            raise Fault(f"plays[{number}]", code, SENTENCES[code])
        state = evolve(state, CardPlayed(state.hand_to_play, card))
    return _with_unchecked_claims(state, position)


def _with_unchecked_claims(state: State, position: _Position) -> State:
    refused = frozenset(player for word, player, _number in position.claims if word == "refused")
    state = changed(state, refused_claimers=refused)
    for word, player, number in position.claims:
        hand = state.hand_on_lead
        if hand is None and word in ("claim", "made"):
            raise Fault("claims", "bad_claim", SENTENCES["bad_claim"])
        if word == "no":
            state = changed(state, refused_by=player, claim_refused_at=number)
        elif word == "claim" and hand is not None:
            state = changed(state, claim=OpenClaim(player, hand, tricks=number))
        elif word == "yes" and state.claim:
            accepted = state.claim.accepted | {player}
            state = changed(state, claim=OpenClaim(state.claim.player, state.claim.hand, accepted, state.claim.tricks))
        elif word == "made":
            state = changed(state, claimed=hand, claimed_tricks=number)
    return state
