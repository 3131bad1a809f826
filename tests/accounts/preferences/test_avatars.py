"""Avatars: their pictures, the form in which one is chosen, and where it is shown."""

import re
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.base import avatars
from accounts.models import User
from accounts.personal_data.deletion import delete_or_anonymise
from accounts.signing_in import guests
from games.competitions.tournaments import services
from tests.clients import ClientFor
from tests.clubs.clubs import club_of, trio
from tests.competitions.sets.sets import board_of, challenge, play
from tests.competitions.tournaments.tournaments import announced
from tests.finished_games import played_game
from tests.tables import begin, gather, new_player, snapshot_for

pytestmark = pytest.mark.django_db

CHOSEN = "kabcd"


def pictures(html: str) -> list[str]:
    """Return the codes of the avatars on a page."""
    return re.findall(r'<img class="avatar" src="/avatars/(\w+)\.svg"', html)


def choose(client: Client, code: str) -> HTTPStatus:
    return HTTPStatus(client.post(reverse("choose_avatar"), {"avatar": code}).status_code)


def test_browsers_keep_a_picture_for_ever(client: Client) -> None:
    answer = client.get(avatars.address(CHOSEN))
    assert (answer["Content-Type"], "immutable" in answer["Cache-Control"]) == ("image/svg+xml", True)
    assert answer.text == avatars.draw(CHOSEN)


def test_picture_needs_no_query(client_for: ClientFor) -> None:
    client = client_for(new_player())
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(avatars.address(CHOSEN))
    assert (len(asked), "Cookie" in answer.get("Vary", "")) == (0, False)


@pytest.mark.parametrize("code", ["abc", "zzzzz", "kabcde", "robot"])
def test_there_is_no_picture_of_another_code(client: Client, code: str) -> None:
    assert client.get(f"/avatars/{code}.svg").status_code == HTTPStatus.NOT_FOUND


def test_guest_has_an_avatar_and_chooses_another(client_for: ClientFor) -> None:
    guest = guests.create_guest("Zoe")
    client = client_for(guest)
    assert avatars.of_name(guest.username) in pictures(client.get(reverse("settings_look")).text)
    other = avatars.suggested(guest.username, 1)[4]
    assert other in pictures(client.get(reverse("settings_look"), {"pictures": 1}).text)
    assert choose(client, other) == HTTPStatus.FOUND
    page = client.get(reverse("settings_look")).text
    assert re.search(rf'value="{other}" aria-pressed="true"', page)
    assert page.count('aria-pressed="true"') == 1


def test_page_of_the_look_still_leads_back_to_the_table_afterwards(client_for: ClientFor) -> None:
    sent = {"avatar": CHOSEN, "next": "/tables/KQJT98/"}
    answer = client_for(new_player()).post(reverse("choose_avatar"), sent, follow=True)
    assert 'class="settings-back" href="/tables/KQJT98/"' in answer.text


@pytest.mark.parametrize("code", ["", "zzzzz", "bot", "<svg>"])
def test_what_is_no_avatar_is_refused_with_a_sentence(client_for: ClientFor, code: str) -> None:
    user = new_player()
    answer = client_for(user).post(reverse("choose_avatar"), {"avatar": code})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Choose one of these pictures." in answer.text
    user.refresh_from_db()
    assert user.avatar == avatars.of_name(user.username)


def test_strangers_are_asked_to_sign_in_before_they_choose(client: Client) -> None:
    assert client.get(reverse("choose_avatar"))["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("seat_them", [gather, begin])
def test_chosen_avatar_is_at_once_at_the_table(client_for: ClientFor, seat_them: type[object]) -> None:
    host = new_player()
    code = str(seat_them(host))
    assert snapshot_for(code).seats[0].avatar == avatars.of_name(host.username)
    choose(client_for(host), CHOSEN)
    assert snapshot_for(code).seats[0].avatar == CHOSEN
    assert pictures(client_for(host).get(f"/tables/{code}/").text).count(CHOSEN) == 1


def test_bots_wear_a_robot_and_closed_accounts_nothing() -> None:
    bot, left = new_player(), new_player()
    User.objects.filter(pk=bot.pk).update(is_bot=True)
    begin(left)
    delete_or_anonymise(left)
    assert User.objects.get(pk=bot.pk).avatar == avatars.BOT
    assert User.objects.get(pk=left.pk).avatar == avatars.NOBODY


def test_people_and_profiles_show_avatars(client_for: ClientFor) -> None:
    ana, ben = new_player(), new_player()
    User.objects.filter(pk=ben.pk).update(chosen_avatar=CHOSEN)
    client = client_for(ana)
    client.post(reverse("games:follow"), {"name": ben.username})
    for page in (reverse("games:people"), reverse("games:player", args=[ben.username])):
        assert CHOSEN in pictures(client.get(page).text)


def test_lists_of_participants_members_and_opponents_show_avatars(client_for: ClientFor) -> None:
    ana, ben = new_player(), new_player()
    User.objects.filter(pk=ben.pk).update(chosen_avatar=CHOSEN)
    ben.refresh_from_db()
    tournament, club = announced(), club_of(ana, ben)
    services.enter(tournament.code, ben)
    for _ in range(2):
        played_game(ana, ben, None, at=timezone.now())
    listed = (f"/tournaments/{tournament.code}/", f"/clubs/{club.code}/", f"/clubs/{trio(ana, ben).code}/")
    for page in (*listed, reverse("games:player", args=[ana.username])):
        assert CHOSEN in pictures(client_for(ana).get(page).text), page


def test_results_of_a_board_show_avatars(client_for: ClientFor) -> None:
    ana, ben = new_player(), new_player()
    User.objects.filter(pk=ben.pk).update(chosen_avatar=CHOSEN)
    of_set = challenge(boards=1)
    for user in (ana, ben):
        play(board_of(of_set), user)
    page = client_for(ana).get(reverse("games:deal_set", args=[of_set.code])).text
    assert CHOSEN in pictures(page.partition("All results")[2])
