"""Moderation of chat: search of messages and reports, current names."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.models import User
from accounts.moderation import services as moderation
from games.chat import services as chat_services
from games.models import Message, Report
from games.pubsub import groups
from tests.clients import ClientFor
from tests.staff.people import MODERATOR, member, registered
from tests.tables import begin

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["message", "report"])
@pytest.mark.parametrize(("term", "number"), [("ana maría", 1), ("Ana", 0), ("", 1), ("the table's code", 1)])
def test_messages_and_reports_are_found_by_full_name_and_table(
    client_for: ClientFor, kind: str, term: str, number: int
) -> None:
    author, reporter = registered("Ana María"), registered("Ben")
    code = begin(author, reporter)
    chat_services.send_message(code=code, author=author, text="Unkind words")
    chat_services.report(code=code, reporter=reporter, number=Message.objects.get().pk)
    page = reverse(f"admin:games_{kind}_changelist")
    answer = client_for(member(MODERATOR)).get(page, {"q": code if term == "the table's code" else term})
    assert len(answer.context["cl"].result_list) == number


def test_message_is_found_by_its_words(client_for: ClientFor) -> None:
    author = registered("Ana María")
    code = begin(author, registered("Ben"))
    for text in ("Good evening", "Good night"):
        chat_services.send_message(code=code, author=author, text=text)
    answer = client_for(member(MODERATOR)).get(reverse("admin:games_message_changelist"), {"q": "good even"})
    assert [message.text for message in answer.context["cl"].result_list] == ["Good evening"]


def test_who_loses_a_name_is_called_otherwise_in_open_chat_too(monkeypatch: pytest.MonkeyPatch) -> None:
    rude = registered("Rude Name")
    codes = {begin(rude), begin(rude)}
    named: set[str] = set()
    monkeypatch.setattr(groups, "chat_changed_on_commit", named.add)
    moderation.take_name(rude, by=member(MODERATOR), reason="Rude")
    assert named == codes


def report_of(author: User, reporter: User) -> Report:
    """Return a report of a message at a table of these two."""
    code = begin(author, reporter)
    chat_services.send_message(code=code, author=author, text="Unkind words")
    chat_services.report(code=code, reporter=reporter, number=Message.objects.get().pk)
    return Report.objects.get()


def offered(page: str) -> list[str]:
    """Return where the forms of a report's page lead, without the way back."""
    return re.findall(r'class="staff-action" action="([^"?]*)\?next=', page)


def test_report_offers_every_action_on_its_page_and_each_leads_back(client_for: ClientFor) -> None:
    author = registered("Ana María")
    report = report_of(author, registered("Ben"))
    client, page = client_for(member(MODERATOR)), reverse("admin:games_report_change", args=[report.pk])
    forms = offered(client.get(page).text)
    assert [form.rsplit("/", 2)[1] for form in forms][:2] == ["resolve", "suspend"]
    assert {"mute", "take-name", "close-to-spectators"} <= {form.rsplit("/", 2)[1] for form in forms}
    mute = next(form for form in forms if form.endswith("/mute/"))
    done = client.post(f"{mute}?next={page}", {"period": "24", "reason": "Rude"})
    assert done["Location"] == page
    author.refresh_from_db()
    assert author.is_muted
    assert any(form.endswith("/unmute/") for form in offered(client.get(page).text))


def test_report_offers_only_what_the_role_allows(client_for: ClientFor) -> None:
    report = report_of(registered("Ana María"), registered("Ben"))
    page = reverse("admin:games_report_change", args=[report.pk])
    looker = member(MODERATOR)
    looker.groups.clear()
    looker.user_permissions.set(Permission.objects.filter(codename="view_report"))
    assert offered(client_for(looker).get(page).text) == []


def test_action_never_leads_to_another_site(client_for: ClientFor) -> None:
    author = registered("Ana María")
    address = f"/admin/accounts/user/{author.pk}/do/mute/?next=https://example.org/"
    done = client_for(member(MODERATOR)).post(address, {"period": "24", "reason": "Rude"})
    assert done["Location"] == f"/admin/accounts/user/{author.pk}/change/"
