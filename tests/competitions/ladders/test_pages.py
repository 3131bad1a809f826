"""Pages of seasons: the reader's division, ways up and down, the archive, badges, the API, staff, deleted accounts."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.base.choices import Visibility
from accounts.models import User
from accounts.personal_data import deletion, export
from accounts.site_config.models import AuditAction, AuditEntry
from games.competitions.sets import services as set_services
from games.models import DealSet, SeasonLadder, SeasonResult, SetKind
from tests.api.programs import Program
from tests.clients import ClientFor
from tests.competitions.ladders.seasons import CLOSING, NEXT_CLOSING, TWENTIETH, rated, registered, season_of, serve_at
from tests.competitions.sets.sets import board_of, stored
from tests.staff.people import ADMINISTRATOR, HOST, member
from tests.tables import Time, new_player

pytestmark = pytest.mark.django_db

IN_DECEMBER = CLOSING + timedelta(days=10)


@pytest.fixture
def people(time: Time) -> list[User]:
    """Twenty-four players: twelve in each of two divisions in December, in which they play the other way round."""
    serve_at(time, TWENTIETH)
    players = registered(24)
    rated(players)
    serve_at(time, CLOSING)
    rated(players[::-1], "2026-12")
    time.now = IN_DECEMBER
    cache.clear()
    return players


def test_own_division_comes_first_with_the_way_up(people: list[User], client_for: ClientFor) -> None:
    text = client_for(people[23]).get("/people/ranks/").text
    assert "December 2026" in text
    assert ">Division 2</h2>" in text
    assert "Your place in division 2" in text
    assert text.count('class="you"') == 1
    assert text.count("up to division 1") == 4, "three in the list, and once about the reader"
    assert "data-seconds" in text or "20 d 18 h" in text


@pytest.mark.usefixtures("people")
def test_stranger_sees_the_first_division_and_may_choose(client: Client) -> None:
    text = client.get("/people/ranks/").text
    assert ">Division 1</h2>" in text
    assert text.count("down to division 2") == 3
    assert "Guests are not ranked" in text
    assert ">Division 2</h2>" in client.get("/people/ranks/?division=2").text


@pytest.mark.usefixtures("people")
def test_guest_reads_why_guests_are_not_ranked(client_for: ClientFor) -> None:
    text = client_for(new_player()).get("/people/ranks/").text
    assert "Guests are not ranked" in text
    assert 'href="/me/settings/account/keep/"' in text


@pytest.mark.parametrize("address", ["/people/ranks/", "/people/ranks/?company=people", "/api/v1/ladders/people"])
def test_guest_with_a_rating_is_in_no_list(time: Time, client: Client, address: str) -> None:
    serve_at(time, TWENTIETH)
    guest, (ann,) = new_player(), registered(1, "Ann")
    rated([guest, ann], "")
    text = client.get(address).text
    assert ann.username in text
    assert guest.username not in text


def test_five_players_have_one_division(time: Time, client: Client) -> None:
    serve_at(time, TWENTIETH)
    rated(registered(5))
    text = client.get("/people/ranks/").text
    assert "With fewer than 18 players there is one division" in text
    assert "down to division" not in text


@pytest.mark.parametrize(
    "address",
    [
        *(
            "/people/ranks/?of=cards",
            "/people/ranks/?division=3",
            "/people/ranks/?division=0",
            "/people/ranks/?division=-1",
        ),
        *(
            "/people/ranks/?division=x",
            "/people/ranks/?division=99999",
            "/people/ranks/?division=²",
            "/people/ranks/?of=tables&season=2026-10",
        ),
        *(
            "/people/ranks/?of=cards&season=2026-11",
            "/people/ranks/?of=tables&season=now",
            "/people/ranks/?of=tables&season=2026-11&division=9",
        ),
    ],
)
@pytest.mark.usefixtures("people")
def test_what_there_is_not_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_archive_keeps_the_closed_season(people: list[User], client: Client, client_for: ClientFor) -> None:
    assert 'href="?of=tables&amp;season=2026-11"' in client.get("/people/ranks/").text
    text = client_for(people[1]).get("/people/ranks/?of=tables&season=2026-11").text
    assert "Season of November 2026" in text
    assert "its places are final" in text
    assert text.count('class="medal ') == 3
    running = client.get("/people/ranks/?of=tables&season=2026-12").text
    assert "Places become final" not in running
    assert "The season ends in" in running


def test_who_has_gone_up_celebrates_it_when_the_season_is_closed(
    time: Time, people: list[User], client_for: ClientFor
) -> None:
    sign = 'data-celebrates="promotion" data-once="2026-12 tables"'
    assert sign not in client_for(people[23]).get("/people/ranks/?of=tables").text, "it may still change"
    serve_at(time, NEXT_CLOSING)
    assert sign in client_for(people[23]).get("/people/ranks/?of=tables&season=2026-12").text
    assert sign not in client_for(people[0]).get("/people/ranks/?of=tables&season=2026-12").text


@pytest.mark.usefixtures("people")
def test_month_that_is_over_says_when_places_are_final(time: Time, client: Client) -> None:
    time.now = NEXT_CLOSING - timedelta(hours=5)
    text = client.get("/people/ranks/").text
    assert "December 2026" in text
    assert "Places become final" in text


@pytest.mark.usefixtures("people")
def test_page_is_read_in_spanish() -> None:
    text = Client(headers={"Accept-Language": "es"}).get("/people/ranks/").text
    assert "diciembre de 2026" in text
    assert "baja a la división 2" in text


def main_of(page: str) -> str:
    """Return what a page is about: without its head, and the forms at its foot."""
    return page.partition("<main")[2].partition("</main>")[0]


class TestPrivacy:
    def test_who_hides_results_is_not_listed(self, people: list[User], client: Client, client_for: ClientFor) -> None:
        hidden, for_players = people[0], people[1]
        User.objects.filter(pk=hidden.pk).update(visibility=Visibility.PRIVATE)
        User.objects.filter(pk=for_players.pk).update(visibility=Visibility.PLAYERS)
        for address in ("/people/ranks/?division=1", "/people/ranks/?of=tables&season=2026-11"):
            text = client.get(address).text
            assert f"/players/{hidden.username}/".replace(" ", "%20") not in text
            assert "2 players of this division do not show their results" in text
            text = client_for(people[5]).get(address).text
            assert "1 player of this division does not show their results" in text
            assert for_players.username in text
        assert hidden.username in client_for(hidden).get("/people/ranks/?of=tables&season=2026-11").text

    def test_suspended_player_drops_out(self, people: list[User], client: Client) -> None:
        User.objects.filter(pk=people[0].pk).update(suspended_until=NEXT_CLOSING)
        assert ">Person 1<" not in client.get("/people/ranks/?division=1").text.replace("\u2068", "").replace(
            "\u2069", ""
        )

    def test_result_of_an_open_set_shows_nowhere(self, people: list[User], client_for: ClientFor, time: Time) -> None:
        set_services.open_sets_of_day(time.now.date())
        of_day = DealSet.objects.get(kind=SetKind.EIGHT)
        reader = client_for(people[0])
        before = main_of(reader.get("/people/ranks/?of=sets").text)
        for number in range(1, 9):
            stored(board_of(of_day, number), *people[:3])
        cache.clear()
        assert main_of(reader.get("/people/ranks/?of=sets").text) == before


class TestBadges:
    def test_profile_shows_medals(self, people: list[User], client: Client) -> None:
        text = client.get(f"/players/{people[0].username}/").text
        assert "Place 1 in division 1" in text
        assert "At the tables, November 2026" in text
        assert "in division 1" not in client.get(f"/players/{people[4].username}/").text

    def test_way_up_is_a_badge(self, people: list[User], client: Client, time: Time) -> None:
        serve_at(time, NEXT_CLOSING)
        SeasonResult.objects.update(medal=None)
        assert "Up to division 1" in client.get(f"/players/{people[22].username}/").text

    def test_season_that_is_being_closed_has_no_badges(self, people: list[User], client: Client) -> None:
        season = season_of(month="2026-12")
        SeasonResult.objects.create(season=season, user=people[4], division=1, place=1, medal=1, next_division=1)
        assert "in division 1" not in client.get(f"/players/{people[4].username}/").text


class TestAccounts:
    def test_export_has_the_results(self, people: list[User]) -> None:
        (row,) = export.export(people[0])["seasons"]
        assert row["month"] == "2026-11"
        assert row["place"] == row["medal"] == row["division"] == 1

    def test_deleted_account_has_no_results(self, people: list[User], client: Client) -> None:
        deletion.delete_account(people[0])
        assert not SeasonResult.objects.filter(user=people[0].pk).exists()
        cache.clear()
        text = client.get("/people/ranks/?of=tables&season=2026-11").text
        assert "Former player" not in text
        assert text.count('class="medal ') == 2


class TestStaff:
    def test_player_is_taken_out_of_a_closed_season(
        self, people: list[User], client_for: ClientFor, time: Time
    ) -> None:
        season, staff = season_of(), client_for(member(ADMINISTRATOR))
        address = f"/admin/games/season/{season.pk}/do/remove/"
        assert "Person 1" in staff.get(f"/admin/games/season/{season.pk}/change/").text
        answer = staff.post(address, {"name": "person 1", "reason": "Two accounts"})
        assert answer.status_code == 302
        assert AuditEntry.objects.filter(action=AuditAction.REMOVE_PARTICIPANT, target_id=season.pk).count() == 1
        assert "Place 1" not in staff.get("/players/Person 1/").text
        cache.clear()
        assert ">1</span>" not in staff.get("/people/ranks/?of=tables&season=2026-11").text
        assert staff.post(address, {"name": "person 1", "reason": "Again"}).status_code == 422

    def test_running_season_and_others_roles_have_no_action(self, people: list[User], client_for: ClientFor) -> None:
        running, closed = season_of(month="2026-12"), season_of()
        data = {"name": "Person 1", "reason": "Two accounts"}
        assert client_for(member(HOST)).post(f"/admin/games/season/{closed.pk}/do/remove/", data).status_code == 403
        admin = client_for(member(ADMINISTRATOR))
        assert admin.post(f"/admin/games/season/{running.pk}/do/remove/", data).status_code == 422


def test_program_reads_a_season(people: list[User]) -> None:
    User.objects.filter(pk=people[22].pk).update(visibility=Visibility.PRIVATE)
    program = Program(people[0])
    running = program.get("/seasons/tables?division=2")
    assert [row["name"] for row in running[:3]] == ["Person 24", "Person 22", "Person 21"]
    assert running[0]["next_division"] == 1
    (first, *_others) = program.get("/seasons/tables?month=2026-11")
    assert (first["name"], first["place"], first["medal"]) == ("Person 1", 1, 1)
    program.get("/seasons/tables?month=2026-10", 404)
    program.get("/seasons/cards", 422)


@pytest.mark.parametrize("ladder", SeasonLadder.values)
def test_number_of_queries_does_not_grow(
    time: Time, client: Client, ladder: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    serve_at(time, TWENTIETH)
    rated(registered(60))
    serve_at(time, CLOSING)
    rated(list(User.objects.filter(username__startswith="Person")), "2026-12")
    cache.clear()
    with django_assert_max_num_queries(9):
        assert client.get(f"/people/ranks/?of={ladder}").status_code == 200
