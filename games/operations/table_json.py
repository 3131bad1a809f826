"""Tables as JSON, made from a viewer's snapshot: what is not in it can't be in the answer."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from games.engine import HAND_NAMES, Card, CardPlayed, HandId, OpenClaim, Rules, View
from games.play.snapshot import Snapshot
from games.values import TableOptions


def table_json(snapshot: Snapshot) -> dict[str, Any]:
    """Return the table as this viewer may see it (`schemas.Table`)."""
    standing = snapshot.standing
    return {
        "code": snapshot.code,
        "name": snapshot.name,
        "version": snapshot.version,
        "stage": str(snapshot.stage),
        **played_by(snapshot.rules, snapshot.options),
        "player": snapshot.viewer,
        "seats": [
            {
                "player": seat.player,
                "name": seat.name,
                "is_bot": seat.is_bot or seat.by_api,
                "by_api": seat.by_api,
                "stand_in": seat.stand_in,
            }
            for seat in snapshot.seats
        ],
        "points": list(standing.points),
        "bags": list(standing.bags),
        "ready": sorted(snapshot.ready),
        "winner": snapshot.winner,
        "paused_until": snapshot.pause.until.isoformat() if snapshot.pause else None,
        "deal": None if snapshot.view is None else _deal(snapshot.deal_number, snapshot.view),
    }


def played_by(rules: Rules, options: TableOptions) -> dict[str, Any]:
    """Return the rules of a table, and whether it is a duplicate table."""
    is_duplicate = options.duplicate
    return {"rules": rules_json(rules, is_duplicate=is_duplicate), "duplicate": is_duplicate}


def rules_json(rules: Rules, *, is_duplicate: bool) -> dict[str, Any]:
    """Return rules as `schemas.Rules`: no total ends a duplicate game."""
    return asdict(rules) | ({"target": None} if is_duplicate else {})


def _deal(number: int, view: View) -> dict[str, Any]:
    return {
        "number": number,
        "phase": str(view.phase),
        "dealer": view.dealer,
        "waiting": list(view.waiting),
        "to_play": None if view.to_play is None else HAND_NAMES[view.to_play],
        "hand": None if view.hand is None else _cards(view.hand),
        "dummy": None if view.dummy is None else _cards(view.dummy),
        "places": {str(place): str(card) for place, card in view.places},
        "bids": [{"player": bid.player, "tricks": bid.tricks, "nils": hand_names(bid.nils)} for bid in view.bids],
        "declarer": view.declarer,
        "contracts": list(view.contracts),
        "trick": _played(view.trick),
        "tricks": [_played(trick.cards) for trick in view.tricks],
        "taken": dict(zip(HAND_NAMES, view.taken, strict=True)),
        "claim_by": None if view.claim is None else view.claim.player,
        "claim_hand": None if view.claim_hand is None else _cards(view.claim_hand),
        "claim_tricks": None if view.claim is None else _claimed(view, view.claim),
        "scores": None if view.scores is None else [line.total for line in view.scores],
        "options": _options(view),
    }


def _claimed(view: View, claim: OpenClaim) -> int:
    return view.tricks_left if claim.tricks is None else claim.tricks


def _options(view: View) -> dict[str, Any]:
    return {
        "peek": view.peek_count,
        "bids": [
            {"tricks": list(option.tricks), "nils": [hand_names(nils) for nils in option.nils]}
            for option in view.bid_options
        ],
        "cards": _cards(view.playable),
        "claim": view.may_claim,
        "claims": list(view.claimable),
        "answer": view.may_answer_claim,
    }


def _cards(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))


def hand_names(hands: Iterable[HandId]) -> list[str]:
    """Return the names of hands, in their order."""
    return [HAND_NAMES[hand] for hand in sorted(hands)]


def _played(cards: Iterable[CardPlayed]) -> list[dict[str, str]]:
    return [{"hand": HAND_NAMES[played.hand], "card": str(played.card)} for played in cards]
