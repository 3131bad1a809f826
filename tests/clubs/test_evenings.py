"""The standing evenings of clubs: chosen, announced, reminded of, in calendars; tournaments and the ladder."""

from datetime import UTC, datetime, time, timedelta
from http import HTTPStatus
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.models import Notification, User
from accounts.personal_data import merging
from games.clubs import membership, queries, roles, series, subject
from games.clubs.errors import NotInClub, NotOpenToAll
from games.clubs.series import Choice
from games.competitions.ladders.rankings import ladder_of_club
from games.competitions.tournaments import queries as tournament_queries, services as tournaments
from games.competitions.tournaments.services import ForMembersOnly
from games.models import Club, ClubEvening, ClubSeries, SeriesKind, Tournament, TournamentStage
from tests.clients import ClientFor
from tests.clubs.clubs import club_of, people_of, trio
from tests.competitions.tournaments.tournaments import go_on, play_round
from tests.tables import Time, new_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

THURSDAY = datetime(2026, 10, 22, 18, tzinfo=UTC)


def thursdays(kind: SeriesKind = SeriesKind.TABLES) -> Choice:
    return Choice(3, time(20), "Europe/Madrid", kind, rounds=1, boards=1, minutes=20)


def notified(kind: str) -> list[int]:
    return sorted(Notification.objects.filter(kind=kind).values_list("user", flat=True))


def test_members_are_notified_two_days_before_and_half_an_hour_before_once_each_week(clock: Time) -> None:
    officer, other = new_player(), new_player()
    club = club_of(officer, other)
    membership.invite(club, by=officer, name=new_player().username)
    series.choose(club, by=officer, choice=thursdays())
    subject.serve()
    assert not ClubEvening.objects.exists()
    clock.now = THURSDAY - timedelta(days=2)
    for _time in range(3):
        subject.serve()
    assert notified("club_evening") == [officer.pk, other.pk]
    assert ClubEvening.objects.get().starts_at == THURSDAY
    assert ClubSeries.objects.get().next_at == THURSDAY + timedelta(days=7, hours=1), "clocks have gone back"
    clock.now = THURSDAY - timedelta(minutes=30)
    for _time in range(3):
        subject.serve()
    assert notified("club_evening_soon") == [officer.pk, other.pk]
    clock.now = THURSDAY + timedelta(days=7)
    subject.serve()
    assert ClubEvening.objects.count() == 2
    assert len(notified("club_evening")) == 4


def test_evening_that_was_missed_is_left_out(clock: Time) -> None:
    officer = new_player()
    series.choose(club_of(officer), by=officer, choice=thursdays())
    clock.now = THURSDAY + timedelta(hours=1)
    subject.serve()
    assert not ClubEvening.objects.exists()
    assert ClubSeries.objects.get().next_at > clock.now


def test_only_officers_of_clubs_choose() -> None:
    officer, other = new_player(), new_player()
    club = club_of(officer, other)
    three = trio()
    for of, by in ((club, other), (club, new_player()), (three, people_of(three)[0])):
        with pytest.raises(NotInClub):
            series.choose(of, by=by, choice=thursdays())
    with pytest.raises(NotInClub):
        series.end(club, by=other, reason="No more")


def with_tournament(clock: Time, *users: User) -> tuple[Club, Tournament]:
    """Return a club of these people with the tournament of its next Thursday, which takes entries."""
    club = club_of(*users)
    series.choose(club, by=users[0], choice=thursdays(SeriesKind.TOURNAMENT))
    clock.now = THURSDAY - timedelta(days=1)
    subject.serve()
    return club, Tournament.objects.get()


def test_evenings_of_a_guest_who_signs_in_to_an_account_stay_in_the_same_hands(clock: Time, ana: User) -> None:
    guest = new_player()
    club, tournament = with_tournament(clock, guest, new_player())
    assert merging.merge(guest, ana)
    tournament.refresh_from_db()
    assert tournament.host == ClubSeries.objects.get(club=club).by == ana


