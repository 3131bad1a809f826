"""Tournaments are announced on the site: by hosts for everybody, and by officers for their club."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Notification
from accounts.site_config.models import BlockedWord
from games.clubs import evenings
from games.models import ClubEvening, Tournament, TournamentKind
from tests.clients import ClientFor
from tests.clubs.clubs import club_of, trio
from tests.staff.people import HOST, ensure_roles, member
from tests.tables import new_player

pytestmark = pytest.mark.django_db

NEW = "/tournaments/new/"


def form(**changes: str) -> dict[str, str]:
    begins = timezone.localtime(timezone.now() + timedelta(days=1))
    return {
        "name": "Thursday", "text": "", "starts_at": f"{begins:%Y-%m-%dT%H:%M}", "rounds": "4", "boards": "2",
        "minutes": "20", "preset": "classic", "clock": "normal", "limit": "30", "fill_up": "out", "kind": "swiss",
        **changes,
    }  # fmt: skip


@pytest.fixture
def host(client_for: ClientFor) -> Client:
    ensure_roles()
    return client_for(member(HOST, "A host"))


def test_host_announces_and_directs(host: Client) -> None:
    assert NEW in host.get("/today/").text
    assert host.get(NEW).status_code == HTTPStatus.OK
    answer = host.post(NEW, form())
    tournament = Tournament.objects.get()
    assert answer["Location"] == f"/tournaments/{tournament.code}/"
    assert (tournament.name, tournament.rounds, str(tournament.host)) == ("Thursday", 4, "A host")
    assert tournament.kind == TournamentKind.SWISS
    direct = f"/tournaments/{tournament.code}/direct/"
    assert direct in host.get(answer["Location"]).text
    assert direct in host.get(f"/admin/games/tournament/{tournament.pk}/change/").text


def test_rules_of_boards_name_no_length_of_a_game(host: Client) -> None:
    """A board is one deal from 0 points, so no total ends it."""
    for page in (NEW, "/admin/games/dealset/add/"):
        text = host.get(page).text
        assert '<option value="flip2">Flip 2</option>' in text
        assert "Short 300" not in text


def test_nobody_else_announces_for_everybody(client_for: ClientFor) -> None:
    ensure_roles()
    for user in (member("Moderator"), new_player()):
        client = client_for(user)
        assert NEW not in client.get("/today/").text
        for answer in (client.get(NEW), client.post(NEW, form())):
            assert answer.status_code == HTTPStatus.FORBIDDEN
    assert Client().post(NEW, form())["Location"].startswith("/accounts/login/")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"kind": "movement", "limit": "600"}, "at most 60 participants"),
        ({"starts_at": "2020-01-01T20:00"}, "must begin later than now"),
        ({"starts_at": "3020-01-01T20:00"}, "within a year"),
        ({"starts_at": "soon"}, "valid date"),
        ({"name": ""}, "required"),
        ({"name": "\N{ZERO WIDTH SPACE}"}, "required"),
        ({"name": "Damned night"}, "not allowed here"),
        ({"text": "A damned good night"}, "not allowed here"),
        ({"rounds": "0"}, "greater than or equal to 1"),
        ({"preset": "none"}, "Select a valid choice"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(host: Client, changes: dict[str, str], sentence: str) -> None:
    BlockedWord.objects.create(word="damned")
    answer = host.post(NEW, form(**changes))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sentence in answer.text
    assert not Tournament.objects.exists()


def test_swiss_tournament_may_have_more_participants_than_a_movement(host: Client) -> None:
    host.post(NEW, form(limit="600"))
    assert Tournament.objects.get().limit == 600


def test_officer_announces_for_the_club_and_members_are_notified(client_for: ClientFor) -> None:
    officer, other = new_player(), new_player()
    club = club_of(officer, other)
    client, address = client_for(officer), f"/clubs/{club.code}/tournament/"
    assert address in client.get(f"/clubs/{club.code}/").text
    assert f'value="{club.name}"' in client.get(address).text
    client.post(address, form())
    tournament = Tournament.objects.get()
    assert (tournament.club, tournament.host) == (club, officer)
    assert sorted(Notification.objects.values_list("user", "kind")) == [
        (officer.pk, "club_evening"), (other.pk, "club_evening"),
    ]  # fmt: skip
    assert f"/tournaments/{tournament.code}/" in client_for(other).get(f"/clubs/{club.code}/").text
    assert tournament.name in client_for(other).get("/today/").text
    assert tournament.name not in client_for(new_player()).get("/today/").text


def test_only_officers_announce_for_a_club(client_for: ClientFor) -> None:
    officer, other, stranger = new_player(), new_player(), new_player()
    club, three = club_of(officer, other, public=False), trio()
    members = three.members.get(user__username=three.members.all()[0].user.username).user
    for user, code, status in (
        (other, club.code, HTTPStatus.FORBIDDEN),
        (stranger, club.code, HTTPStatus.NOT_FOUND),
        (members, three.code, HTTPStatus.FORBIDDEN),
    ):
        for answer in (
            client_for(user).get(f"/clubs/{code}/tournament/"),
            client_for(user).post(f"/clubs/{code}/tournament/", form()),
        ):
            assert answer.status_code == status
    assert not Tournament.objects.exists()


def test_club_meets_once_at_a_time_and_announces_few_evenings_ahead(client_for: ClientFor) -> None:
    officer = new_player()
    club = club_of(officer)
    client, address = client_for(officer), f"/clubs/{club.code}/tournament/"
    client.post(address, form())
    assert "meets at that time already" in client.post(address, form()).text
    for day in range(2, 2 + evenings.MOST_COMING):
        begins = timezone.localtime(timezone.now() + timedelta(days=day))
        answer = client.post(address, form(starts_at=f"{begins:%Y-%m-%dT%H:%M}"))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "as many evenings as it can" in answer.text
    assert ClubEvening.objects.count() == Tournament.objects.count() == evenings.MOST_COMING
