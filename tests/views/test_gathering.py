"""A table that waits for its players, over HTTP: who may do what, and what everyone else is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Invitation
from games.services import tables, talk
from games.snapshot import Stage
from tests.house import decide
from tests.tables import gather, look, new_player, start

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
OPTIONS = {"name": "", "peek": "flip1", "bidding": "whiz", "target": "300", "bag_limit": "off", "floor": ""} | {
    "clock": "fast",
    "patience": "30",
    "bot_level": "expert",
    "bot_temper": "mixed",
    "bot_pause": "human",
}
SEEN = {"version": 2}
BY_HOST = {"remove": SEEN | {"player": 1}, "seat_bot": {"player": 2}, "start": SEEN, "options": OPTIONS}
BY_PLAYERS = {"leave": {}, "invite": {"name": "Nobody"}}
ALL = {**BY_HOST, **BY_PLAYERS, "sit": {"player": 2, "name": "Newcomer"}}


@pytest.fixture
def host() -> User:
    return new_player()


@pytest.fixture
def guest() -> User:
    return new_player()


@pytest.fixture
def code(host: User, guest: User) -> str:
    return gather(host, guest)


@pytest.fixture
def as_host(host: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(host)


@pytest.fixture
def as_guest(guest: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(guest)


@pytest.fixture
def as_stranger(client_for: Callable[[User], Client]) -> Client:
    return client_for(new_player())


def address(name: str, code: str) -> str:
    return reverse(f"games:{name}", args=[code])


class TestPermissions:
    @pytest.mark.parametrize("name", sorted(ALL.keys() - {"options"}))
    def test_everything_is_a_post(self, name: str, code: str, as_host: Client) -> None:
        before = look(code)
        assert as_host.get(address(name, code))["Location"] == address("table", code)
        assert as_host.put(address(name, code)).status_code == 405
        assert look(code) == before

    @pytest.mark.parametrize("name", sorted(ALL))
    def test_a_table_that_is_not_there(self, name: str, as_host: Client) -> None:
        assert as_host.post(address(name, "nowhere"), ALL[name]).status_code == 404

    @pytest.mark.parametrize("name", sorted(ALL))
    def test_a_post_without_the_token_is_refused(self, name: str, code: str, host: User) -> None:
        before = look(code)
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(host)
        assert strict.post(address(name, code), ALL[name]).status_code == 403
        assert look(code) == before

    @pytest.mark.parametrize("name", sorted(BY_HOST))
    def test_what_is_the_host_s_is_nobody_else_s(
        self, name: str, code: str, client: Client, as_guest: Client, as_stranger: Client
    ) -> None:
        before = look(code)
        for other in (as_guest, as_stranger):
            answer = other.post(address(name, code), BY_HOST[name])
            assert answer.status_code == 403
            assert "Only the host" in answer.text
        assert client.post(address(name, code), BY_HOST[name]).status_code == (302 if name == "options" else 403)
        assert look(code) == before

    @pytest.mark.parametrize("name", sorted(BY_PLAYERS))
    def test_what_is_the_players_is_no_stranger_s(
        self, name: str, code: str, client: Client, as_stranger: Client
    ) -> None:
        before = look(code)
        for other, status in ((client, 403), (as_stranger, 409 if name == "leave" else 403)):
            assert other.post(address(name, code), BY_PLAYERS[name]).status_code == status
        assert look(code) == before

    @pytest.mark.parametrize("name", sorted(ALL.keys() - {"invite"}))
    def test_once_the_game_has_begun_it_is_too_late(self, name: str, code: str, host: User, as_host: Client) -> None:
        start(code, host)
        before = look(code)
        for headers in ({}, HTMX):
            answer = as_host.post(address(name, code), ALL[name], headers=headers)
            assert answer.status_code == 409
            assert "nothing was lost" in answer.text
        assert look(code) == before


class TestSittingDown:
    def test_a_visitor_with_the_link_needs_only_a_name(self, code: str, client: Client) -> None:
        assert client.get(address("table", code)).status_code == 200
        answer = client.post(address("sit", code), {"player": 2, "name": "Newcomer"})
        assert (answer.status_code, answer["Location"]) == (302, address("table", code))
        assert look(code).seats[2].name == "Newcomer"
        assert User.objects.get(username="Newcomer").is_guest

    def test_a_visitor_s_page_starts_anew_as_a_player_s(self, code: str, client: Client) -> None:
        answer = client.post(address("sit", code), {"player": 2, "name": "Newcomer"}, headers=HTMX)
        assert (answer.status_code, answer["HX-Refresh"]) == (200, "true")
        assert look(code).seats[2].name == "Newcomer"

    @pytest.mark.parametrize("name", ["", "x", "<b>", "a" * 99])
    @pytest.mark.parametrize("headers", [{}, HTMX])
    def test_a_name_that_will_not_do_is_a_400_with_the_reason(
        self, name: str, headers: dict[str, str], code: str, client: Client
    ) -> None:
        before = look(code)
        answer = client.post(address("sit", code), {"player": 2, "name": name}, headers=headers)
        assert answer.status_code == 400
        assert "name" in answer.text
        assert look(code) == before

    @pytest.mark.parametrize("seat", ["", "3", "-1", "two"])
    def test_a_seat_that_does_not_exist_is_a_400(self, seat: str, code: str, as_stranger: Client) -> None:
        before = look(code)
        answer = as_stranger.post(address("sit", code), {"player": seat})
        assert answer.status_code == 400
        assert "Nothing has changed" in answer.text
        assert look(code) == before

    @pytest.mark.parametrize("headers", [{}, HTMX])
    @pytest.mark.parametrize(("seat", "status"), [("9", 400), ("1", 409)])
    def test_a_visitor_who_gets_no_seat_stays_a_visitor(
        self, seat: str, status: int, headers: dict[str, str], code: str, client: Client
    ) -> None:
        answer = client.post(address("sit", code), {"player": seat, "name": "Newcomer"}, headers=headers)
        assert (answer.status_code, "Nothing has changed" in answer.text) == (status, status == 400)
        assert not User.objects.filter(username="Newcomer").exists()
        assert not get_user(client).is_authenticated

    def test_a_seat_that_is_taken_is_a_409_with_the_table_as_it_is(self, code: str, as_stranger: Client) -> None:
        before = look(code)
        for headers in ({}, HTMX):
            answer = as_stranger.post(address("sit", code), {"player": 1}, headers=headers)
            assert answer.status_code == 409
            assert "nothing was lost" in answer.text
        assert look(code) == before

    def test_too_many_unfinished_games_is_a_409(self, code: str, as_stranger: Client) -> None:
        decide(most_games=0)
        answer = as_stranger.post(address("sit", code), {"player": 2})
        assert answer.status_code == 409
        assert "unfinished games" in answer.text

    def test_spectators_switched_off_sends_away_who_comes_too_late(self, host: User, as_stranger: Client) -> None:
        code = gather(host, spectators=False)
        assert as_stranger.get(address("table", code)).status_code == 200
        start(code, host)
        for name in ("table", "sheet"):
            answer = as_stranger.get(address(name, code))
            assert answer.status_code == 403
            assert "for its players only" in answer.text
        assert as_stranger.post(address("sit", code), {"player": 1}).status_code == 403


class TestThePage:
    def test_who_has_an_account_is_led_to_it_and_back(self, code: str, client: Client, as_stranger: Client) -> None:
        sign_in = f'href="{reverse("account_login")}?next={address("table", code)}">'
        assert sign_in in client.get(address("table", code)).text
        assert sign_in not in as_stranger.get(address("table", code)).text

    def test_offers_each_reader_what_that_reader_may_do(
        self, code: str, client: Client, as_host: Client, as_guest: Client
    ) -> None:
        offers = {
            who: {name for name in ALL if address(name, code) in reader.get(address("table", code)).text}
            for who, reader in {"host": as_host, "guest": as_guest, "visitor": client}.items()
        }
        assert offers["host"] == set(ALL)
        assert offers["guest"] == {"sit", "leave", "invite"}
        assert offers["visitor"] == {"sit"}

    def test_the_host_s_orders_by_plain_form_and_by_htmx(self, code: str, as_host: Client) -> None:
        answer = as_host.post(address("remove", code), {"player": 1, "version": look(code).version})
        assert (answer.status_code, answer["Location"]) == (302, address("table", code))
        answer = as_host.post(address("seat_bot", code), {"player": 1}, headers=HTMX)
        assert answer.status_code == 200
        assert "<html" not in answer.text
        as_host.post(address("start", code), {"version": look(code).version})
        shown = look(code)
        assert shown.stage is Stage.DRAWING
        assert [seat.is_bot for seat in shown.seats] == [False, True, True]

    def test_whose_seat_the_host_has_freed_is_told(self, code: str, host: User, guest: User, as_guest: Client) -> None:
        tables.remove(code=code, host=host, player=1, version=look(code).version)
        assert "The host has freed your seat." in as_guest.get(address("table", code)).text
        as_guest.post(address("sit", code), {"player": 1})
        assert "has freed" not in as_guest.get(address("table", code)).text
        as_guest.post(address("leave", code))
        assert "has freed" not in as_guest.get(address("table", code)).text

    @pytest.mark.parametrize("name", ["remove", "start"])
    def test_what_the_host_did_not_see_is_not_decided(self, name: str, code: str, as_host: Client) -> None:
        seen = look(code).version
        tables.sit(code=code, user=new_player(), player=2)
        before = look(code)
        answer = as_host.post(address(name, code), {"player": 2, "version": seen}, headers=HTMX)
        assert (answer.status_code, "The table had moved on" in answer.text) == (409, True)
        assert as_host.post(address(name, code), {"player": 2}).status_code == 400
        assert look(code) == before

    @pytest.mark.parametrize("name", ["sit", "invite"])
    def test_too_much_at_once_is_a_429_and_changes_nothing(
        self, name: str, code: str, as_host: Client, settings: LazySettings
    ) -> None:
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {name: "1/m/user"}
        friend = new_player()
        as_host.post(address(name, code), {"player": 0, "name": friend.username})
        before = look(code)
        answer = as_host.post(address(name, code), {"player": 2, "name": friend.username}, headers=HTMX)
        assert (answer.status_code, "Wait a few minutes" in answer.text) == (429, True)
        assert look(code) == before

    @pytest.mark.parametrize("headers", [{}, HTMX])
    @pytest.mark.parametrize("name", ["leave", "remove", "seat_bot", "start", "sit"])
    def test_a_second_click_changes_nothing_and_gets_the_table_with_a_sentence(
        self, name: str, headers: dict[str, str], code: str, as_host: Client
    ) -> None:
        sent = ALL[name] | {"version": look(code).version}
        assert as_host.post(address(name, code), sent, headers=headers).status_code in (200, 302)
        before = look(code, None)
        answer = as_host.post(address(name, code), sent, headers=headers)
        assert (answer.status_code, "nothing was lost" in answer.text) == (409, True)
        assert look(code, None) == before

    def test_the_last_to_leave_finds_the_table_closed(self, code: str, as_host: Client, as_guest: Client) -> None:
        for client in (as_host, as_guest):
            assert client.post(address("leave", code), follow=True).status_code == 200
        assert look(code).stage is Stage.CLOSED


class TestOptions:
    def test_the_form_shows_how_it_is_and_changes_it(self, code: str, as_host: Client) -> None:
        assert as_host.get(address("options", code)).status_code == 200
        answer = as_host.post(address("options", code), OPTIONS)
        assert answer["Location"] == address("table", code)
        shown = look(code)
        assert (shown.rules.target, shown.options.clock, shown.options.spectators) == (300, "fast", False)

    def test_an_empty_name_leaves_the_table_s_name(self, code: str, as_host: Client) -> None:
        as_host.post(address("options", code), OPTIONS | {"name": "Friday"})
        as_host.post(address("options", code), OPTIONS | {"name": ""})
        assert look(code).name == "Friday"

    def test_rules_that_do_not_exist_are_a_400(self, code: str, as_host: Client) -> None:
        before = look(code)
        assert as_host.post(address("options", code), OPTIONS | {"target": "7"}).status_code == 400
        assert look(code) == before


class TestInviting:
    def test_by_name(self, code: str, as_guest: Client, client_for: Callable[[User], Client]) -> None:
        friend = new_player()
        answer = as_guest.post(address("invite", code), {"name": friend.username.lower()}, headers=HTMX)
        assert answer.status_code == 200
        assert "is invited" in answer.text
        assert Invitation.objects.filter(user=friend, game__code=code).exists()
        assert address("table", code) in client_for(friend).get(reverse("games:lobby")).text

    @pytest.mark.parametrize("name", ["", "Nobody", "\0", "a\0b", "x" * 5000, "<script>"])
    def test_nobody_of_that_name_is_a_400_with_a_sentence(self, name: str, code: str, as_host: Client) -> None:
        answer = as_host.post(address("invite", code), {"name": name}, headers=HTMX)
        assert answer.status_code == 400
        assert "There is no player of that name." in answer.text
        assert "<script>" not in answer.text

    def test_who_sits_there_already_is_a_409(self, code: str, guest: User, as_host: Client) -> None:
        assert as_host.post(address("invite", code), {"name": guest.username}).status_code == 409

    def test_whom_one_has_blocked_is_not_invited_and_one_is_told_why(
        self, code: str, host: User, as_host: Client
    ) -> None:
        pest = new_player()
        talk.block(code=code, user=host, name=pest.username)
        answer = as_host.post(address("invite", code), {"name": pest.username}, headers=HTMX)
        assert (answer.status_code, "You have blocked this player." in answer.text) == (409, True)
        assert not Invitation.objects.exists()

    def test_an_invitation_is_declined_in_the_lobby(
        self, code: str, as_guest: Client, client: Client, client_for: Callable[[User], Client]
    ) -> None:
        friend, other = new_player(), new_player()
        for invited in (friend, other):
            as_guest.post(address("invite", code), {"name": invited.username})
        as_friend = client_for(friend)
        assert address("decline", code) in as_friend.get(reverse("games:lobby")).text
        assert as_friend.post(address("decline", code))["Location"] == reverse("games:lobby")
        assert "invites you" not in as_friend.get(reverse("games:lobby")).text
        assert "invites you" in client_for(other).get(reverse("games:lobby")).text
        assert as_friend.get(address("decline", code))["Location"] == address("table", code)
        signing_in = client.post(address("decline", code))["Location"]
        assert signing_in == f"{reverse('account_login')}?next={address('table', code)}"

    def test_a_private_table_is_found_by_its_link_only(self, code: str, as_stranger: Client) -> None:
        assert code not in as_stranger.get(reverse("games:lobby")).text
        Game.objects.filter(code=code).update(public=True)
        assert code in as_stranger.get(reverse("games:lobby")).text
