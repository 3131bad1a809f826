"""Pages, forms and files of tournaments over HTTP, for all kinds of visitors."""

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.base.names import isolated
from accounts.models import User
from games.clubs import membership, services as club_services
from games.competitions.tournaments import direction, late, queries, rounds, services, words
from games.competitions.tournaments.page import tournament_page
from games.models import Game, Tournament, TournamentScore, TournamentStage
from games.play import loading
from games.values import Stage
from games.words.endings import verdict
from tests.clients import ClientFor
from tests.clubs.clubs import club_of
from tests.competitions.tournaments.tournaments import announced, entered, go_on, play_round, running, tables_of
from tests.staff.people import ensure_roles, member
from tests.tables import new_player, user_at

pytestmark = pytest.mark.django_db


def address(tournament: Tournament, rest: str = "") -> str:
    return f"/tournaments/{tournament.code}/{rest}"


def test_from_the_entry_to_the_results(client_for: ClientFor) -> None:
    tournament = announced(rounds=1)
    people = [new_player() for _number in range(3)]
    clients = [client_for(user) for user in people]
    assert tournament.name in clients[0].get("/today/").text
    for client in clients:
        assert client.post(address(tournament, "enter/"), follow=True).status_code == HTTPStatus.OK
    assert "checked in" in clients[0].get(address(tournament)).text
    Tournament.objects.update(starts_at=timezone.now())
    go_on(tournament)
    [table] = tables_of(tournament)
    assert f"/tables/{table.code}/" in clients[1].get(address(tournament)).text
    assert clients[1].get(f"/tables/{table.code}/").status_code == HTTPStatus.OK
    play_round(tournament)
    assert address(tournament) in clients[2].get(f"/tables/{table.code}/").text
    go_on(tournament)
    page = clients[0].get(address(tournament)).text
    assert "Final standings" in page
    assert all(user.username in page for user in people)
    of_round = clients[0].get(address(tournament, "?round=1")).text
    assert f"/tables/{table.code}/deals/1/" in of_round
    assert of_round.partition("<caption>")[2].count('class="avatar"') >= 3, "each result has a face"


def test_page_of_one_that_is_over_begins_with_ones_own_result(client_for: ClientFor) -> None:
    """Podium, own place and own boards come first, then all standings; files, hashes and rules are in the last fold."""
    tournament = running(6, rounds=1, boards=2)
    table, _other = tables_of(tournament)
    play_round(tournament)
    go_on(tournament)
    player = table.seats.exclude(user=None).earliest("player").user
    page = client_for(player).get(address(tournament)).text
    order = ('class="own-place"', 'class="podium"', "Your boards", "Final standings", 'id="fairness"', "results.csv")
    places = [page.find(each) for each in order]
    assert -1 not in places
    assert places == sorted(places)
    assert re.search(r"<b>\d</b> <span>of 6</span>", page)
    assert "with " in page[places[2] : places[3]], "each board says with whom it was played"
    own = page[places[2] : places[3]]
    assert [f"/tables/{table.code}/deals/{number}/" in own for number in (1, 2)] == [True, True]
    seat = table.seats.get(user=player).player
    said = [verdict(deal, seat) for deal in loading.finished_deals(loading.game_by_code(table.code))]
    assert re.findall(r'<p class="small">([^·<]*) · with ', own) == said, "in the words of the felt after a deal"
    assert page.find("How it is played") > places[4]
    buttons = page[places[1] : places[2]]
    assert buttons.index('data-send="share-lines"') < buttons.index("Other tournaments")
    assert re.findall(r'class="btn primary[^>]*>([^<]*)', page) == ["Share"], "one step comes next"
    others = Client().get(address(tournament)).text
    assert re.findall(r'class="btn primary[^>]*>([^<]*)', others) == ["Other tournaments"]
    assert ('class="podium"' in others, "Your boards" in others) == (True, False)
    winner = User.objects.get(username=re.findall(r"<span>1</span>\s*<b>(?!You)([^<]*)", others)[0])
    sign = f'data-celebrates="win" data-once="{tournament.code}"'
    assert sign in client_for(winner).get(address(tournament)).text
    assert sign not in others


