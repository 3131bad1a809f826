"""An example of each shape that programs send or get, for the description of the API, by the name of the shape."""

from typing import Any, Final

_PLAYER: Final[dict[str, Any]] = {"name": "Ana", "is_bot": False}
_SKILL: Final[dict[str, Any]] = {"points": 1620, "games": 48, "wins": 19, "provisional": False}
_RULES: Final[dict[str, Any]] = {"peek": "none", "bidding": "standard", "target": 500, "bag_limit": 10, "floor": None}
_HAND: Final = ["SA", "S9", "S4", "HK", "HT", "H3", "DQ", "D7", "D2", "CA", "CJ", "C8", "C5"]
_SEATS: Final[list[dict[str, Any]]] = [
    {"player": 0, **_PLAYER, "by_api": False, "stand_in": ""},
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
    "rules": _RULES,
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
_OPEN: Final[dict[str, Any]] = {
    "code": "Xy3kQ9dE",
    "name": "Ana’s table",
    "players": ["Ana", "", ""],
    "rules": _RULES,
    "duplicate": False,
}
_RUNNING: Final[dict[str, Any]] = _OPEN | {
    "players": [
        {"name": "Ana", "rating": 1620, "points": 71},
        {"name": "Ben", "rating": None, "points": -70},
        {"name": "Cai", "rating": 1480, "points": 52},
    ],
    "deal": 2,
    "watchers": 1,
    "delayed": False,
}
_REASON: Final[dict[str, Any]] = {"cause": "bid", "player": 0, "hand": None, "chance": 0.81, "otherwise": 0.55}
_BID_VALUE: Final[dict[str, Any]] = {
    "tricks": 5,
    "nils": [],
    "declares": 0.42,
    "made": 0.81,
    "nils_made": None,
    "points": 34.5,
    "gain": 12.1,
    "error": 1.9,
    "wins": 0.36,
    "worth": 10.4,
}
_RESULT: Final[dict[str, Any]] = {
    "date": "2026-11-30T20:14:05+00:00",
    "table": "Ana’s table",
    "code": "Xy3kQ9dE",
    "bidding": "standard",
    "peek": "none",
    "target": 500,
    "duplicate": False,
    "left": "Ben",
    "right": "Cai",
    "points": 71,
    "bags": 1,
    "player": 0,
}
_DEAL_RESULT: Final[dict[str, Any]] = _RESULT | {
    "deal": 1,
    "role": "declarer",
    "bidding_position": 1,
    "bid": 7,
    "contract": 7,
    "side_tricks": 8,
    "nils": "",
    "bag_penalty": 0,
    "points_after": 71,
    "bags_after": 1,
}
_GAME_RESULT: Final[dict[str, Any]] = _RESULT | {
    "deals": 6,
    "stage": "over",
    "place": 1,
    "void": "",
    "rating_before": 1604,
    "rating_after": 1620,
}
_RECORD: Final[dict[str, Any]] = {
    "format": "dummy-hand-spades/1",
    "rules": _RULES,
    "dealer": 2,
    "before": {"points": [0, 0, 0], "bags": [0, 0, 0]},
    "hands": {
        hand: [suit + rank for rank in "AKQJT98765432"]
        for hand, suit in zip(("0", "1", "2", "dummy"), "SHDC", strict=True)
    },
    "peeks": [],
    "bids": [{"player": 0, "tricks": 13, "nils": []}, *({"player": one, "tricks": 0, "nils": []} for one in (1, 2))],
    "plays": ["SA", "H2", "C2", "D2"],
    "claim": {"player": 0},
}
_SET_RESULTS: Final[dict[str, Any]] = {
    "set": "m0Rt2aXw",
    "boards": [{"number": 1, "expert": 62, "results": [{"player": "Ana", "points": 71, "by_expert": False}]}],
    "ladder": [{"place": 1, "player": "Ana", "points": 71, "percent": 50.0, "error": None, "boards": 1}],
}
_WISHES: Final[dict[str, Any]] = {"bidding": None, "peek": None, "target": 300, "clock": None}
_TOURNAMENT_LINE: Final[dict[str, Any]] = {
    "code": "t0Urn4mE",
    "name": "Sunday",
    "kind": "movement",
    "stage": "open",
    "starts_at": "2026-12-06T19:00:00+00:00",
    "rounds": 3,
    "boards": 3,
    "minutes": 25,
    "limit": 48,
    "entered": 12,
    "rules": _RULES | {"target": None},
}
_TOURNAMENT: Final[dict[str, Any]] = _TOURNAMENT_LINE | {
    "text": "",
    "host": "Ana",
    "club": None,
    "standings": [],
    "own": {"entered": True, "waiting": False, "may_check_in": False, "checked_in": False, "table": None},
}
_CLUB: Final[dict[str, Any]] = {
    "code": "c1Ub7pQe",
    "name": "Thursday",
    "is_trio": False,
    "text": "We play on Thursdays.",
    "size": 2,
    "officers": ["Ana"],
    "members": ["Ana", "Ben"],
    "tables": ["Xy3kQ9dE"],
    "evenings": [{"starts_at": "2026-12-03T19:00:00+00:00", "tournament": None, "called_off": False}],
}

EXAMPLES: Final[dict[str, Any]] = {
    "Account": _PLAYER,
    "AccountEvent": {"kind": "turn", "table": "Xy3kQ9dE"},
    "AnswerMove": {"version": 59, "kind": "answer", "accept": True},
    "BidMove": {"version": 17, "kind": "bid", "tricks": 4, "nils": ["dummy"]},
    "Board": {"number": 1, "peek": "none", "bidding": "standard", "table": "Xy3kQ9dE", "points": 71, "is_open": True},
    "ClaimMove": {"version": 57, "kind": "claim", "tricks": 3},
    "Club": _CLUB,
    "ClubLine": {"code": "c1Ub7pQe", "name": "Thursday", "is_trio": False, "invited_by": "", "has_asked": False},
    "DealAnalysis": {
        "state": "ready",
        "tricks": [{"SA": 8, "S9": 7}],
        "points": [{"points": [71, 50, -60], "better": ["SA"]}],
        "opinions": [{"reason": _REASON, "better": {"card": None, "tricks": 5, "nils": [], "reason": _REASON}}],
        "bids": [{"player": 0, "deals": 512, "bids": [_BID_VALUE], "best": 0}],
    },
    "DealPage": {"results": [_DEAL_RESULT], "next": ""},
    "DealRecord": _RECORD,
    "DealResult": _DEAL_RESULT,
    "Followed": {"name": "Ben", "is_online": True, "table": "Xy3kQ9dE"},
    "Forever": {"forever": True},
    "GameResult": _GAME_RESULT,
    "GamePage": {"results": [_GAME_RESULT], "next": ""},
    "Invitation": {"table": "Xy3kQ9dE", "by": "Ana"},
    "Lobby": {"open": [_OPEN], "running": [_RUNNING]},
    "Message": {"number": 12, "author": "Ana", "player": 0, "text": "Good luck", "phrase": ""},
    "Move": {"version": 21, "kind": "play", "card": "SA"},
    "NewMessage": {"text": "Good luck"},
    "NewSet": {"boards": 3, "bot_level": "expert", "invite": "Ben"},
    "NewTable": {"bots": True, "bot_level": "club", "target": 300},
    "OpenedSet": {"code": "m0Rt2aXw", "boards": 3},
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
    "Profile": {**_PLAYER, "ratings": [{"company": "people", **_SKILL}]},
    "Rated": {"name": "Ana", **_SKILL},
    "ReadyMove": {"version": 60, "kind": "ready"},
    "Search": {"state": "waiting", "wishes": _WISHES, "others": 1, "table": None},
    "SeasonLine": {
        "name": "Ana",
        "division": 1,
        "place": 1,
        "score": 58.3,
        "played": 24,
        "medal": 1,
        "next_division": 1,
    },
    "SeatToTake": {"player": 1},
    "SetOfToday": {
        "code": "day-2026-11-30",
        "kind": "day",
        "name": "Deal of the day, 30 November 2026",
        "boards": 1,
        "finished": 0,
        "closes_at": "2026-12-01T00:00:00+00:00",
    },
    "SetResults": _SET_RESULTS,
    "Table": _TABLE,
    "TokenInfo": {"name": "my bot", "scopes": ["read", "play"], "created_at": "2026-11-30T20:14:05+00:00"},
    "Tournament": _TOURNAMENT,
    "Tournaments": {"coming": [_TOURNAMENT_LINE], "past": []},
    "Version": {"version": 17},
    "Wishes": {"target": 300},
}
