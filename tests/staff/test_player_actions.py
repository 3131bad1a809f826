"""Staff actions on players, and the player pages of the admin."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from allauth.usersessions.models import UserSession
from django.db.models.signals import post_save
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.moderation import services as moderation
from accounts.names import services as name_services
from accounts.personal_data import deletion
from accounts.signing_in import guests
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditAction, AuditEntry
from games.chat import services as chat_services
from games.models import Game, Message
from games.play import game_rows
from games.pubsub import groups
from tests.clients import HTMX, ClientFor
from tests.staff.people import ADMINISTRATOR, HOST, MODERATOR, PASSWORD, member, registered
from tests.tables import Time, begin, meanwhile, new_player, snapshot_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator() -> User:
    return member(MODERATOR)


def suspend(user: User, by: User) -> None:
    moderation.suspend(user, by=by, until=timezone.now() + timedelta(days=1), reason="Throwing games")


def signed_in(player: User) -> Client:
    """Return a browser in which a registered player has signed in."""
    browser = Client()
    browser.post(reverse("account_login"), {"login": player.username, "password": PASSWORD})
    return browser


def test_suspended_player_sees_reason_on_every_page_and_can_delete_account(
    client_for: ClientFor, moderator: User
) -> None:
    alex = registered("Alex")
    client = client_for(alex)
    suspend(alex, moderator)
    for page in ("games:home", "games:home", "settings_look", "games:rules"):
        answer = client.get(reverse(page))
        assert answer.status_code == 403
        assert "Throwing games" in answer.text
        assert "/ws/" not in answer.text, "it would be closed at once, and the page loaded again for that"
    assert client.post(reverse("games:play_now")).status_code == 403
    assert not Game.objects.exists()
    assert client.get(reverse("games:home"), headers=HTMX)["HX-Refresh"] == "true"
    assert client.get(reverse("export_account")).status_code == 200
    assert client.get(reverse("delete_account")).status_code == 200


@pytest.mark.parametrize("page", ["games:service_worker", "games:manifest"])
def test_static_files_are_served_to_restricted_players(client_for: ClientFor, moderator: User, page: str) -> None:
    """The suspension page and the page to choose a name load these files too."""
    alex, ben = registered("Alex"), registered("Ben")
    suspend(alex, moderator)
    moderation.take_name(ben, by=moderator, reason="Rude")
    for user in (alex, ben):
        assert client_for(user).get(reverse(page)).status_code == 200


def test_suspension_expires_or_is_lifted(client_for: ClientFor, moderator: User) -> None:
    alex, ben = registered("Alex"), registered("Ben")
    for user in (alex, ben):
        suspend(user, moderator)
    User.objects.filter(pk=alex.pk).update(suspended_until=timezone.now())
    moderation.lift(ben, by=moderator, reason="A mistake")
    for user in (alex, ben):
        assert client_for(user).get(reverse("games:home")).status_code == 200
    with pytest.raises(ActionDenied):
        moderation.lift(ben, by=moderator, reason="Twice")


def test_player_without_name_gets_temporary_one_and_must_choose(client_for: ClientFor, moderator: User) -> None:
    rude = registered("Rude Name")
    code = begin(rude)
    before = snapshot_for(code).version
    moderation.take_name(rude, by=moderator, reason="Rude")
    assert snapshot_for(code).seats[0].name == "Player"
    assert snapshot_for(code).version > before, "open pages show it too"
    client = client_for(rude)
    page = reverse("choose_name")
    assert client.get(reverse("games:home"))["Location"] == page
    assert "no-store" in client.get(page)["Cache-Control"]
    registered("Taken")
    for wrong in ("x", "taken"):
        assert client.post(page, {"name": wrong}).status_code == 422
    assert client.post(page, {"name": "Polite"}).status_code == 302
    assert client.get(reverse("games:home")).status_code == 200
    assert snapshot_for(code).seats[0].name == "Polite"


def test_chosen_name_taken_after_validation_is_refused(
    client_for: ClientFor, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    rude, _ = registered("Rude Name"), registered("Taken")
    moderation.take_name(rude, by=moderator, reason="Rude")
    monkeypatch.setattr(name_services, "name_is_taken", lambda *_, **__: False)
    answer = client_for(rude).post(reverse("choose_name"), {"name": "Taken"})
    assert (answer.status_code, "Somebody already has this name." in answer.text) == (422, True)


def test_temporary_name_taken_after_check_gets_the_next_number(
    moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered("Player")
    rude = registered("Rude Name")
    monkeypatch.setattr(name_services, "free_names", lambda _: ["Player", "Player 2"])  # both looked free a moment ago
    moderation.take_name(rude, by=moderator, reason="Rude")
    assert User.objects.get(pk=rude.pk).username == "Player 2"


@pytest.mark.parametrize("action", ["take", "choose", "delete"])
def test_games_are_locked_before_the_player(action: str, moderator: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last card of a deal locks in the same order; the reverse order would deadlock on PostgreSQL."""
    order: list[str] = []
    alex = User.objects.create_user("Alex", must_rename=action == "choose")
    code = begin(alex, new_player())
    lock_all = game_rows.lock_all
    monkeypatch.setattr(game_rows, "lock_all", lambda codes: order.extend(codes) or lock_all(codes))
    written = partial(_note, order)
    post_save.connect(written, sender=User)
    if action == "take":
        moderation.take_name(alex, by=moderator, reason="Rude")
    elif action == "choose":
        name_services.choose_name(alex, "Alexander")
    else:
        deletion.delete_account(alex)
    post_save.disconnect(written, sender=User)
    assert order.index(code) < order.index("player")


