"""Moderation of chat: search of messages and reports, current names."""

import pytest
from django.urls import reverse

from accounts.moderation import services as moderation
from games.chat import services as chat_services
from games.models import Message
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
