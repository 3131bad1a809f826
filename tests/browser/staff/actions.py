"""Staff actions and the roles that may perform them: the table behind the tests of this folder."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Final

from tests.browser.staff.sample_data import REASON
from tests.staff.people import ADMINISTRATION, ALL, HOSTING, MODERATION

PLAYERS, GAMES, REPORTS = "accounts/user", "games/game", "games/report"
DOWNLOAD: Final = "a file"
REASON_FIELD: Final = {"reason": REASON}


@dataclass(frozen=True)
class StaffAction:
    """A button on a row's page for `roles`, its form's `fields`, the resulting `answer` and its `log_entry`.

    An empty `answer` stands for the message "Done".
    """

    code: str
    button: str
    roles: Set[str]
    log_entry: str
    fields: Mapping[str, str]
    answer: str = ""


PLAYER_ACTIONS: Final = (
    StaffAction("suspend", "Suspend", MODERATION, "suspended", {"period": "24"} | REASON_FIELD),
    StaffAction("lift", "Lift the suspension", MODERATION, "suspension lifted", REASON_FIELD),
    StaffAction("mute", "Mute", MODERATION, "muted", {"period": "1"} | REASON_FIELD),
    StaffAction("unmute", "Lift the mute", MODERATION, "mute lifted", REASON_FIELD),
    StaffAction("take-name", "Take the name away", MODERATION, "name taken away", REASON_FIELD),
    StaffAction("sign-out", "Sign out everywhere", MODERATION, "signed out everywhere", REASON_FIELD),
    StaffAction("export", "Export the player’s data", ADMINISTRATION, "data exported", REASON_FIELD, DOWNLOAD),
    StaffAction("delete-account", "Remove the account", ADMINISTRATION, "account removed", REASON_FIELD),
)
"""Without giving roles, because the last of these actions deletes the player."""

ROLE_ACTIONS: Final = (StaffAction("roles", "Give roles", ADMINISTRATION, "roles given", REASON_FIELD),)
GAME_ACTIONS: Final = (
    StaffAction("nudge", "Nudge", HOSTING, "game nudged", REASON_FIELD),
    StaffAction(
        "seat-bot", "Replace a player with a bot", HOSTING, "player replaced by a bot", {"player": "1"} | REASON_FIELD
    ),
    StaffAction(
        "show-cards",
        "Show the hidden cards",
        ADMINISTRATION,
        "hidden cards shown",
        REASON_FIELD,
        "You can’t watch this table",
    ),
    StaffAction("close-to-spectators", "Close to spectators", ALL, "closed to spectators", REASON_FIELD),
    StaffAction("end", "End the game", HOSTING, "game ended", REASON_FIELD),
)
VOID: Final = StaffAction("void", "Void the game", HOSTING, "game voided", {"public_reason": REASON} | REASON_FIELD)
ANSWERED: Final = {"note": REASON, "answer": REASON, "mute": "1"}
RESOLVE: Final = StaffAction("resolve", "Resolve", MODERATION, "report resolved", ANSWERED)

ROW_ACTIONS: Final = {PLAYERS: PLAYER_ACTIONS + ROLE_ACTIONS, GAMES: (*GAME_ACTIONS, VOID), REPORTS: (RESOLVE,)}


@dataclass(frozen=True, eq=False)
class EditableRow:
    """A row that `roles` add, change and delete by ordinary forms. If `changed` is empty, it can't be changed."""

    path: str
    roles: Set[str]
    fields: Mapping[str, str]
    changed: Mapping[str, str]


ANNOUNCEMENT: Final = EditableRow(
    "site_config/announcement",
    HOSTING,
    {
        "text_en": "We rest on Sunday",
        "text_es": "El domingo descansamos",
        "starts_at": "2020-01-01T12:00",
        "ends_at": "2090-01-01T12:00",
    },
    {"text_en": "We rest on Monday"},
)
WORD: Final = EditableRow("site_config/blockedword", MODERATION, {"word": "celandine"}, {"word": "buttercup"})
PRESET: Final = EditableRow(
    "games/rulespreset",
    HOSTING,
    {
        "position": "9", "code": "wild", "name_en": "Wild", "name_es": "Salvaje", "line_en": "Flip four.",
        "line_es": "Destapad cuatro.", "peek": "flip4", "bidding": "standard", "target": "250", "bag_limit": "7",
        "floor": "-300", "clock": "fast", "patience": "30", "bot_level": "club",
    },
    {"name_en": "Wilder"},
)  # fmt: skip
INVITATION: Final = EditableRow("site_config/invitation", HOSTING, {"note": "For Ben"}, {})
EDITABLE_ROWS: Final = (ANNOUNCEMENT, WORD, PRESET, INVITATION)

PHRASES: Final = "games/readyphrase"
SETTINGS: Final = "site_config/sitesettings"
LOG: Final = "site_config/auditentry"
MESSAGES: Final = "games/message"
WATCH: Final = "games/softplay"
SETS: Final = "games/dealset"
TOURNAMENTS: Final = "games/tournament"
CLUBS: Final = "games/club"
SEASONS: Final = "games/season"
READ_ONLY: Final = {
    PLAYERS: ALL,
    GAMES: ALL,
    LOG: ADMINISTRATION,
    MESSAGES: MODERATION,
    REPORTS: MODERATION,
    WATCH: MODERATION,
    SETS: ALL,
    TOURNAMENTS: ALL,
    CLUBS: ALL,
    SEASONS: ALL,
}
