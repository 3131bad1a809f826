"""The addresses of the talk: who may use them, what they answer, and what their page shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.chat import services as chat_services
from games.chat.messages import Phrase
from games.models import Block, Game, Message, Mute, Report
from tests.tables import (
    begin,
    gather,
    new_player,
    open_table,
)

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
ClientFor = Callable[[User], Client]


@pytest.fixture
def code(ana: User, ben: User) -> str:
    return begin(ana, ben)


@pytest.fixture
def player(ana: User, client_for: ClientFor) -> Client:
    return client_for(ana)


def post(client: Client, name: str, code: str, data: dict[str, str]) -> Any:
    return client.post(reverse(f"games:{name}", args=[code]), data, headers=HTMX)


def table_page(client: Client, code: str) -> str:
    return client.get(reverse("games:table", args=[code])).text


VALID = {"say": {"text": "Hello"}, "hush": {"name": "Ben", "wish": "mute"}, "report": {"message": "1"}}


@pytest.mark.parametrize("name", VALID)
class TestLadder:
    def test_only_by_post(self, name: str, code: str, player: Client) -> None:
        answer = player.get(reverse(f"games:{name}", args=[code]))
        assert answer["Location"] == reverse("games:table", args=[code])

    def test_a_visitor_who_is_not_signed_in_is_asked_to(self, name: str, code: str, client: Client) -> None:
        assert post(client, name, code, VALID[name])["HX-Refresh"] == "true"
        plain = client.post(reverse(f"games:{name}", args=[code]), VALID[name])
        assert plain["Location"] == f"{reverse('account_login')}?next={reverse('games:table', args=[code])}"

    def test_a_table_that_is_not_there(self, name: str, player: Client) -> None:
        assert post(player, name, "nowhere", VALID[name]).status_code == 404

    def test_a_post_from_elsewhere_is_refused(self, name: str, code: str, ana: User) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(ana)
        assert post(strict, name, code, VALID[name]).status_code == 403

    def test_what_cannot_be_understood_is_a_400_with_a_sentence(self, name: str, code: str, player: Client) -> None:
        for rubbish in ({}, {"text": "\0", "name": "", "wish": "love", "message": "x"}, {"message": "9" * 30}):
            answer = post(player, name, code, rubbish)
            assert answer.status_code == 400
            assert 'role="alert"' in answer.text


class TestSay:
    def test_htmx_is_answered_with_the_messages(self, code: str, player: Client) -> None:
        answer = post(player, "say", code, {"text": "  Hello   Ben "})
        assert answer.status_code == 200
        assert "Hello Ben" in answer.text
        assert 'id="talk-log"' in answer.text
        assert "<html" not in answer.text

    def test_a_plain_form_leads_back_to_the_page_s_talk(self, code: str, player: Client) -> None:
        answer = player.post(reverse("games:say", args=[code]), {"text": "Hello Ben"})
        assert answer.status_code == 302
        assert answer["Location"] == reverse("games:table", args=[code]) + "#talk-form"
        assert "Hello Ben" in table_page(player, code)

    def test_a_guest_who_watches_may_talk(self, code: str, client_for: ClientFor) -> None:
        assert post(client_for(new_player()), "say", code, {"text": "Hello"}).status_code == 200

    def test_a_phrase_is_read_in_the_reader_s_language(self, code: str, player: Client, ben: User) -> None:
        post(player, "say", code, {"phrase": "well_played"})
        reader = Client(headers={"accept-language": "es"})
        reader.force_login(ben)
        words = re.compile(r'class="words">([^<]+)<')
        assert words.findall(table_page(player, code)) == ["Well played!"]
        assert words.findall(table_page(reader, code)) == ["¡Bien jugado!"]

    @pytest.mark.parametrize(
        ("said", "sentence"),
        [
            ({"text": "   "}, "Write something first."),
            ({"text": "x" * 301}, "A message has at most 300 characters."),
            ({"text": "Hello", "phrase": "hello"}, "Write something first."),
        ],
    )
    def test_what_is_no_message_is_not_taken(
        self, code: str, player: Client, said: dict[str, str], sentence: str
    ) -> None:
        answer = post(player, "say", code, said)
        assert (answer.status_code, sentence in answer.text) == (400, True)
        assert not Message.objects.exists()

    def test_three_hundred_characters_are_taken(self, code: str, player: Client) -> None:
        assert post(player, "say", code, {"text": "ñ" * 300}).status_code == 200

    def test_too_much_at_once_is_a_429_and_nothing_is_lost(self, code: str, player: Client) -> None:
        for _ in range(chat_services.MESSAGES_AT_ONCE):
            post(player, "say", code, {"text": "Hello"})
        refused = post(player, "say", code, {"text": "once more"})
        assert (refused.status_code, "Wait a few seconds" in refused.text) == (429, True)
        page = player.post(reverse("games:say", args=[code]), {"text": "once more"})
        assert page.status_code == 429
        assert 'value="once more"' in page.text
        assert "Wait a few seconds" in page.text

    @pytest.mark.parametrize(
        ("name", "asked"), [("hush", {"wish": "mute", "name": "Nobody"}), ("report", {"message": 1})]
    )
    def test_hushing_and_reporting_without_end_is_a_429(
        self, name: str, asked: dict[str, object], code: str, player: Client, settings: LazySettings
    ) -> None:
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {name: "1/m/user"}
        assert post(player, name, code, asked).status_code == 404
        refused = post(player, name, code, asked)
        assert (refused.status_code, "Wait a few minutes" in refused.text) == (429, True)

    def test_chat_off_is_a_409(self, ana: User, ben: User, player: Client) -> None:
        code = begin(ana, ben, chat=False)
        answer = post(player, "say", code, {"text": "Hello"})
        assert (answer.status_code, "There is no talk" in answer.text) == (409, True)

    def test_a_table_without_spectators_refuses_theirs(self, ana: User, ben: User, client_for: ClientFor) -> None:
        code = begin(ana, ben, spectators=False)
        stranger = client_for(new_player())
        for name, data in [
            ("say", {"text": "Hello"}),
            ("say", {}),
            ("hush", {"name": ana.username, "wish": "mute"}),
            ("hush", {}),
            ("report", {}),
        ]:
            assert post(stranger, name, code, data).status_code == 403
        assert not Mute.objects.exists()


class TestHushAndReport:
    def test_mute_and_hear_again(self, code: str, player: Client, ben: User) -> None:
        chat_services.say(code=code, author=ben, text="Nonsense")
        muted = post(player, "hush", code, {"name": ben.username, "wish": "mute"})
        assert "Nonsense" not in muted.text
        assert Mute.objects.count() == 1
        assert "Nonsense" in post(player, "hush", code, {"name": ben.username, "wish": "unmute"}).text

    def test_block_and_unblock(self, code: str, player: Client, ben: User) -> None:
        chat_services.say(code=code, author=ben, text="Nonsense")
        assert "Nonsense" not in post(player, "hush", code, {"name": ben.username, "wish": "block"}).text
        assert Block.objects.count() == 1
        post(player, "hush", code, {"name": ben.username, "wish": "unblock"})
        assert "Nonsense" in table_page(player, code)

    def test_somebody_nobody_knows_is_a_404(self, code: str, player: Client) -> None:
        answer = post(player, "hush", code, {"name": "Nobody At All", "wish": "block"})
        assert (answer.status_code, "no player of that name" in answer.text) == (404, True)

    def test_a_report_is_thanked_for(self, code: str, player: Client, ben: User) -> None:
        message = chat_services.say(code=code, author=ben, text="Rude")
        answer = post(player, "report", code, {"message": str(message.pk)})
        assert (answer.status_code, "Thank you" in answer.text) == (200, True)
        assert Report.objects.get().message == message

    def test_a_message_that_is_not_there_is_a_404(self, code: str, player: Client) -> None:
        assert post(player, "report", code, {"message": "77"}).status_code == 404

    def test_an_own_message_offers_no_report(self, code: str, player: Client, ana: User) -> None:
        chat_services.say(code=code, author=ana, text="Hello")
        assert "Report" not in table_page(player, code)


class TestPage:
    def test_the_panel_is_on_the_page_and_in_no_push_or_answer_of_the_table(self, code: str, player: Client) -> None:
        assert "/talk/" in table_page(player, code)
        refused = player.post(reverse("games:claim", args=[code]), {"version": 0}, headers=HTMX)
        assert "talk-log" not in refused.text

    def test_a_table_without_chat_shows_nothing_of_it(self, ana: User, ben: User, player: Client) -> None:
        assert "talk-log" not in table_page(player, begin(ana, ben, chat=False))

    def test_alone_with_bots_there_is_nothing_of_it(self, ana: User, player: Client) -> None:
        assert "talk-log" not in table_page(player, open_table(ana))

    def test_whoever_is_not_signed_in_reads_and_cannot_write(self, code: str, client: Client) -> None:
        chat_services.say(code=code, author=new_player(), text="From the gallery")
        page = table_page(client, code)
        assert "From the gallery" in page
        assert "talk-form" not in page
        assert "Sign in to talk" in page

    def test_the_host_switches_chat_off_before_the_game(self, ana: User, player: Client) -> None:
        code = gather(ana)
        rules = {"name": "Quiet", "peek": "none", "bidding": "standard", "target": "500", "bag_limit": "10"}
        bots = {"bot_level": "expert", "bot_style": "mixed", "bot_pause": "human"}
        player.post(reverse("games:options", args=[code]), rules | bots | {"clock": "none", "patience": "120"})
        assert not Game.objects.get(code=code).chat
        assert "talk-log" not in table_page(player, code)


class TestStaff:
    @pytest.fixture
    def staff(self, client_for: ClientFor) -> Client:
        return client_for(User.objects.create_superuser("Root", password="correct horse"))

    @pytest.fixture
    def report(self, code: str, ana: User, ben: User) -> Report:
        chat_services.say(code=code, author=ana, phrase=Phrase.GOOD_LUCK)
        message = chat_services.say(code=code, author=ben, text="You will need it")
        chat_services.report(code=code, reporter=ana, number=message.pk)
        return Report.objects.get()

    def test_others_do_not_see_reports(self, player: Client, report: Report) -> None:
        assert player.get(reverse("admin:games_report_changelist")).status_code == 302

    def test_a_report_shows_what_was_said_before(self, staff: Client, report: Report) -> None:
        page = staff.get(reverse("admin:games_report_change", args=[report.pk])).text
        assert page.index("Good luck!") < page.index("You will need it")

    def test_a_report_is_resolved_with_a_note_and_nothing_else_of_it_changes(
        self, staff: Client, report: Report
    ) -> None:
        address = reverse("admin:games_report_change", args=[report.pk])
        staff.post(address, {"resolved": "on", "context": "[]"})
        assert not Report.objects.get().resolved
        for status in (302, 422):  # the second time somebody has been first
            assert staff.post(address.replace("change", "do/resolve"), {"note": "All is well"}).status_code == status
        changed = Report.objects.get()
        assert (changed.resolved, changed.note, changed.context) == (True, "All is well", report.context)

    def test_messages_are_found_by_table_and_cannot_be_changed(self, staff: Client, report: Report, code: str) -> None:
        found = staff.get(reverse("admin:games_message_changelist"), {"q": code})
        assert "You will need it" in found.text
        message = Message.objects.get(text="You will need it")
        assert staff.post(reverse("admin:games_message_change", args=[message.pk]), {"text": "!"}).status_code == 403
