"""Examples of the shapes that all operations share, by the name of the shape."""

from typing import Any, Final

PLAYER: Final[dict[str, Any]] = {"name": "Ana", "is_bot": False}
RULES: Final[dict[str, Any]] = {"peek": "none", "bidding": "standard", "target": 500, "bag_limit": 10, "floor": None}
_HAND: Final = ["SA", "S9", "S4", "HK", "HT", "H3", "DQ", "D7", "D2", "CA", "CJ", "C8", "C5"]
_SEATS: Final[list[dict[str, Any]]] = [
    {"player": 0, **PLAYER, "by_api": False, "stand_in": ""},
    {"player": 1, "name": "Ada", "is_bot": True, "by_api": False, "stand_in": ""},
    {"player": 2, "name": "Bo", "is_bot": True, "by_api": False, "stand_in": ""},
]
_OPTIONS: Final[dict[str, Any]] = {
    "peek": 0,
    "bids": [{"tricks": [0, 1, 2, 3, 4, 5], "nils": [[], ["0"]]}],
    "cards": [],
    "claim": False,
    "claims": [],
    "answer": False,
}
_DEAL: Final[dict[str, Any]] = {
    "number": 1,
    "phase": "bidding",
    "dealer": 2,
    "waiting": [0],
    "to_play": None,
    "hand": _HAND,
    "dummy": None,
    "places": {},
    "bids": [],
    "declarer": None,
    "contracts": [None, None, None],
    "trick": [],
    "tricks": [],
    "taken": {"0": 0, "1": 0, "2": 0, "dummy": 0},
    "claim_by": None,
    "claim_hand": None,
    "claim_tricks": None,
    "scores": None,
    "options": _OPTIONS,
}
_TABLE: Final[dict[str, Any]] = {
    "code": "Xy3kQ9dE",
    "name": "",
    "version": 17,
    "stage": "deal",
    "rules": RULES,
    "duplicate": False,
    "player": 0,
    "seats": _SEATS,
    "points": [0, 0, 0],
    "bags": [0, 0, 0],
    "ready": [],
    "winner": None,
    "paused_until": None,
    "deal": _DEAL,
}
EXAMPLES: Final[dict[str, Any]] = {
    "AnswerMove": {"version": 59, "kind": "answer", "accept": True},
    "BidMove": {"version": 17, "kind": "bid", "tricks": 4, "nils": ["dummy"]},
    "ClaimMove": {"version": 57, "kind": "claim", "tricks": 3},
    "Move": {"version": 21, "kind": "play", "card": "SA"},
    "NewTable": {"bots": True, "bot_level": "club", "target": 300},
    "OwnTable": {"code": "Xy3kQ9dE", "version": 17, "stage": "deal", "player": 0, "is_on_turn": True},
    "PeekMove": {"version": 15, "kind": "peek", "places": [0, 5, 12]},
    "PlayMove": {"version": 21, "kind": "play", "card": "SA"},
    "PlayerToInvite": {"name": "Ben"},
    "Problem": {
        "title": "Unprocessable Content",
        "status": 422,
        "detail": "It is not your turn.",
        "code": "wrong_player",
    },
    "ReadyMove": {"version": 60, "kind": "ready"},
    "SeatToTake": {"player": 1},
    "Table": _TABLE,
    "Version": {"version": 17},
}