def test_standings_of_a_single_table_are_by_points(client_for: ClientFor) -> None:
    tournament = running(3, rounds=1, boards=2)
    play_round(tournament)
    go_on(tournament)
    first, *_others = queries.standings_of(tournament)
    winner = User.objects.get(tournament_entries=first.entry)
    page = client_for(winner).get(address(tournament)).text
    points = words.signed_mean(first.points)
    assert f'<p class="said">{points} points a deal</p>' in page
    assert f"place 1 of 3, {points} points a deal." in page
    assert "Points a deal</th>" in page
    assert not any(words in page for words in ("Per cent</th>", "Above the field</th>", "With equal per cents"))
    podium = page[page.index('class="podium"') : page.index("Your boards")]
    assert f"<span>{points}</span>" in podium


def test_standings_say_what_decides_between_equal_per_cents() -> None:
    tournament, sentence = running(6, rounds=1, boards=2), "With equal per cents"
    play_round(tournament)
    go_on(tournament)
    lines = queries.standings_of(tournament)
    assert (sentence in Client().get(address(tournament)).text) == (len({line.percent for line in lines}) < len(lines))
    TournamentScore.objects.update(points=70)
    cache.clear()
    assert sentence in Client().get(address(tournament)).text


def asked_again(client: Client, tournament: Tournament, version: str) -> tuple[int, str]:
    """Ask as the page does every few seconds; return the status, and the version of what is shown now."""
    answer = client.get(address(tournament), {"version": version}, headers={"HX-Request": "true"})
    shown = re.search(r'name="version" value="(\w+)"', answer.text)
    return answer.status_code, shown[1] if shown else version


