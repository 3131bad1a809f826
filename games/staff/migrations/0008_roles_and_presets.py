"""What the staff may do and edit: three roles, as groups with their permissions, and the lines of the ready sets of rules.

Sites have run the migrations of the presets themselves (`games/migrations/_presets.py`).
"""

from functools import partial
from typing import Any, Final

from django.db import migrations

from accounts.base.migration_tools import Once
from games.migrations import _presets
from games.staff.migrations._roles import APPS, write_permissions

MODERATOR, HOST, ADMINISTRATOR = ROLES = ("Moderator", "Tournament host", "Administrator")


def all_of(*models: str) -> list[str]:
    return [f"{verb}_{model}" for model in models for verb in ("view", "add", "change", "delete")]


VIEW: Final = ["view_user", "view_game", "view_message", "view_report"]
MODERATE: Final = [
    *("suspend_user", "rename_user", "sign_out_user", "mute_user", "close_to_spectators_game", "resolve_report"),
    *all_of("blockedword"),
]
DIRECT: Final = [
    *("void_game", "end_game", "nudge_game", "seat_bot_game", "close_to_spectators_game"),
    *all_of("rulespreset", "announcement", "invitation"),
]
ADMINISTER: Final = [
    *("delete_account_user", "export_user", "give_roles_user", "see_addresses_user", "show_cards_game"),
    *("view_sitesettings", "change_sitesettings", "view_auditentry"),
]
PHRASES: Final = ["view_readyphrase", "add_readyphrase", "change_readyphrase"]

FIRST: Final = "0001_initial"

STEPS: Final[dict[str, dict[str, list[str]]]] = {
    FIRST: {
        MODERATOR: VIEW + MODERATE,
        HOST: ["view_user", "view_game", *DIRECT],
        ADMINISTRATOR: VIEW + MODERATE + DIRECT + ADMINISTER,
    },
    "0002_sets_of_deals": {
        MODERATOR: ["view_dealset"],
        HOST: ["view_dealset", "add_dealset", "change_dealset"],
        ADMINISTRATOR: ["view_dealset", "add_dealset", "change_dealset"],
    },
    "0003_ready_phrases": dict.fromkeys(ROLES, PHRASES),
    "0004_tournaments": {
        MODERATOR: ["view_tournament"],
        HOST: ["view_tournament", "add_tournament", "change_tournament"],
        ADMINISTRATOR: ["view_tournament", "add_tournament", "change_tournament"],
    },
    "0005_clubs": {
        MODERATOR: ["view_club", "change_club"],
        HOST: ["view_club"],
        ADMINISTRATOR: ["view_club", "change_club"],
    },
    "0006_seasons": {
        MODERATOR: ["view_season", "change_season"],
        HOST: ["view_season"],
        ADMINISTRATOR: ["view_season", "change_season"],
    },
}
"""What each of the six migrations that this one stands for granted. What staff have taken from a role stays so."""


def grant(name: str, apps: Any, _schema: Any) -> None:
    """Grant what this step granted; the first one creates the roles, and a role that is gone later stays gone."""
    permissions = apps.get_model("auth", "Permission").objects.filter(content_type__app_label__in=APPS)
    permissions = permissions.exclude(content_type__app_label="games", content_type__model="invitation")
    groups = apps.get_model("auth", "Group").objects
    if name == FIRST:
        groups.bulk_create(groups.model(name=role) for role in ROLES)
    for role in groups.filter(name__in=ROLES):
        codenames = set(STEPS[name][role.name])
        granted = permissions.filter(codename__in=codenames)
        assert {permission.codename for permission in granted} == codenames, "every permission exists"
        role.permissions.add(*granted)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_after_0_3_0"),
        ("games", "0004_after_0_3_0"),
        ("site_config", "0008_tables"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.RunPython(write_permissions, migrations.RunPython.noop),
        *(Once([name], migrations.RunPython(partial(grant, name))) for name in STEPS),
        migrations.RunPython(_presets.bring_up_to_date, migrations.RunPython.noop),
    ]