def _note(order: list[str], **_sent: object) -> None:
    order.append("player")


def test_sign_out_everywhere_ends_every_session(moderator: User) -> None:
    alex = registered("Alex")
    browsers = [signed_in(alex), signed_in(alex)]
    for browser in browsers:
        assert browser.get(reverse("settings_account")).status_code == 200
    assert UserSession.objects.filter(user=alex).count() == 2
    moderation.sign_out_everywhere(alex, by=moderator, reason="A stolen phone")
    for browser in browsers:
        assert browser.get(reverse("settings_account")).status_code == 302
    with pytest.raises(ActionDenied):
        moderation.sign_out_everywhere(guests.create_guest("Guest"), by=moderator, reason="Nobody could return")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("moment", [(audit, "record"), (groups, "session_changed")])
@pytest.mark.parametrize("action", [moderation.sign_out_everywhere, deletion.delete_account_on_request])
def test_request_during_sign_out_does_not_keep_the_session(
    action: Callable[..., None], moment: tuple[object, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request before the commit may still succeed, but not later ones."""
    alex, boss = registered("Alex"), member(ADMINISTRATOR)
    browser = signed_in(alex)
    meanwhile(monkeypatch, *moment, lambda: browser.get(reverse("settings_account")))
    action(alex, by=boss, reason="A stolen phone")
    assert browser.get(reverse("settings_account")).status_code == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("action", [moderation.sign_out_everywhere, deletion.delete_account_on_request])
def test_open_pages_are_notified_after_the_sessions_ended(
    action: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notified pages look the session up at once."""
    alex, boss = registered("Alex"), member(ADMINISTRATOR)
    browser = signed_in(alex)
    status_codes: list[int] = []
    meanwhile(
        monkeypatch,
        groups,
        "session_changed",
        lambda: status_codes.append(browser.get(reverse("settings_account")).status_code),
    )
    action(alex, by=boss, reason="A stolen phone")
    assert set(status_codes) == {302}


def test_muted_player_cannot_chat(moderator: User) -> None:
    alex = registered("Alex")
    code = begin(alex, new_player())
    moderation.mute(alex, by=moderator, until=timezone.now() + timedelta(hours=1), reason="Rude")
    with pytest.raises(chat_services.IsMuted):
        chat_services.send_message(code=code, author=alex, text="Hello")
    assert not Message.objects.exists()
    moderation.unmute(alex, by=moderator, reason="Sorry was said")
    chat_services.send_message(code=code, author=alex, text="Hello")


@pytest.mark.parametrize("action", [moderation.suspend, moderation.mute])
def test_repeated_action_is_logged_once(action: Callable[..., None], moderator: User, time: Time) -> None:
    alex = registered("Alex")
    for days, seconds in ((1, 0.4), (1, 0.0), (2, 0.0)):
        action(alex, by=moderator, until=time() + timedelta(days=days), reason="Rude")
        time.passes(seconds)
    assert AuditEntry.objects.count() == 2


@pytest.mark.parametrize("action", [moderation.suspend, moderation.mute])
def test_action_until_a_past_moment_is_denied(action: Callable[..., None], moderator: User) -> None:
    with pytest.raises(ActionDenied):
        action(registered("Alex"), by=moderator, until=timezone.now(), reason="Too late")
    assert not AuditEntry.objects.exists()


def test_roles_decide_whether_a_player_is_staff() -> None:
    administrator, alex = member(ADMINISTRATOR), registered("Alex")
    roles = list(administrator.groups.all())
    moderation.give_roles(alex, by=administrator, roles=roles, reason="Helps")
    alex.refresh_from_db()
    assert alex.is_staff
    moderation.give_roles(alex, by=administrator, roles=[], reason="Left")
    alex.refresh_from_db()
    assert not alex.is_staff
    assert AuditEntry.objects.filter(action=AuditAction.GIVE_ROLES, target_id=alex.pk).count() == 2
    for user in (guests.create_guest("Guest"), administrator):
        with pytest.raises(ActionDenied):
            moderation.give_roles(user, by=administrator, roles=roles, reason="No")


class TestPlayerList:
    @pytest.fixture
    def search(self, client_for: ClientFor, moderator: User) -> Callable[..., set[str]]:
        client = client_for(moderator)

        def find(**query: str) -> set[str]:
            answer = client.get(reverse("admin:accounts_user_changelist"), query)
            assert answer.status_code == 200
            return {user.username for user in answer.context["cl"].result_list} - {moderator.username}

        return find

    def test_players_are_found_by_name_kind_and_status(self, search: Callable[..., set[str]], moderator: User) -> None:
        guests.create_guest("Alex")
        suspend(registered("Alexandra"), moderator)
        closed = registered("Ben")
        User.objects.filter(pk=closed.pk).update(is_active=False)
        assert search(q="ALEX") == {"Alex", "Alexandra"}
        assert search(q="alex", kind="guest") == {"Alex"}
        assert search(status="suspended") == {"Alexandra"}
        assert search(status="closed") == {"Ben"}
        assert search(status="active") == {"Alex"}

    def test_reported_players_are_found(self, search: Callable[..., set[str]]) -> None:
        alex, ben = registered("Alex"), registered("Ben")
        code = begin(alex, ben)
        chat_services.send_message(code=code, author=alex, text="Rude")
        chat_services.report(code=code, reporter=ben, number=Message.objects.get().pk)
        assert search(status="reported") == {"Alex"}

    def test_page_of_a_player_without_games_links_to_the_public_page(
        self, client_for: ClientFor, moderator: User
    ) -> None:
        page = client_for(moderator).get(reverse("admin:accounts_user_change", args=[registered("Alex").pk])).text
        assert f'<a href="{reverse("games:player", args=["Alex"])}">' in page

    def test_reports_are_shown_only_with_permission(self, client_for: ClientFor) -> None:
        alex, ben = registered("Alex"), registered("Ben")
        code = begin(alex, ben)
        chat_services.send_message(code=code, author=alex, text="Unkind words")
        chat_services.report(code=code, reporter=ben, number=Message.objects.get().pk)
        page = reverse("admin:accounts_user_change", args=[alex.pk])
        assert "Unkind words" in client_for(member(MODERATOR, "Second")).get(page).text
        assert "Unkind words" not in client_for(member(HOST)).get(page).text

    def test_addresses_are_shown_only_with_permission(
        self, search: Callable[..., set[str]], client_for: ClientFor
    ) -> None:
        alex = registered("Alex")
        User.objects.filter(pk=alex.pk).update(email="someone@example.org")
        assert search(q="someone@example.org") == set()
        page = reverse("admin:accounts_user_change", args=[alex.pk])
        shown = client_for(member(MODERATOR, "Second")).get(page).text
        assert "someone@" not in shown
        assert "Addresses" not in shown
        assert "someone@" in client_for(member(ADMINISTRATOR)).get(page).text
