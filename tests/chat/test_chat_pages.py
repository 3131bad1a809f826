"""The chat views: permissions, responses, and the chat on the table's page."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.chat import services as chat_services
from games.models import Block, Game, Message, Mute, Report
from tests.clients import HTMX, ClientFor
from tests.tables import begin, gather, here, new_player, open_table, user_at

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def of_two(rows_of_the_module: None) -> str:  # noqa: ARG001  # in which it stays
    return begin(new_player(), new_player())


@pytest.fixture
def code(of_two: str) -> str:
    """A table of Ana and Ben, who are at it."""
    here(of_two, (0, 1))
    return of_two


@pytest.fixture
def ana(of_two: str) -> User:
    return user_at(of_two, 0)


@pytest.fixture
def ben(of_two: str) -> User:
    return user_at(of_two, 1)


@pytest.fixture
def player(ana: User, client_for: ClientFor) -> Client:
    return client_for(ana)


def post(client: Client, name: str, code: str, data: dict[str, str]) -> Any:
    return client.post(reverse(f"games:{name}", args=[code]), data, headers=HTMX)


def table_page(client: Client, code: str) -> str:
    return client.get(reverse("games:table", args=[code])).text


VALID = {"send_message": {"text": "Hello"}, "mute": {"name": "Ben", "operation": "mute"}, "report": {"message": "1"}}


@pytest.mark.parametrize("name", VALID)
class TestAllViews:
    def test_get_redirects_to_the_table(self, name: str, code: str, player: Client) -> None:
        answer = player.get(reverse(f"games:{name}", args=[code]))
        assert answer["Location"] == reverse("games:table", args=[code])

    def test_anonymous_visitor_is_asked_to_sign_in(self, name: str, code: str, client: Client) -> None:
        assert post(client, name, code, VALID[name])["HX-Refresh"] == "true"
        plain = client.post(reverse(f"games:{name}", args=[code]), VALID[name])
        assert plain["Location"] == f"{reverse('account_login')}?next={reverse('games:table', args=[code])}"

    def test_unknown_table_is_a_404(self, name: str, player: Client) -> None:
        assert post(player, name, "nowhere", VALID[name]).status_code == 404

    def test_post_without_csrf_token_is_refused(self, name: str, code: str, ana: User) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(ana)
        assert post(strict, name, code, VALID[name]).status_code == 403

    def test_invalid_form_is_a_400_with_a_notice(self, name: str, code: str, player: Client) -> None:
        for data in ({}, {"text": "\0", "name": "", "operation": "love", "message": "x"}, {"message": "9" * 30}):
            answer = post(player, name, code, data)
            assert answer.status_code == 400
            assert 'role="alert"' in answer.text


class TestSend:
    def test_htmx_gets_the_messages(self, code: str, player: Client) -> None:
        answer = post(player, "send_message", code, {"text": "  Hello   Ben "})
        assert answer.status_code == 200
        assert "Hello Ben" in answer.text
        assert 'id="chat-log"' in answer.text
        assert "<html" not in answer.text

    def test_plain_form_post_redirects_to_the_chat_on_the_page(self, code: str, player: Client) -> None:
        answer = player.post(reverse("games:send_message", args=[code]), {"text": "Hello Ben"})
        assert answer.status_code == 302
        assert answer["Location"] == reverse("games:table", args=[code]) + "#chat-form"
        assert "Hello Ben" in table_page(player, code)

    def test_spectator_may_send_a_message(self, code: str, client_for: ClientFor) -> None:
        assert post(client_for(new_player()), "send_message", code, {"text": "Hello"}).status_code == 200

    def test_phrase_is_shown_in_the_reader_s_language(self, code: str, player: Client, ben: User) -> None:
        post(player, "send_message", code, {"phrase": "well_played"})
        reader = Client(headers={"accept-language": "es"})
        reader.force_login(ben)
        words = re.compile(r'class="words">([^<]+)<')
        assert words.findall(table_page(player, code)) == ["★ Well played!"]
        assert words.findall(table_page(reader, code)) == ["★ ¡Bien jugado!"]

    @pytest.mark.parametrize(
        ("data", "notice"),
        [
            ({"text": "   "}, "Write something first."),
            ({"text": "x" * 301}, "A message can have at most 300 characters."),
            ({"text": "Hello", "phrase": "hello"}, "Write something first."),
        ],
    )
    def test_empty_too_long_or_double_message_is_refused(
        self, code: str, player: Client, data: dict[str, str], notice: str
    ) -> None:
        answer = post(player, "send_message", code, data)
        assert (answer.status_code, notice in answer.text) == (400, True)
        assert not Message.objects.exists()

    def test_three_hundred_characters_are_accepted(self, code: str, player: Client) -> None:
        assert post(player, "send_message", code, {"text": "ñ" * 300}).status_code == 200

    def test_rate_limited_message_is_a_429_and_keeps_its_text(self, code: str, player: Client) -> None:
        for _ in range(chat_services.RATE_LIMIT_MESSAGES):
            post(player, "send_message", code, {"text": "Hello"})
        refused = post(player, "send_message", code, {"text": "once more"})
        assert (refused.status_code, "Wait a few seconds" in refused.text) == (429, True)
        page = player.post(reverse("games:send_message", args=[code]), {"text": "once more"})
        assert page.status_code == 429
        assert 'value="once more"' in page.text
        assert "Wait a few seconds" in page.text

    @pytest.mark.parametrize(
        ("name", "data", "status"),
        [("mute", {"operation": "mute", "name": "Nobody"}, 400), ("report", {"message": 1}, 404)],
    )
    def test_too_many_mutes_or_reports_are_a_429(
        self,
        name: str,
        data: dict[str, object],
        status: int,
        code: str,
        player: Client,
        limit: Callable[[str, str], None],
    ) -> None:
        limit(name, "1/m/user")
        assert post(player, name, code, data).status_code == status
        refused = post(player, name, code, data)
        assert (refused.status_code, "Wait a few minutes" in refused.text) == (429, True)

    def test_message_where_chat_is_off_is_a_409(self, ana: User, ben: User, player: Client) -> None:
        code = begin(ana, ben, chat=False)
        answer = post(player, "send_message", code, {"text": "Hello"})
        assert (answer.status_code, "There is no chat" in answer.text) == (409, True)

    def test_spectator_of_a_table_without_spectators_is_a_403(
        self, ana: User, ben: User, client_for: ClientFor
    ) -> None:
        code = begin(ana, ben, spectators=False)
        stranger = client_for(new_player())
        for name, data in [
            ("send_message", {"text": "Hello"}),
            ("send_message", {}),
            ("mute", {"name": ana.username, "operation": "mute"}),
            ("mute", {}),
            ("report", {}),
        ]:
            assert post(stranger, name, code, data).status_code == 403
        assert not Mute.objects.exists()


class TestMuteAndReport:
    def test_mute_hides_messages_and_unmute_shows_them(self, code: str, player: Client, ben: User) -> None:
        chat_services.send_message(code=code, author=ben, text="Nonsense")
        muted = post(player, "mute", code, {"name": ben.username, "operation": "mute"})
        assert "Nonsense" not in muted.text
        assert Mute.objects.count() == 1
        assert "Nonsense" in post(player, "mute", code, {"name": ben.username, "operation": "unmute"}).text

    def test_block_hides_messages_and_unblock_shows_them(self, code: str, player: Client, ben: User) -> None:
        chat_services.send_message(code=code, author=ben, text="Nonsense")
        assert "Nonsense" not in post(player, "mute", code, {"name": ben.username, "operation": "block"}).text
        assert Block.objects.count() == 1
        post(player, "mute", code, {"name": ben.username, "operation": "unblock"})
        assert "Nonsense" in table_page(player, code)

    def test_block_of_an_unknown_player_is_a_400(self, code: str, player: Client) -> None:
        answer = post(player, "mute", code, {"name": "Nobody At All", "operation": "block"})
        assert (answer.status_code, "no player of that name" in answer.text) == (400, True)

    def test_report_is_stored_and_acknowledged(self, code: str, player: Client, ben: User) -> None:
        message = chat_services.send_message(code=code, author=ben, text="Rude")
        answer = post(player, "report", code, {"message": str(message.pk)})
        assert (answer.status_code, "Thank you" in answer.text) == (200, True)
        assert Report.objects.get().message == message

    def test_report_of_an_unknown_message_is_a_404(self, code: str, player: Client) -> None:
        assert post(player, "report", code, {"message": "77"}).status_code == 404

    def test_own_message_has_no_report_button(self, code: str, player: Client, ana: User) -> None:
        chat_services.send_message(code=code, author=ana, text="Hello")
        assert "Report to the staff" not in table_page(player, code)


class TestPage:
    def test_chat_is_on_the_page_but_not_in_responses_of_the_table(self, code: str, player: Client) -> None:
        assert "/chat/" in table_page(player, code)
        refused = player.post(reverse("games:claim", args=[code]), {"version": 0}, headers=HTMX)
        assert "chat-log" not in refused.text

    def test_page_of_a_table_without_chat_has_none(self, ana: User, ben: User, player: Client) -> None:
        assert "chat-log" not in table_page(player, begin(ana, ben, chat=False))

    def test_page_of_a_player_alone_with_bots_has_no_chat(self, ana: User, player: Client) -> None:
        assert "chat-log" not in table_page(player, open_table(ana))

    def test_anonymous_visitor_can_read_but_not_write(self, code: str, client: Client) -> None:
        chat_services.send_message(code=code, author=new_player(), text="From the gallery")
        page = table_page(client, code)
        assert "From the gallery" in page
        assert "chat-form" not in page
        assert "Sign in to chat" in page

    def test_host_can_switch_chat_off_before_the_game(self, ana: User, player: Client) -> None:
        code = gather(ana)
        rules = {"name": "Quiet", "peek": "none", "bidding": "standard", "target": "500", "bag_limit": "10"}
        bots = {"bot_level": "expert", "bot_style": "mixed", "bot_pause": "human"}
        player.post(reverse("games:options", args=[code]), rules | bots | {"clock": "none", "patience": "120"})
        assert not Game.objects.get(code=code).chat
        assert "chat-log" not in table_page(player, code)


class TestStaff:
    @pytest.fixture
    def staff(self, client_for: ClientFor) -> Client:
        return client_for(User.objects.create_superuser("Root", password="correct horse"))

    @pytest.fixture
    def report(self, code: str, ana: User, ben: User) -> Report:
        chat_services.send_message(code=code, author=ana, phrase="good_luck")
        message = chat_services.send_message(code=code, author=ben, text="You will need it")
        chat_services.report(code=code, reporter=ana, number=message.pk)
        return Report.objects.get()

    def test_players_cannot_see_reports(self, player: Client, report: Report) -> None:
        assert player.get(reverse("admin:games_report_changelist")).status_code == 302

    def test_report_shows_the_messages_before_it(self, staff: Client, report: Report) -> None:
        page = staff.get(reverse("admin:games_report_change", args=[report.pk])).text
        assert page.index("Good luck!") < page.index("You will need it")

    def test_resolving_a_report_changes_only_its_state_and_note(self, staff: Client, report: Report) -> None:
        address = reverse("admin:games_report_change", args=[report.pk])
        staff.post(address, {"resolved": "on", "context": "[]"})
        assert not Report.objects.get().resolved
        for status in (302, 422):  # the second time it is resolved already
            written = {"note": "All is well", "answer": "We have looked into it."}
            assert staff.post(address.replace("change", "do/resolve"), written).status_code == status
        changed = Report.objects.get()
        assert (changed.resolved, changed.note, changed.context) == (True, "All is well", report.context)

    def test_staff_can_search_messages_by_table_but_not_change_them(
        self, staff: Client, report: Report, code: str
    ) -> None:
        page = staff.get(reverse("admin:games_message_changelist"), {"q": code})
        assert "You will need it" in page.text
        message = Message.objects.get(text="You will need it")
        assert staff.post(reverse("admin:games_message_change", args=[message.pk]), {"text": "!"}).status_code == 403
