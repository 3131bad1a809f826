"""What players had chosen for kinds of notifications becomes a choice for four groups."""

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from accounts.notifications.groups import GROUPS
from accounts.notifications.kinds import KINDS
from tests.tables import new_player

pytestmark = pytest.mark.django_db

migration = import_module("accounts.migrations._groups_of_notifications")
SAVED = {kind: channels for kinds in migration.DEFAULTS.values() for kind, channels in kinds.items()}
"""What the form of the version before stored for a player who changed nothing."""


def migrated(chosen: dict[str, list[str]]) -> User:
    user = new_player()
    User.objects.filter(pk=user.pk).update(notification_channels=chosen)
    migration.choose_groups(apps, None)
    user.refresh_from_db()
    return user


def test_kinds_are_in_the_groups_that_the_site_has() -> None:
    assert {kind: each.group for kind, each in KINDS.items()} == {
        kind: group for group, kinds in migration.DEFAULTS.items() for kind in kinds
    }


@pytest.mark.parametrize(
    ("chosen", "group", "channels"),
    [
        (SAVED, "turns", ["mail", "push"]),
        (SAVED, "results", ["mail", "push"]),
        ({kind: [] for kind in SAVED}, "events", []),
        ({**SAVED, "turn": []}, "turns", ["mail", "push"]),
        ({**SAVED, "turn": [], "turn_in_days": ["mail"]}, "turns", ["mail"]),
        ({"challenge": ["push"]}, "invitations", ["push"]),
        ({"tournament_off": []}, "events", ["push"]),
        ({**SAVED, "invitation": ["mail", "push"]}, "invitations", ["mail", "push"]),
    ],
)
def test_push_stays_with_any_kind_and_mail_that_was_ended_does_not_come_back(
    chosen: dict[str, list[str]], group: str, channels: list[str]
) -> None:
    assert migrated(chosen).notification_channels[group] == channels


def test_who_chose_nothing_or_for_another_group_has_chosen_nothing() -> None:
    assert migrated({}).notification_channels == {}
    assert GROUPS.keys() & migrated({"turn": []}).notification_channels.keys() == {"turns"}


def test_choices_of_kinds_stay_for_the_version_before() -> None:
    assert migrated(SAVED).notification_channels.items() >= SAVED.items()


@pytest.mark.parametrize(
    ("chosen", "wanted"), [({"daily_deal": ["push"]}, True), ({"set_results": ["mail"]}, True), (SAVED, False)]
)
def test_daily_deals_are_on_for_who_had_asked_for_them(chosen: dict[str, list[str]], wanted: bool) -> None:
    assert migrated(chosen).daily_alerts is wanted


def test_choice_that_is_made_for_a_group_already_stays() -> None:
    assert migrated({**SAVED, "turns": []}).notification_channels["turns"] == []
