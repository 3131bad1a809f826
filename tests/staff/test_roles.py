"""Permissions: every staff action and list for every role."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.site_config.models import AuditEntry
from games.chat import services as chat_services
from games.models import Game, Message, Report
from games.staff import actions
from tests.clients import ClientFor
from tests.staff.people import ADMINISTRATION, ALL, HOSTING, MODERATION, MODERATOR, ROLES, member, registered
from tests.tables import begin, new_player

pytestmark = pytest.mark.django_db


REASON_FIELD = {"reason": "Because of this test"}

PLAYER_ACTIONS: dict[str, tuple[set[str], dict[str, Any]]] = {
    "suspend": (MODERATION, REASON_FIELD | {"period": "24"}),
    "mute": (MODERATION, REASON_FIELD | {"period": "1"}),
    "take-name": (MODERATION, REASON_FIELD),
    "sign-out": (MODERATION, REASON_FIELD),
    "roles": (ADMINISTRATION, REASON_FIELD),
    "export": (ADMINISTRATION, REASON_FIELD),
    "delete-account": (ADMINISTRATION, REASON_FIELD),
}
GAME_ACTIONS: dict[str, tuple[set[str], dict[str, Any]]] = {
    "nudge": (HOSTING, REASON_FIELD),
    "seat-bot": (HOSTING, REASON_FIELD | {"player": "1"}),
    "close-to-spectators": (ALL, REASON_FIELD),
    "end": (HOSTING, REASON_FIELD),
    "void": (HOSTING, REASON_FIELD | {"public_reason": "A broken clock"}),
    "show-cards": (ADMINISTRATION, REASON_FIELD),
}


LATER = {"lift", "unmute"}
"""Actions that are not possible on a new account or game."""


def test_every_action_is_tested_for_every_role() -> None:
    missing = (actions.PLAYER_ACTIONS.keys() | actions.GAME_ACTIONS.keys()) - {*PLAYER_ACTIONS, *GAME_ACTIONS, *LATER}
    assert not missing, "say in PLAYER_ACTIONS or GAME_ACTIONS of this file who may do it, or add it to LATER"


def action_url(row: User | Game | Report, code: str) -> str:
    return f"/admin/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/do/{code}/"


def check_action(client: Client, address: str, fields: dict[str, str], allowed: bool) -> None:
    """Open and submit the action's form. Without permission both are refused and nothing is logged."""
    page = page_of(address)
    if not allowed:
        assert address.rsplit("/do/")[1] not in client.get(page).text
        assert client.get(address).status_code == 403
        assert client.post(address, fields).status_code == 403
        assert not AuditEntry.objects.exists()
        return
    assert f"../do/{address.rsplit('/do/')[1]}" in client.get(page).text
    assert client.get(address).status_code == 200
    assert not AuditEntry.objects.exists(), "looking does nothing"
    assert client.post(address, {**fields, "reason": ""}).status_code == 422, "a reason is needed"
    assert not AuditEntry.objects.exists()
    assert client.post(address, fields).status_code in (200, 302)
    assert AuditEntry.objects.get().reason == REASON_FIELD["reason"]


def page_of(address: str) -> str:
    return address.rsplit("do/")[0] + "change/"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("code", PLAYER_ACTIONS)
def test_player_actions_by_role(client_for: ClientFor, role: str, code: str) -> None:
    roles, fields = PLAYER_ACTIONS[code]
    check_action(client_for(member(role)), action_url(registered("Alex"), code), fields, role in roles)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("code", GAME_ACTIONS)
