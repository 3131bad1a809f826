"""Site configuration: settings, sign-ups, announcements, blocked words, rules presets."""

from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.names.services import NameRefused
from accounts.signing_in import guests
from accounts.signing_in.forms import RegisterGuestForm
from accounts.site_config.models import Announcement, AuditAction, AuditEntry, BlockedWord, Invitation, SiteSettings
from accounts.site_config.selectors import site
from accounts.site_config.settings_cache import invalidate
from games.chat import services as chat_services
from games.engine import PeekRule, Rules
from games.lobby.forms import TableForm
from games.models import Game, Message, ReadyPhrase, RulesPreset
from games.values import TableOptions
from tests.clients import ClientFor
from tests.site_config import set_site_settings
from tests.staff.people import ADMINISTRATOR, HOST, MODERATOR, PASSWORD, member, registered
from tests.tables import begin, gather, new_player, snapshot_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator(client_for: ClientFor) -> Client:
    return client_for(member(ADMINISTRATOR))


def save(client: Client, page: str, fields: dict[str, Any], *args: Any) -> int:
    """Submit an admin form and return the response's status."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        return client.post(reverse(f"admin:{page}", args=args), fields).status_code


SETTINGS = {"sign_ups": "open", "guests": "on", "most_games": "20", "stuck_after": "60"}
SIGN_UP = {"username": "Newcomer", "password1": PASSWORD, "email": ""}
TABLE = TableForm.initial_for(Rules(), TableOptions()) | {"floor": ""}
PRESET = {
    "position": "1", "code": "wild", "name_en": "Wild", "name_es": "Salvaje", "line_en": "Flip four.",
    "line_es": "Destapad cuatro.", "peek": "flip4", "bidding": "standard", "target": "250", "bag_limit": "7",
    "floor": "-300", "clock": "fast", "patience": "30", "bot_level": "club",
}  # fmt: skip


def test_settings_are_stored_logged_and_effective_at_once(administrator: Client) -> None:
    page = "site_config_sitesettings_change"
    assert save(administrator, page, SETTINGS | {"most_games": "1"}, 1) == HTTPStatus.FOUND
    assert site().most_games == 1
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.details) == (AuditAction.CHANGE, {"most_games": "1"})


def test_concurrent_reader_does_not_cache_old_settings(administrator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    read = SiteSettings.objects.first

    def read_before_the_change() -> SiteSettings | None:
        before = read()
        monkeypatch.undo()
        save(administrator, "site_config_sitesettings_change", SETTINGS | {"most_games": "1"}, 1)
        return before

    invalidate("site")
    monkeypatch.setattr(SiteSettings.objects, "first", read_before_the_change)
    site()
    assert site().most_games == 1


@pytest.mark.parametrize("wrong", [{"most_games": "0"}, {"stuck_after": "0"}, {"sign_ups": "perhaps"}])
def test_invalid_settings_are_refused(administrator: Client, wrong: dict[str, str]) -> None:
    assert save(administrator, "site_config_sitesettings_change", SETTINGS | wrong, 1) == HTTPStatus.OK
    assert site().sign_ups == "open"
    assert not AuditEntry.objects.exists()


def test_second_row_of_settings_is_refused(administrator: Client) -> None:
    assert administrator.get(reverse("admin:site_config_sitesettings_add")).status_code == HTTPStatus.FORBIDDEN
    assert SiteSettings.objects.count() == 1


def invited() -> str:
    """Allow sign-ups by invitation only, and return a code."""
    set_site_settings(sign_ups="invited")
    return Invitation.objects.create(code="for-ben").code


class TestSignUps:
    def test_closed_sign_ups_refuse_new_accounts_and_registration(self, client: Client, client_for: ClientFor) -> None:
        set_site_settings(sign_ups="closed")
        answer = client.post(reverse("account_signup"), SIGN_UP)
        assert "No new accounts" in answer.text
        guest = client_for(guests.create_guest("Alex"))
        assert guest.post(reverse("register_guest"), {"password": PASSWORD}).status_code == HTTPStatus.FORBIDDEN
        assert not User.objects.filter(is_guest=False).exists()

    def test_invitation_code_works_once(self, client: Client, client_for: ClientFor) -> None:
        set_site_settings(sign_ups="invited")
        save(client_for(member(HOST)), "site_config_invitation_add", {"note": "For Ben"})
        code = Invitation.objects.get().code
        for wrong in ({}, {"invitation": "nonsense"}, {"invitation": code, "username": "x"}):
            client.post(reverse("account_signup"), SIGN_UP | wrong)
            assert not User.objects.filter(username="Newcomer").exists()
        assert Invitation.objects.get().used_at is None, "a form with a mistake uses nothing up"
        client.post(reverse("account_signup"), SIGN_UP | {"invitation": code})
        assert User.objects.filter(username="Newcomer").exists()
        guest = client_for(guests.create_guest("Alex"))
        answer = guest.post(reverse("register_guest"), {"password": PASSWORD, "invitation": code})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY

    def test_name_taken_meanwhile_does_not_use_up_the_code(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fields = SIGN_UP | {"invitation": invited()}
        registered("Newcomer")
        with monkeypatch.context() as patch:
            patch.setattr("accounts.signing_in.adapter.name_is_taken", lambda _: False)
            assert "already has this name" in client.post(reverse("account_signup"), fields).text
        client.post(reverse("account_signup"), fields | {"username": "Another"})
        assert User.objects.filter(username="Another").exists()

    def test_guest_who_clicks_twice_is_registered(self, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
        client, fields = client_for(guests.create_guest("Alex")), {"password": PASSWORD, "invitation": invited()}
        read = RegisterGuestForm.full_clean

        def clicked_again(form: RegisterGuestForm) -> None:
            monkeypatch.undo()
            client.post(reverse("register_guest"), fields)
            read(form)

        monkeypatch.setattr(RegisterGuestForm, "full_clean", clicked_again)
        assert client.post(reverse("register_guest"), fields)["Location"] == reverse("settings_account")

    def test_without_guests_visitor_is_asked_to_sign_in(self, client: Client, client_for: ClientFor) -> None:
        set_site_settings(guests=False)
        answer = client.post(reverse("games:play_now"), {"name": "Alex"})
        assert answer.status_code == HTTPStatus.BAD_REQUEST
        assert "Only players with an account" in answer.text
        code = gather(new_player(), new_player())
        client.post(reverse("games:sit", args=[code]), {"name": "Alex", "player": "2"})
        assert not User.objects.filter(username="Alex").exists()
        assert client_for(registered("Ben")).post(reverse("games:play_now")).status_code == HTTPStatus.FOUND


class TestAnnouncements:
    def announce(self, client: Client, starts: datetime, ends: datetime) -> int:
        fields = {"text_en": "We rest on Sunday", "text_es": "El domingo descansamos"}
        for name, moment in (("starts_at", starts), ("ends_at", ends)):
            fields[name] = f"{moment:%Y-%m-%dT%H:%M}"
        return save(client, "site_config_announcement_add", fields)

    def test_announcement_is_on_every_page_in_the_reader_s_language(
        self, administrator: Client, client: Client
    ) -> None:
        now = timezone.now()
        assert "We rest" not in client.get("/").text
        self.announce(administrator, now - timedelta(hours=1), now + timedelta(hours=1))
        table = reverse("games:table", args=[begin(new_player(), new_player())])
        for page in ("/", "/rules/", "/accounts/login/", table, "/nowhere/"):
            assert "We rest on Sunday" in client.get(page).text
            assert "El domingo descansamos" in client.get(page, headers={"accept-language": "es"}).text

    @pytest.mark.parametrize(("since", "until"), [(-2, -1), (1, 2)])
    def test_announcement_is_hidden_outside_its_time(
        self, administrator: Client, client: Client, since: int, until: int
    ) -> None:
        now = timezone.now()
        self.announce(administrator, now + timedelta(hours=since), now + timedelta(hours=until))
        assert "We rest" not in client.get("/").text

    def test_moments_are_those_of_the_staff_s_own_time_zone(self, administrator: Client) -> None:
        """02:30 does not exist in Madrid on 29 March 2026."""
        administrator.cookies["timezone"] = "Europe/Madrid"
        night = datetime(2026, 3, 29)
        assert "Time zone: Europe/Madrid" in administrator.get(reverse("admin:site_config_announcement_add")).text
        refused = self.announce(administrator, night + timedelta(hours=2.5), night + timedelta(hours=5))
        assert refused == HTTPStatus.OK
        assert not Announcement.objects.exists()
        self.announce(administrator, night + timedelta(hours=1), night + timedelta(hours=3.5))
        announcement = Announcement.objects.get()
        assert (announcement.starts_at, announcement.ends_at) == (
            datetime(2026, 3, 29, 0, 0, tzinfo=UTC), datetime(2026, 3, 29, 1, 30, tzinfo=UTC),
        )  # fmt: skip
        assert "2026-03-29T03:30" in administrator.get(
            reverse("admin:site_config_announcement_change", args=[announcement.pk])
        ).text  # fmt: skip

    def test_announcement_must_end_after_it_starts_and_can_be_deleted(
        self, administrator: Client, client: Client
    ) -> None:
        now = timezone.now()
        assert self.announce(administrator, now, now - timedelta(hours=1)) == HTTPStatus.OK
        assert not Announcement.objects.exists()
        self.announce(administrator, now - timedelta(hours=1), now + timedelta(hours=1))
        assert "We rest" in client.get("/").text
        save(administrator, "site_config_announcement_delete", {"post": "yes"}, Announcement.objects.get().pk)
        assert "We rest" not in client.get("/").text
        assert AuditEntry.objects.filter(action=AuditAction.REMOVE, details={"what": "We rest on Sunday"}).exists()


class TestBlockedWords:
    @pytest.fixture(autouse=True)
    def _blocked(self, client_for: ClientFor) -> None:
        save(client_for(member(MODERATOR)), "site_config_blockedword_add", {"word": " Célandine "})

    def test_blocked_word_is_stored_folded(self, client_for: ClientFor) -> None:
        assert BlockedWord.objects.get().word == "celandine"
        assert save(client_for(member(MODERATOR, "Two")), "site_config_blockedword_add", {"word": "two words"}) == 200

    @pytest.mark.parametrize("text", ["you CELANDINE!", "célandine", "c e l a n d i n e", "you celan\u200bdine"])
    def test_message_with_blocked_word_is_refused(self, text: str) -> None:
        alex = new_player()
        with pytest.raises(chat_services.ContainsBlockedWord):
            chat_services.send_message(code=begin(alex, new_player()), author=alex, text=text)
        assert not Message.objects.exists()

    def test_longer_word_with_blocked_word_inside_is_allowed(self) -> None:
        alex = new_player()
        chat_services.send_message(code=begin(alex, new_player()), author=alex, text="Celandines grow here")

    def test_player_name_with_blocked_word_is_refused(self, client: Client) -> None:
        with pytest.raises(NameRefused):
            guests.create_guest("Celandine")
        client.post(reverse("account_signup"), SIGN_UP | {"username": "El Celandine"})
        assert not User.objects.filter(name_key__contains="celandine").exists()

    def test_table_name_with_blocked_word_is_refused(self, client_for: ClientFor) -> None:
        alex = new_player()
        code = gather(alex)
        for page in (reverse("games:new_table"), reverse("games:options", args=[code])):
            for name in ("El Celandine", "The Cel\u200bandine"):
                answer = client_for(alex).post(page, TABLE | {"name": name})
                assert (answer.status_code, "not allowed here" in answer.text) == (HTTPStatus.BAD_REQUEST, True)
        assert [game.name for game in Game.objects.all()] == ["A table"]


class TestReadyPhrases:
    def test_new_phrase_can_be_sent_and_a_retired_one_only_read(
        self, administrator: Client, client_for: ClientFor
    ) -> None:
        ana, ben = new_player(), new_player()
        code = begin(ana, ben)
        player = client_for(ana)
        words = {"position": "5", "code": "cheers", "sign": "🥂", "words_en": "Cheers!", "words_es": "¡Salud!"}
        assert save(administrator, "games_readyphrase_add", words | {"offered": "on"}) == HTTPStatus.FOUND
        send = reverse("games:send_message", args=[code])
        assert player.post(send, {"phrase": "cheers"}).status_code == HTTPStatus.FOUND
        phrase = ReadyPhrase.objects.get(code="cheers")
        save(administrator, "games_readyphrase_change", words, phrase.pk)
        assert player.post(send, {"phrase": "cheers"}).status_code == HTTPStatus.BAD_REQUEST
        page = client_for(ben).get(reverse("games:table", args=[code]), headers={"accept-language": "es"}).text
        assert (page.count("🥂 ¡Salud!"), page.count('value="cheers"')) == (1, 0)

    def test_phrases_are_not_deleted_as_messages_have_their_words(self, administrator: Client) -> None:
        phrase = ReadyPhrase.objects.all()[0]
        address = reverse("admin:games_readyphrase_delete", args=[phrase.pk])
        assert administrator.post(address, {"post": "yes"}).status_code == HTTPStatus.FORBIDDEN


class TestPresets:
    def test_new_first_preset_is_offered_and_is_the_default(self, administrator: Client, client: Client) -> None:
        assert "Salvaje" not in client.get(reverse("games:new_table"), headers={"accept-language": "es"}).text
        assert save(administrator, "games_rulespreset_add", PRESET | {"position": "0"}) == HTTPStatus.FOUND
        client.post(reverse("games:play_now"), {"name": "Alex"})
        shown = snapshot_for(Game.objects.get().code)
        assert shown.rules == Rules(PeekRule.FLIP4, target=250, bag_limit=7, floor=-300)
        assert (shown.options.clock, shown.options.patience, shown.options.bot_level) == ("fast", 30, "club")
        assert "Salvaje" in client.get(reverse("games:new_table"), headers={"accept-language": "es"}).text
        page = client.get(reverse("games:new_table")).context["form"]
        assert (page["target"].value(), page["clock"].value()) == (250, "fast")
        changed = PRESET | {"position": "0", "name_es": "Indómito"}
        save(administrator, "games_rulespreset_change", changed, RulesPreset.objects.get(code="wild").pk)
        assert "Indómito" in client.get(reverse("games:new_table"), headers={"accept-language": "es"}).text

    @pytest.mark.parametrize("wrong", [{"target": "123"}, {"bag_limit": "2"}, {"floor": "5"}, {"peek": "all"}])
    def test_preset_with_invalid_rules_is_refused(self, administrator: Client, wrong: dict[str, str]) -> None:
        assert save(administrator, "games_rulespreset_add", PRESET | wrong) == HTTPStatus.OK
        assert not RulesPreset.objects.filter(code="wild").exists()

    def test_site_without_presets_uses_the_built_in_ones(self, administrator: Client, client: Client) -> None:
        save(administrator, "games_rulespreset_add", PRESET | {"position": "0"})
        assert "Flip four." in client.get(reverse("games:new_table")).text
        for preset in RulesPreset.objects.all():
            save(administrator, "games_rulespreset_delete", {"post": "yes"}, preset.pk)
        client.post(reverse("games:play_now"), {"name": "Alex"})
        assert snapshot_for(Game.objects.get().code).rules == Rules(target=200), "it is a first game"
