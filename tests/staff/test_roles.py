"""Who may do what: each act for each role, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable
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
from tests.staff.people import (
    ADMINISTRATOR,
    HOST,
    MODERATOR,
    ROLES,
    member,
    registered,
)
from tests.tables import begin, new_player

pytestmark = pytest.mark.django_db

ClientFor = Callable[[User], Client]

WHY = {"reason": "Because of this test"}
ALL, PEACE, PLAY, CARE = set(ROLES), {MODERATOR, ADMINISTRATOR}, {HOST, ADMINISTRATOR}, {ADMINISTRATOR}

PLAYER_ACTS: dict[str, tuple[set[str], dict[str, Any]]] = {
    "suspend": (PEACE, WHY | {"period": "24"}),
    "mute": (PEACE, WHY | {"period": "1"}),
    "take-name": (PEACE, WHY),
    "sign-out": (PEACE, WHY),
    "roles": (CARE, WHY),
    "export": (CARE, WHY),
    "forget": (CARE, WHY),
}
GAME_ACTS: dict[str, tuple[set[str], dict[str, Any]]] = {
    "nudge": (PLAY, WHY),
    "seat-bot": (PLAY, WHY | {"player": "1"}),
    "close-doors": (ALL, WHY),
    "end": (PLAY, WHY),
    "void": (PLAY, WHY),
    "show-cards": (CARE, WHY),
}


def act_on(row: User | Game | Report, code: str) -> str:
    return f"/admin/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/do/{code}/"


def try_out(client: Client, address: str, fields: dict[str, str], allowed: bool) -> None:
    """Ask for the page and send it; whoever is not allowed gets neither, and nothing is done or written down."""
    page = reverse_page(address)
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
    assert AuditEntry.objects.get().reason == WHY["reason"]


def reverse_page(address: str) -> str:
    return address.rsplit("do/")[0] + "change/"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("code", PLAYER_ACTS)
def test_what_a_role_does_to_players(client_for: ClientFor, role: str, code: str) -> None:
    roles, fields = PLAYER_ACTS[code]
    try_out(client_for(member(role)), act_on(registered("Alex"), code), fields, role in roles)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("code", GAME_ACTS)
def test_what_a_role_does_to_games(
    client_for: ClientFor, role: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.objects.get(code=begin(new_player(), new_player()))
    monkeypatch.setattr("games.play.presence.is_here", lambda *_: False)
    roles, fields = GAME_ACTS[code]
    try_out(client_for(member(role)), act_on(game, code), fields, role in roles)


@pytest.mark.parametrize("role", ROLES)
def test_who_resolves_reports(client_for: ClientFor, role: str) -> None:
    host, guest = new_player(), new_player()
    code = begin(host, guest)
    chat_services.say(code=code, author=host, text="Rude")
    chat_services.report(code=code, reporter=guest, number=Message.objects.get().pk)
    client, address = client_for(member(role)), act_on(Report.objects.get(), "resolve")
    assert client.get(address).status_code == (200 if role in PEACE else 403)
    client.post(address, {"note": "Talked to them", "mute": "24"})
    host.refresh_from_db()
    assert (Report.objects.get().note, host.is_muted) == (("Talked to them", True) if role in PEACE else ("", False))


LISTS = {
    "accounts_user": ALL,
    "games_game": ALL,
    "games_message": PEACE,
    "games_report": PEACE,
    "games_rulespreset": PLAY,
    "site_config_announcement": PLAY,
    "site_config_invitation": PLAY,
    "site_config_blockedword": PEACE,
    "site_config_sitesettings": CARE,
    "site_config_auditentry": CARE,
}


@pytest.mark.parametrize("role", [*ROLES, ""])
def test_what_a_role_sees(client_for: ClientFor, role: str) -> None:
    client = client_for(member(role) if role else registered("Nobody"))
    seen = {name for name in LISTS if client.get(reverse(f"admin:{name}_changelist")).status_code == 200}
    assert seen == {name for name, roles in LISTS.items() if role in roles}


def test_visitors_are_asked_to_sign_in_where_failed_attempts_are_counted(client: Client) -> None:
    answer = client.get(reverse("admin:index"), follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))


@pytest.mark.parametrize("model", ["auth/group", "account/emailaddress", "mfa/authenticator", "sessions/session"])
def test_secrets_have_no_pages(client_for: ClientFor, model: str) -> None:
    root = User.objects.create_superuser("Root")
    assert client_for(root).get(f"/admin/{model}/").status_code == 404


@pytest.mark.parametrize(
    ("name", "lookup"),
    [
        ("accounts_user", "password__startswith"),
        ("accounts_user", "email__startswith"),
        ("games_game", "secret__startswith"),
        ("games_message", "author__password__startswith"),
        ("games_report", "reporter__email__startswith"),
        ("site_config_auditentry", "by__password__startswith"),
    ],
)
def test_a_secret_can_not_be_spelt_out_by_filters(client_for: ClientFor, name: str, lookup: str) -> None:
    root = client_for(User.objects.create_superuser("Root"))
    assert root.get(reverse(f"admin:{name}_changelist"), {lookup: "a"}).status_code == 400


def test_the_audit_log_can_not_be_written_by_hand(client_for: ClientFor) -> None:
    root = client_for(User.objects.create_superuser("Root"))
    root.post(act_on(registered("Alex"), "suspend"), WHY | {"period": "24"})
    entry = AuditEntry.objects.get()
    assert root.get(reverse("admin:site_config_auditentry_add")).status_code == 403
    for page in ("change", "delete"):
        root.post(reverse(f"admin:site_config_auditentry_{page}", args=[entry.pk]), {"reason": "Other", "post": "yes"})
    assert AuditEntry.objects.get().reason == entry.reason


@pytest.mark.parametrize("code", ["suspend", "mute", "unmute", "take-name", "sign-out"])
def test_nobody_acts_on_themselves_and_moderators_not_on_staff(client_for: ClientFor, code: str) -> None:
    moderator, other = member(MODERATOR), member(MODERATOR, "Another")
    client, fields = client_for(moderator), PLAYER_ACTS.get(code, (PEACE, WHY))[1]
    if code == "unmute":
        User.objects.update(muted_until=timezone.now() + timedelta(days=1))
    before = list(User.objects.order_by("pk").values())
    for user in (moderator, other):
        assert client.post(act_on(user, code), fields).status_code == 422
    assert list(User.objects.order_by("pk").values()) == before
    assert not AuditEntry.objects.exists()