def test_page_that_asks_again_is_sent_only_what_has_changed(
    client_for: ClientFor, django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    tournament = announced(rounds=2)
    [reader, *_others] = entered(tournament, 6)
    client = client_for(reader)
    page = re.search(r'name="version" value="(\w+)"', client.get(address(tournament)).text)
    assert page
    version = page[1]

    def changes() -> bool:
        nonlocal version
        status, version = asked_again(client, tournament, version)
        assert asked_again(client, tournament, version) == (HTTPStatus.NO_CONTENT, version), "nothing more"
        return status == HTTPStatus.OK

    assert not changes()
    entered(tournament, 1)
    assert changes(), "one more has entered"
    tournament.entries.latest("pk").delete()
    entered(tournament, 1)
    assert changes(), "one has withdrawn, and another one entered"
    Tournament.objects.update(starts_at=timezone.now())
    go_on(tournament)
    assert changes(), "the first round has begun"
    [first, second] = tables_of(tournament)
    play_round(tournament, [first])
    assert changes(), "a table has finished"
    play_round(tournament, [second])
    rounds.serve()
    assert changes(), "the round has ended"
    direct(tournament.host, tournament, "pause")
    assert changes(), "the host has paused it"
    with django_assert_max_num_queries(9):
        asked_again(client, tournament, version)


def direct(host: User, tournament: Tournament, action: str) -> None:
    client = Client()
    client.force_login(host)
    assert client.post(address(tournament, "direct/"), {"do": action}).status_code == HTTPStatus.FOUND


def test_tournament_of_a_private_club_is_shown_to_members_and_those_who_entered(client_for: ClientFor) -> None:
    officer, member = new_player(), new_player()
    club = club_of(officer, member, public=False)
    tournament = announced()
    Tournament.objects.update(club=club)
    for path in ("", "calendar.ics", "results.csv", "results.json", "deals.pbn", "deals.jsonl"):
        assert client_for(member).get(address(tournament, path)).status_code == HTTPStatus.OK
        for stranger in (Client(), client_for(new_player())):
            assert stranger.get(address(tournament, path)).status_code == HTTPStatus.NOT_FOUND
    services.enter(tournament.code, member)
    Tournament.objects.update(stage=TournamentStage.RUNNING)
    membership.leave(club, member)
    assert client_for(member).get(address(tournament)).status_code == HTTPStatus.OK, "who left may follow it"
    assert client_for(member).get(address(tournament, "direct/")).status_code == HTTPStatus.FORBIDDEN
    assert client_for(tournament.host).get(address(tournament)).status_code == HTTPStatus.OK
    club_services.change(club, by=officer, public=True)
    assert Client().get(address(tournament)).status_code == HTTPStatus.OK


def test_tournament_that_ends_while_its_page_is_made_is_shown_as_over() -> None:
    read_before = running(3, rounds=1)
    player = read_before.entries.select_related("user")[0].user
    play_round(read_before)
    rounds.serve()
    assert read_before.stage == TournamentStage.RUNNING
    page = tournament_page(read_before, player, timezone.now())
    assert (page.tournament.stage, page.status.next_round, len(page.standings)) == ("over", 0, 3)


def test_visitor_becomes_a_guest_by_entering() -> None:
    tournament, client = announced(), Client()
    assert "Your name at the table" in client.get(address(tournament)).text
    assert "You are in" in client.post(address(tournament, "enter/"), {"name": "Zoe"}, follow=True).text
    assert str(tournament.entries.get()) == "Zoe"


def test_name_that_is_refused_enters_nobody() -> None:
    tournament = announced()
    answer = Client().post(address(tournament, "enter/"), {"name": "<script>"})
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert not tournament.entries.exists()


def test_refused_entry_makes_no_guest() -> None:
    begun, of_club = running(3), announced()
    Tournament.objects.filter(pk=of_club.pk).update(club=club_of(new_player()))
    before = User.objects.count()
    refused = {"no-such-code": HTTPStatus.NOT_FOUND, begun.code: HTTPStatus.CONFLICT, of_club.code: HTTPStatus.CONFLICT}
    for code, status in refused.items():
        client = Client()
        assert client.post(f"/tournaments/{code}/enter/", {"name": "Mallory"}).status_code == status
        assert "sessionid" not in client.cookies
    assert User.objects.count() == before


def test_visitor_signs_in_before_checking_in() -> None:
    answer = Client().post(address(announced(), "check-in/"))
    assert answer.status_code == HTTPStatus.FOUND
    assert "login" in answer["Location"]


def test_today_leads_to_tournaments_and_play_to_the_own_one(client_for: ClientFor) -> None:
    client = client_for(new_player())
    assert "Take part" not in client.get("/today/").text
    tournament, user = announced(), new_player()
    assert "Take part" in client.get("/today/").text
    assert "Take part" not in client.get("/").text
    services.enter(tournament.code, user)
    assert "Your tournament" in client_for(user).get("/").text
    tournament.entries.update(checked_in_at=None)
    assert "Check in" in client_for(user).get("/").text


def test_every_page_leads_to_the_own_table_of_a_round(client_for: ClientFor) -> None:
    [table] = tables_of(running(3))
    client = client_for(user_at(table.code))
    assert f'href="/tables/{table.code}/"' in client.get("/people/ranks/").text
    assert "data-go" in client.get("/people/ranks/").text, "while the table begins, pages go there by themselves"
    Game.objects.update(stage=Stage.DEAL)
    assert "data-go" not in client.get("/people/ranks/").text
    assert "Your table in the tournament" in client.get("/people/ranks/").text
    assert "Your table in the tournament" not in client_for(new_player()).get("/people/ranks/").text


def test_between_rounds_players_read_when_and_with_whom_they_play_next(client_for: ClientFor) -> None:
    tournament = running(3)
    play_round(tournament)
    rounds.serve()
    first, second, third = queries.participants(tournament)
    assert first.user is not None
    page = client_for(first.user).get(address(tournament)).text
    assert "Round 2 of 2 begins in" in page
    for other in (second, third):
        assert str(other) in page.partition("Standings after")[0]


def test_who_had_not_checked_in_reads_why_they_do_not_play(client_for: ClientFor) -> None:
    tournament, late = announced(), new_player()
    services.enter(tournament.code, late)
    tournament.entries.update(checked_in_at=None)
    entered(tournament, 3)
    Tournament.objects.update(starts_at=timezone.now())
    go_on(tournament)
    assert "You had not checked in" in client_for(late).get(address(tournament)).text


def test_table_closed_by_the_clock_says_that_the_round_has_ended(client_for: ClientFor) -> None:
    tournament = running(3, rounds=1)
    [table] = tables_of(tournament)
    tournament.played_rounds.update(ends_at=timezone.now())
    go_on(tournament)
    page = client_for(user_at(table.code)).get(f"/tables/{table.code}/").text
    assert "The round has ended." in page
    assert "without a winner" not in page
    assert address(tournament) in page


def test_refused_entry_says_why(client_for: ClientFor) -> None:
    tournament = announced()
    Tournament.objects.update(stage=TournamentStage.RUNNING)
    answer = client_for(new_player()).post(address(tournament, "enter/"))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "is closed for entries" in answer.text


def test_early_check_in_is_refused(client_for: ClientFor) -> None:
    tournament, user = announced(), new_player()
    Tournament.objects.update(starts_at=timezone.now() + timedelta(hours=3))
    client = client_for(user)
    client.post(address(tournament, "enter/"))
    answer = client.post(address(tournament, "check-in/"))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "half hour" in answer.text


@pytest.mark.parametrize(
    "rest", ["", "?round=1", "rounds/1/deals.pbn", "calendar.ics", "results.csv", "results.json", "deals.jsonl"]
)
def test_unknown_tournament_is_not_found(client: Client, rest: str) -> None:
    assert client.get(f"/tournaments/none/{rest}").status_code == HTTPStatus.NOT_FOUND


def test_round_that_has_not_ended_is_not_found(client: Client) -> None:
    assert client.get(address(running(3), "?round=1")).status_code == HTTPStatus.NOT_FOUND


def test_part_for_htmx_is_no_whole_page(client: Client) -> None:
    answer = client.get(address(announced()), headers={"HX-Request": "true"})
    assert "<html" not in answer.text


def test_part_for_htmx_says_the_stage_in_the_title_too(client: Client) -> None:
    tournament = announced()
    entered(tournament, 2)
    assert "Three players are needed." in client.get(address(tournament)).text
    Tournament.objects.update(starts_at=timezone.now() - late.GRACE)
    rounds.serve()
    part = client.get(address(tournament), headers={"HX-Request": "true"}).text
    assert '<hx-partial hx-target="#stage">called off</hx-partial>' in part
    assert "fewer than three players had checked in" in part


def test_open_page_of_a_visitor_learns_who_has_entered(client: Client) -> None:
    """Also before the visitor has entered; and the movement is for those who have."""
    tournament = announced()
    assert 'hx-trigger="every 20s, time-up delay:2s"' in client.get(address(tournament)).text
    [first, *_others] = entered(tournament, 4)
    part = client.get(address(tournament), headers={"HX-Request": "true"}).text
    assert '<hx-partial hx-target="#entries">' in part
    assert "Entries: 4" in part
    assert isolated(first.username) in part
    assert '<th scope="col">Sits out</th>' in part


def test_open_page_names_the_movement_once_the_tournament_has_begun(client: Client) -> None:
    tournament = running(4)
    part = client.get(address(tournament), headers={"HX-Request": "true"}).text
    [first, *_others] = queries.participants(tournament)
    assert '<hx-partial hx-target="#entries">' in part
    assert words.name_of(first) in part
    assert "Entries:" not in part


def test_calendar_has_the_beginning(client: Client) -> None:
    tournament = announced(rounds=3)
    [entry] = Calendar.from_ical(client.get(address(tournament, "calendar.ics")).content).walk("VEVENT")
    assert entry["SUMMARY"] == tournament.name
    assert abs(entry["DTSTART"].dt - tournament.starts_at) < timedelta(seconds=1)
    assert entry["DTEND"].dt - entry["DTSTART"].dt == timedelta(minutes=3 * 20 + 3)


def test_calendar_follows_a_tournament_that_begins_early_or_is_called_off(client: Client) -> None:
    tournament = announced()
    host, page = tournament.host, address(tournament)

    def entry() -> tuple[object, ...]:
        [event] = Calendar.from_ical(client.get(address(tournament, "calendar.ics")).content).walk("VEVENT")
        return event["UID"], event["SEQUENCE"], event["STATUS"]

    uid, *before = entry()
    assert before == [0, "CONFIRMED"]
    entered(tournament, 3)
    direction.begin_early(tournament, by=host, reason="All are here")
    assert entry() == (uid, 1, "CONFIRMED")
    direction.end(tournament, by=host, reason="The server room is on fire")
    assert entry() == (uid, 2, "CANCELLED")
    assert address(tournament, "calendar.ics") in client.get(page).text


def test_files_have_the_standings(client: Client) -> None:
    tournament = running(3, rounds=1)
    play_round(tournament)
    go_on(tournament)
    data = json.loads(client.get(address(tournament, "results.json")).content)
    assert len(data["standings"]) == 3
    assert {result["points"] for result in data["results"]} == set(
        TournamentScore.objects.values_list("points", flat=True)
    )
    assert client.get(address(tournament, "results.csv")).text.count("\n") == 4


def test_moderators_see_tournaments_and_direct_none(client_for: ClientFor) -> None:
    ensure_roles()
    tournament = announced()
    client = client_for(member("Moderator"))
    assert client.get(f"/admin/games/tournament/{tournament.pk}/change/").status_code == HTTPStatus.OK
    assert client.get(address(tournament, "direct/")).status_code == HTTPStatus.FORBIDDEN