def test_tournament_of_an_evening_is_for_members_only(clock: Time, client_for: ClientFor) -> None:
    officer, stranger = new_player(), new_player()
    club, tournament = with_tournament(clock, officer)
    assert (tournament.club, tournament.host, tournament.starts_at) == (club, officer, THURSDAY)
    assert tournament_queries.coming() == []
    assert tournament.code in client_for(officer).get(f"/clubs/{club.code}/").text
    assert tournament.code not in client_for(stranger).get(f"/clubs/{club.code}/").text
    with pytest.raises(ForMembersOnly):
        tournaments.enter(tournament.code, stranger)
    answer = client_for(stranger).post(f"/tournaments/{tournament.code}/enter/")
    assert answer.status_code == HTTPStatus.CONFLICT
    tournaments.enter(tournament.code, officer)


def test_tournament_of_an_evening_is_on_today_of_members_and_on_play_of_those_who_have_entered(
    clock: Time, client_for: ClientFor
) -> None:
    officer, member, invited, stranger = (new_player() for _number in range(4))
    club, tournament = with_tournament(clock, officer, member)
    membership.invite(club, by=officer, name=invited.username)
    tournaments.enter(tournament.code, member)

    def has_it(address: str) -> list[bool]:
        link = f"/tournaments/{tournament.code}/"
        return [link in client_for(user).get(address).text for user in (officer, member, invited, stranger)]

    assert has_it("/today/") == [True, True, False, False]
    assert has_it("/") == [False, True, False, False]
    clock.now = THURSDAY - timedelta(minutes=5)
    assert "Check in" in client_for(member).get("/").text
    assert "Check in" not in client_for(officer).get("/").text


def test_tournament_stays_one_of_a_club_that_everybody_has_left(clock: Time, client_for: ClientFor) -> None:
    """Without its club, it would be for everybody: anybody could announce such a one by leaving."""
    officer, invited, asking, stranger = (new_player() for _number in range(4))
    club, tournament = with_tournament(clock, officer)
    address = f"/tournaments/{tournament.code}/"
    membership.invite(club, by=officer, name=invited.username)
    membership.ask(club, asking)
    link = str(club.link)
    membership.leave(club, officer)
    assert tournament_queries.coming() == []
    assert tournament.code not in client_for(stranger).get("/today/").text
    for user in (officer, stranger):
        assert client_for(user).get(address).status_code == HTTPStatus.NOT_FOUND
        assert client_for(user).get(f"{address}direct/").status_code == HTTPStatus.NOT_FOUND
    for user in (officer, invited, asking, stranger):
        assert client_for(user).get(f"/clubs/{club.code}/").status_code == HTTPStatus.NOT_FOUND
        with pytest.raises(Club.DoesNotExist):
            membership.join_by_link(link, user)
    with pytest.raises(NotOpenToAll):
        membership.ask(club, asking)
    assert queries.public_clubs() == []
    assert queries.series_of(club) is None


def test_host_who_is_no_officer_any_more_directs_no_longer(clock: Time, client_for: ClientFor) -> None:
    """Then the other officers do."""
    host, officer, member = (new_player() for _number in range(3))
    club, tournament = with_tournament(clock, host, officer, member)
    roles.make_officer(club, by=host, name=officer.username)
    address = f"/tournaments/{tournament.code}/direct/"

    def may_direct() -> list[User]:
        return [user for user in (host, officer, member) if client_for(user).get(address).status_code == HTTPStatus.OK]

    assert may_direct() == [host]
    roles.unmake_officer(club, by=host, name=host.username)
    assert may_direct() == [officer]
    membership.remove(club, by=officer, name=host.username)
    assert may_direct() == [officer]
    tournaments.enter(tournament.code, officer)
    assert client_for(host).post(address, {"do": "end", "reason": "mine"}).status_code == HTTPStatus.FORBIDDEN
    tournament.refresh_from_db()
    assert tournament.stage == TournamentStage.OPEN


def test_ladder_has_the_members_who_have_played(clock: Time) -> None:
    """Six at two tables: at one table alone nobody else has the same seat to compare with."""
    people = [new_player() for _number in range(7)]
    club, tournament = with_tournament(clock, *people)
    for user in people[:6]:
        tournaments.enter(tournament.code, user)
    clock.now = THURSDAY - timedelta(minutes=10)
    for user in people[:6]:
        tournaments.check_in(tournament.code, user)
    clock.now = THURSDAY
    go_on(tournament)
    assert ladder_of_club(club, people[0]) == []
    play_round(tournament)
    go_on(tournament)
    assert Tournament.objects.get().stage == TournamentStage.OVER
    rungs = ladder_of_club(club, people[0])
    assert {rung.user for rung in rungs} == set(people[:6])
    standings = {line.entry: line.percent for line in tournament_queries.standings_of(Tournament.objects.get())}
    for rung in rungs:
        entry = tournament.entries.get(user=rung.user).pk
        assert rung.percent == pytest.approx(float(standings[entry]))
    membership.leave(club, people[0])
    assert people[0] not in {rung.user for rung in ladder_of_club(club, people[1])}


