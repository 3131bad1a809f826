from typing import Any, Final

from django.db import migrations

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
    for number, chosen in users.exclude(notification_channels={}).values_list("pk", "notification_channels"):
        users.filter(pk=number).update(
            daily_alerts=any(chosen.get(kind) for kind in DAILY),
            notification_channels=channels_of_groups(chosen) | chosen,  # what is chosen for groups by now stays
        )


class Migration(migrations.Migration):
    atomic = False  # or all accounts would be locked until the last one is done
    dependencies = [("accounts", "0021_quiet_hours_and_daily_alerts")]

    operations = [migrations.RunPython(choose_groups, migrations.RunPython.noop)]
