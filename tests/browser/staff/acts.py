"""What staff may do in the admin, and who of them: the table that the tests of this folder are driven by."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Final

from tests.browser.staff.world import REASON
from tests.staff.people import ADMINISTRATOR, HOST, MODERATOR, ROLES

PLAYERS, GAMES, REPORTS = "accounts/user", "games/game", "games/report"
ALL, PEACE, PLAY, CARE = set(ROLES), {MODERATOR, ADMINISTRATOR}, {HOST, ADMINISTRATOR}, {ADMINISTRATOR}
A_FILE: Final = "a file"
WHY: Final = {"reason": REASON}


@dataclass(frozen=True)
class Act:
    """A button on a row's page, for `roles`; the form that it leads to, the answer, the word for it in the audit log.

    The `answer` is by default that it is done.
    """

    code: str
    button: str
    roles: Set[str]
    deed: str
    fields: Mapping[str, str]
    answer: str = ""


PLAYER_ACTS: Final = (
    Act("suspend", "Suspend", PEACE, "suspended", {"period": "24"} | WHY),
    Act("lift", "Lift the suspension", PEACE, "suspension lifted", WHY),
    Act("mute", "Mute", PEACE, "muted", {"period": "1"} | WHY),
    Act("unmute", "Lift the mute", PEACE, "mute lifted", WHY),
    Act("take-name", "Take the name away", PEACE, "name taken away", WHY),
    Act("sign-out", "Sign out everywhere", PEACE, "signed out everywhere", WHY),
    Act("export", "Export the player’s data", CARE, "data exported", WHY, A_FILE),
    Act("forget", "Remove the account", CARE, "account removed", WHY),
)
"""Giving roles is for a player who is not removed next."""

ROLE_ACTS: Final = (Act("roles", "Give roles", CARE, "roles given", WHY),)
GAME_ACTS: Final = (
    Act("nudge", "Nudge", PLAY, "game nudged", WHY),
    Act("seat-bot", "Replace a player by a bot", PLAY, "player replaced by a bot", {"player": "1"} | WHY),
    Act("show-cards", "Show the hidden cards", CARE, "hidden cards shown", WHY, "You are out of this table"),
    Act("close-doors", "Close to spectators", ALL, "closed to spectators", WHY),
    Act("end", "End the game", PLAY, "game ended", WHY),
)
VOID: Final = Act("void", "Void the game", PLAY, "game voided", WHY)
RESOLVE: Final = Act("resolve", "Resolve", PEACE, "report resolved", {"note": REASON, "mute": "1"})

ON_ROWS: Final = {PLAYERS: PLAYER_ACTS + ROLE_ACTS, GAMES: (*GAME_ACTS, VOID), REPORTS: (RESOLVE,)}


@dataclass(frozen=True, eq=False)
class Decision:
    """Something that `roles` write, change and take back by ordinary forms; without `changed` it can't be changed."""

    path: str
    roles: Set[str]
    fields: Mapping[str, str]
    changed: Mapping[str, str]


ANNOUNCEMENT: Final = Decision(
    "site_config/announcement",
    PLAY,
    {
        "text_en": "We rest on Sunday",
        "text_es": "El domingo descansamos",
        "starts_at": "2020-01-01T12:00",
        "ends_at": "2090-01-01T12:00",
    },
    {"text_en": "We rest on Monday"},
)
WORD: Final = Decision("site_config/blockedword", PEACE, {"word": "celandine"}, {"word": "buttercup"})
PRESET: Final = Decision(
    "games/rulespreset",
    PLAY,
    {
        "position": "9", "code": "wild", "name_en": "Wild", "name_es": "Salvaje", "line_en": "Flip four.",
        "line_es": "Destapad cuatro.", "peek": "flip4", "bidding": "standard", "target": "250", "bag_limit": "7",
        "floor": "-300", "clock": "fast", "patience": "30", "bot_level": "club",
    },
    {"name_en": "Wilder"},
)  # fmt: skip
INVITATION: Final = Decision("site_config/invitation", PLAY, {"note": "For Ben"}, {})
DECISIONS: Final = (ANNOUNCEMENT, WORD, PRESET, INVITATION)

SETTINGS: Final = "site_config/sitesettings"
LOG: Final = "site_config/auditentry"
MESSAGES: Final = "games/message"
ONLY_READ: Final = {PLAYERS: ALL, GAMES: ALL, MESSAGES: PEACE, REPORTS: PEACE, LOG: CARE}