def test_page_and_file_of_the_series(client_for: ClientFor) -> None:
    officer, other = new_player(), new_player()
    club = club_of(officer, other)
    address = f"/clubs/{club.code}/"
    form = {"weekday": "3", "at": "20:00", "time_zone": "Europe/Madrid", "kind": "tables", "rounds": "3",
            "boards": "3", "minutes": "25"}  # fmt: skip
    client = client_for(officer)
    assert client.get(f"{address}calendar.ics").status_code == HTTPStatus.NOT_FOUND
    for kind, words in (("event", "a tournament"), ("tables", "tables, as members come")):
        page = client.post(f"{address}series/", form | {"kind": kind}, follow=True).text
        assert "Each Thursday" in page
        assert f"(Europe/Madrid): {words}" in page
    for wrong in ({"at": "25:00"}, {"time_zone": "Mars/Base"}, {"rounds": "0"}, {"weekday": "7"}, {"kind": "x"}):
        assert client.post(f"{address}series/", form | wrong).status_code == HTTPStatus.BAD_REQUEST, wrong
    assert client_for(other).post(f"{address}series/", form).status_code == HTTPStatus.CONFLICT
    [entry] = Calendar.from_ical(client_for(other).get(f"{address}calendar.ics").content).walk("VEVENT")
    assert entry["DTSTART"].dt == datetime(2026, 10, 22, 20, tzinfo=ZoneInfo("Europe/Madrid"))
    assert entry["DTSTART"].params["TZID"] == "Europe/Madrid"
    assert entry["RRULE"].to_ical() == b"FREQ=WEEKLY;BYDAY=TH"
    assert client_for(new_player()).get(f"{address}calendar.ics").status_code == HTTPStatus.NOT_FOUND
    assert "disappears from their calendars" in client.get(f"{address}evenings/{int(THURSDAY.timestamp())}/").text
    client.post(f"{address}series/end/", {"reason": "Nobody came"})
    assert queries.series_of(club) is None


@pytest.mark.parametrize("zone", ["Etc/GMT-3", "GB", "US/Pacific", "Asia/Calcutta"])
def test_zone_of_the_officer_is_offered_and_kept(client_for: ClientFor, zone: str) -> None:
    officer = new_player()
    club = club_of(officer)
    client, address = client_for(officer), f"/clubs/{club.code}/"
    client.cookies["timezone"] = zone
    assert f'<option value="{zone}" selected>' in client.get(address).text
    client.post(f"{address}series/", {"weekday": "3", "at": "20:00", "time_zone": zone, "kind": "tables", "rounds": "3",
                                      "boards": "3", "minutes": "25"})  # fmt: skip
    assert ClubSeries.objects.get().time_zone == zone
    del client.cookies["timezone"]
    assert f'<option value="{zone}" selected>' in client.get(address).text
    entry = Calendar.from_ical(client.get(f"{address}calendar.ics").content).walk("VEVENT")[0]
    assert entry["DTSTART"].dt.astimezone(ZoneInfo(zone)).hour == 20


def test_link_to_a_tournament_of_a_private_club_says_what_to_do_and_nothing_of_the_club(
    clock: Time, client: Client, client_for: ClientFor
) -> None:
    officer, stranger = new_player(), new_player()
    club, tournament = with_tournament(clock, officer)
    assert client_for(stranger).get(f"/tournaments/{tournament.code}/").status_code == HTTPStatus.OK
    Club.objects.filter(pk=club.pk).update(public=False)
    for visitor, way in ((client, "sign in as one of its members"), (client_for(stranger), "invite you to the club")):
        known, unknown = (visitor.get(f"/tournaments/{code}/") for code in (tournament.code, "Unknown1"))
        assert known.status_code == unknown.status_code == HTTPStatus.NOT_FOUND
        assert way in known.text
        assert way in unknown.text, "as at an address of no tournament"
        assert club.name not in known.text
    assert client_for(officer).get(f"/tournaments/{tournament.code}/").status_code == HTTPStatus.OK
