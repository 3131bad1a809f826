"""The three roles of the staff, as groups with their permissions."""

from typing import Any

from django.contrib.auth.management import create_permissions
from django.db import migrations

VIEW = ["view_user", "view_game", "view_message", "view_report"]
MODERATE = ["suspend_user", "rename_user", "sign_out_user", "mute_user", "close_to_spectators_game", "resolve_report"]
HOST = ["void_game", "end_game", "nudge_game", "seat_bot_game", "close_to_spectators_game"]
ADMINISTER = ["delete_account_user", "export_user", "give_roles_user", "see_addresses_user", "show_cards_game"]


def all_of(*models: str) -> list[str]:
    return [f"{verb}_{model}" for model in models for verb in ("view", "add", "change", "delete")]


ROLES = {
    "Moderator": [*VIEW, *MODERATE, *all_of("blockedword")],
    "Tournament host": ["view_user", "view_game", *HOST, *all_of("rulespreset", "announcement", "invitation")],
    "Administrator": [
        *(VIEW + MODERATE + HOST + ADMINISTER),
        *all_of("blockedword", "rulespreset", "announcement", "invitation"),
        *("view_sitesettings", "change_sitesettings", "view_auditentry"),
    ],
}
APPS = ("accounts", "games", "site_config")


def create_roles(apps: Any, schema_editor: Any) -> None:
    for label in APPS:  # Django creates permissions only after all migrations have run
        config = apps.get_app_config(label)
        config.models_module = getattr(config, "models_module", True)
        create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)
    permissions = apps.get_model("auth", "Permission").objects.filter(content_type__app_label__in=APPS)
    for name, codenames in ROLES.items():
        role = apps.get_model("auth", "Group").objects.create(name=name)
        granted = permissions.filter(codename__in=codenames).exclude(
            content_type__app_label="games", content_type__model="invitation"
        )
        assert {permission.codename for permission in granted} == set(codenames), "every permission exists"
        role.permissions.set(granted)


def delete_roles(apps: Any, schema_editor: Any) -> None:
    apps.get_model("auth", "Group").objects.filter(name__in=ROLES).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("games", "0001_initial"),
        ("site_config", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [migrations.RunPython(create_roles, delete_roles)]