def test_game_actions_by_role(client_for: ClientFor, role: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.objects.get(code=begin(new_player(), new_player()))
    monkeypatch.setattr("games.play.presence.is_here", lambda *_: False)
    roles, fields = GAME_ACTIONS[code]
    check_action(client_for(member(role)), action_url(game, code), fields, role in roles)


@pytest.mark.parametrize("role", ROLES)
def test_resolving_reports_by_role(client_for: ClientFor, role: str) -> None:
    host, guest = new_player(), new_player()
    code = begin(host, guest)
    chat_services.send_message(code=code, author=host, text="Rude")
    chat_services.report(code=code, reporter=guest, number=Message.objects.get().pk)
    client, address = client_for(member(role)), action_url(Report.objects.get(), "resolve")
    assert client.get(address).status_code == (200 if role in MODERATION else 403)
    client.post(address, {"answer": "We talked to them", "note": "Talked to them", "mute": "24"})
    host.refresh_from_db()
    assert (Report.objects.get().note, host.is_muted) == (
        ("Talked to them", True) if role in MODERATION else ("", False)
    )


LISTS = {
    "accounts_user": ALL,
    "games_game": ALL,
    "games_message": MODERATION,
    "games_report": MODERATION,
    "games_rulespreset": HOSTING,
    "games_readyphrase": ALL,
    "site_config_announcement": HOSTING,
    "site_config_invitation": HOSTING,
    "site_config_blockedword": MODERATION,
    "site_config_sitesettings": ADMINISTRATION,
    "site_config_auditentry": ADMINISTRATION,
}


@pytest.mark.parametrize("role", [*ROLES, ""])
def test_lists_by_role(client_for: ClientFor, role: str) -> None:
    client = client_for(member(role) if role else registered("Nobody"))
    seen = {name for name in LISTS if client.get(reverse(f"admin:{name}_changelist")).status_code == 200}
    assert seen == {name for name, roles in LISTS.items() if role in roles}


def test_visitor_is_redirected_to_rate_limited_sign_in(client: Client) -> None:
    answer = client.get(reverse("admin:index"), follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))


@pytest.mark.parametrize("model", ["auth/group", "account/emailaddress", "mfa/authenticator", "sessions/session"])
def test_models_with_secrets_have_no_admin_pages(client_for: ClientFor, model: str) -> None:
    root = User.objects.create_superuser("Root", password="correct horse")
    assert client_for(root).get(f"/admin/{model}/").status_code == 404


@pytest.mark.parametrize(
    ("name", "lookup"),
    [
        ("accounts_user", "password__startswith"),
        ("accounts_user", "email__startswith"),
        ("games_game", "chain_root__startswith"),
        ("games_message", "author__password__startswith"),
        ("games_report", "reporter__email__startswith"),
        ("site_config_auditentry", "by__password__startswith"),
    ],
)
def test_filters_on_secrets_are_refused(client_for: ClientFor, name: str, lookup: str) -> None:
    root = client_for(User.objects.create_superuser("Root", password="correct horse"))
    assert root.get(reverse(f"admin:{name}_changelist"), {lookup: "a"}).status_code == 400


@pytest.mark.parametrize(
    ("name", "lookup", "value"),
    [
        ("accounts_user", "id__range", "1"),
        ("accounts_user", "id__regex", "["),
        ("accounts_user", "date_joined__year", "0"),
        ("games_game", "code__range", "x"),
        ("games_game", "created_at__year", "99999"),
        ("games_report", "resolved__range", "1"),
        ("site_config_auditentry", "at__iso_year", "0"),
        ("site_config_announcement", "id__range", "1"),
    ],
)
def test_filters_that_no_list_offers_are_refused(client_for: ClientFor, name: str, lookup: str, value: str) -> None:
    root = client_for(User.objects.create_superuser("Root", password="correct horse"))
    assert root.get(reverse(f"admin:{name}_changelist"), {lookup: value}).status_code == 400


def test_audit_log_cannot_be_edited(client_for: ClientFor) -> None:
    root = client_for(User.objects.create_superuser("Root", password="correct horse"))
    root.post(action_url(registered("Alex"), "suspend"), REASON_FIELD | {"period": "24"})
    entry = AuditEntry.objects.get()
    assert root.get(reverse("admin:site_config_auditentry_add")).status_code == 403
    for page in ("change", "delete"):
        root.post(reverse(f"admin:site_config_auditentry_{page}", args=[entry.pk]), {"reason": "Other", "post": "yes"})
    assert AuditEntry.objects.get().reason == entry.reason


@pytest.mark.parametrize("code", ["suspend", "mute", "unmute", "take-name", "sign-out"])
def test_moderator_cannot_act_on_themselves_or_other_staff(client_for: ClientFor, code: str) -> None:
    moderator, other = member(MODERATOR), member(MODERATOR, "Another")
    client, fields = client_for(moderator), PLAYER_ACTIONS.get(code, (MODERATION, REASON_FIELD))[1]
    if code == "unmute":
        User.objects.update(muted_until=timezone.now() + timedelta(days=1))
    before = list(User.objects.order_by("pk").values())
    for user in (moderator, other):
        assert client.post(action_url(user, code), fields).status_code == 422
    assert list(User.objects.order_by("pk").values()) == before
    assert not AuditEntry.objects.exists()
