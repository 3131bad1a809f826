"""What makes choices of notifications for four groups of those for 24 kinds."""

from typing import Any, Final

AT_ONCE: Final = 500
"""How many accounts are written by one statement, as all accounts are locked meanwhile."""

PUSH, MAIL = "push", "mail"
BOTH: Final = [PUSH, MAIL]
DAILY: Final = ("daily_deal", "set_results")

DEFAULTS: Final = {
    "turns": {"turn": [PUSH], "turn_in_days": BOTH},
    "invitations": {
        "challenge": BOTH,
        "invitation": [PUSH],
        "trio_invitation": BOTH,
        "club_invitation": BOTH,
        "set_challenge": BOTH,
    },
    "results": {"challenge_answered": [], "set_results": [], "daily_deal": [], "season": [PUSH], "report": BOTH},
    "events": {
        "club_evening": BOTH,
        "club_evening_soon": [PUSH],
        "club_evening_changed": BOTH,
        "club_request": [PUSH],
        "club_membership": BOTH,
        "club_officer": BOTH,
        "tournament_soon": BOTH,
        "tournament_place": BOTH,
        "tournament_off": BOTH,
        "tournament_table": [PUSH],
        "tournament_warning": [PUSH],
        "tournament_ruling": BOTH,
    },
}
"""The kinds of each group, with the channels by which a player who had chosen nothing got them."""


def channels_of_groups(chosen: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the channels of each group of which a player had chosen a kind, from those of the kinds."""
    groups = {}
    for group, defaults in DEFAULTS.items():
        if defaults.keys() & chosen.keys():
            kinds = {kind: set(chosen.get(kind, default)) for kind, default in defaults.items()}
            by_push = any(PUSH in channels for channels in kinds.values())
            was_ended = any(MAIL in default and MAIL not in kinds[kind] for kind, default in defaults.items())
            groups[group] = [channel for channel, is_on in ((MAIL, not was_ended), (PUSH, by_push)) if is_on]
    return groups


def choose_groups(apps: Any, schema_editor: Any) -> None:
    """Give players who have chosen channels for kinds of notifications the same for groups, as well as four groups can.

    A group stays on by push if one of its kinds was on by push. It stays on by mail unless a mail of one of its kinds,
    which comes if nobody chooses anything, was switched off: a mail that somebody has ended does not come back. The
    alerts of daily deals are on if the deal of the day or the results of its sets were. The choices of kinds stay, for
    processes of the version before.
    """
    users = apps.get_model("accounts", "User").objects
    changed = users.exclude(notification_channels={}).only("pk", "notification_channels")
    users.bulk_update(map(in_groups, changed), ["daily_alerts", "notification_channels"], batch_size=AT_ONCE)


def in_groups(user: Any) -> Any:
    """Return the user with the choices for groups; what is chosen for groups by now stays."""
    chosen = user.notification_channels
    user.daily_alerts = any(chosen.get(kind) for kind in DAILY)
    user.notification_channels = channels_of_groups(chosen) | chosen
    return user
