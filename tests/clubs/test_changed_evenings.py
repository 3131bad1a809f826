"""Evenings of clubs that are changed or called off: members, tournaments and calendars follow, once."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from http import HTTPStatus
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar, Event

from accounts.models import Notification, User
from games.clubs import evenings, queries, series, subject
from games.clubs.errors import NoSuchEvening, NotInClub
from games.clubs.series import Choice
from games.competitions.tournaments import services as tournaments
from games.engine import Rules
from games.models import Club, ClubEvening, ClubSeries, FillUp, SeriesKind, Tournament, TournamentStage
from games.web import calendar_files
from tests.clients import ClientFor
from tests.clubs.clubs import MONDAY, club_of
from tests.tables import Time, new_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

MADRID = ZoneInfo("Europe/Madrid")
THURSDAY = datetime(2026, 10, 22, 20, tzinfo=MADRID)
"""The last Thursday before clocks in Madrid go back."""
WEEK, DAY = timedelta(days=7), timedelta(days=1)

CHOICE = Choice(3, time(20), "Europe/Madrid", SeriesKind.TOURNAMENT, rounds=1, boards=1, minutes=20)


def announced(clock: Time, choice: Choice = CHOICE) -> tuple[Club, User, User]:
    """Return a club that meets by this choice and whose next evening is announced, its officer and a member."""
    officer, member = new_player(), new_player()
    club = club_of(officer, member)
    series.choose(club, by=officer, choice=choice)
    clock.now = THURSDAY - timedelta(days=1)
    subject.serve()
    return club, officer, member


def entry_of(club: Club) -> Event:
    """Return the series as it is in calendars."""
    club.refresh_from_db()
    current = queries.series_of(club)
    assert current is not None
    file = calendar_files.written([series.appointment(current, "https://example.org", "example.org")])
    [entry] = Calendar.from_ical(file).walk("VEVENT")
    return entry


def notified(user: User) -> list[str]:
    """Return the kinds of the notifications of this user about evenings and tournaments, in their order."""
    kinds = Notification.objects.filter(user=user, kind__startswith="club_evening") | Notification.objects.filter(
        user=user, kind__startswith="tournament"
    )
    return list(kinds.order_by("pk").values_list("kind", flat=True))


def evenings_of(club: Club) -> list[datetime]:
    return list(club.evenings.filter(called_off_at=None).values_list("starts_at", flat=True))


def test_first_evening_in_calendars_is_always_the_same(clock: Time) -> None:
    club, _officer, _member = announced(clock)
    entries = []
    for weeks in range(3):
        clock.now = MONDAY + weeks * WEEK + 3 * DAY
        subject.serve()
        entries.append(entry_of(club))
    assert [(entry["DTSTART"].dt, entry["SEQUENCE"]) for entry in entries] == [(THURSDAY, 1)] * 3


@pytest.mark.parametrize(
    ("change", "begins"),
    [
        ({"at": time(20, 30)}, THURSDAY + timedelta(minutes=30)),
        ({"time_zone": "Europe/Lisbon"}, THURSDAY + timedelta(hours=1)),
        ({"weekday": 4}, THURSDAY + DAY),
        ({"weekday": 1}, datetime(2026, 10, 27, 20, tzinfo=MADRID)),  # this week's is over; clocks have gone back
        ({"weekday": 2, "at": time(22)}, datetime(2026, 10, 21, 22, tzinfo=MADRID)),
    ],
)
def test_announced_evening_moves_with_its_series(clock: Time, change: dict[str, object], begins: datetime) -> None:
    club, officer, member = announced(clock)
    tournament = Tournament.objects.get()
    tournaments.enter(tournament.code, member)
    choice = replace(CHOICE, **change)  # type: ignore[arg-type]  # fields of any type
    for _time in range(2):
        assert series.choose(club, by=officer, choice=choice) in (0, 1)
        subject.serve()
    moved = Tournament.objects.get()
    assert evenings_of(club) == [moved.starts_at] == [moved.next_round_at] == [begins]
    assert moved.entries.get().user == member
    assert notified(member) == ["club_evening", "club_evening_changed"]
    entry = entry_of(club)
    assert (entry["DTSTART"].dt, entry["SEQUENCE"]) == (begins, 2)
    assert moved.calendar_sequence == 1
    clock.now = begins - timedelta(minutes=10)
    subject.serve()
    assert evenings_of(club)[0] == begins, "it is not announced again"


@pytest.mark.parametrize("change", [{"rounds": 2}, {"boards": 4}, {"minutes": 30}])
def test_tournament_that_is_announced_has_the_form_of_its_series(clock: Time, change: dict[str, int]) -> None:
    club, officer, member = announced(clock)
    assert series.choose(club, by=officer, choice=replace(CHOICE, **change)) == 1  # type: ignore[arg-type]
    tournament = Tournament.objects.get()
    assert {name: getattr(tournament, name) for name in change} == change
    assert tournament.starts_at == THURSDAY
    assert notified(member) == ["club_evening", "club_evening_changed"]
    assert entry_of(club)["DTSTART"].dt == THURSDAY


def test_evening_of_tables_gets_a_tournament_and_loses_it(clock: Time) -> None:
    tables = replace(CHOICE, kind=SeriesKind.TABLES)
    club, officer, member = announced(clock, tables)
    assert not Tournament.objects.exists()
    series.choose(club, by=officer, choice=CHOICE)
    evening = ClubEvening.objects.get()
    assert evening.tournament is not None
    assert evening.tournament.starts_at == evening.starts_at == THURSDAY
    series.choose(club, by=officer, choice=tables)
    evening.refresh_from_db()
    assert (evening.tournament, evening.called_off_at) == (None, None)
    assert Tournament.objects.get().stage == TournamentStage.CANCELLED
    assert notified(member) == ["club_evening", "club_evening_changed", "club_evening_changed"]


def test_series_saved_as_it_was_changes_nothing(clock: Time) -> None:
    club, officer, member = announced(clock)
    assert series.choose(club, by=officer, choice=CHOICE) == 0
    assert notified(member) == ["club_evening"]
    assert entry_of(club)["SEQUENCE"] == 1


def test_who_has_checked_in_does_so_again_at_the_new_time(clock: Time) -> None:
    club, officer, member = announced(clock)
    tournament = Tournament.objects.get()
    clock.now = THURSDAY - timedelta(minutes=20)
    tournaments.enter(tournament.code, member)
    series.choose(club, by=officer, choice=replace(CHOICE, at=time(20, 5)))
    assert tournament.entries.get().checked_in_at is not None
    series.choose(club, by=officer, choice=replace(CHOICE, at=time(22)))
    assert tournament.entries.get().checked_in_at is None


def test_evening_that_runs_stays_when_the_series_changes(clock: Time) -> None:
    club, officer, _member = announced(clock)
    Tournament.objects.update(stage=TournamentStage.RUNNING)
    assert series.choose(club, by=officer, choice=replace(CHOICE, at=time(21))) == 0
    assert Tournament.objects.get().starts_at == THURSDAY
    assert ClubSeries.objects.get().next_at > THURSDAY


@pytest.mark.parametrize("kind", SeriesKind)
def test_officer_calls_one_evening_off(clock: Time, client_for: ClientFor, kind: SeriesKind) -> None:
    club, officer, member = announced(clock, replace(CHOICE, kind=kind))
    entering = new_player()
    club.members.create(user=entering, role="member")
    for tournament in Tournament.objects.all():
        tournaments.enter(tournament.code, entering)
    address = f"/clubs/{club.code}/"
    page = f"{address}evenings/{int(THURSDAY.timestamp())}/"
    assert page in client_for(officer).get(address).text
    assert page not in client_for(member).get(address).text
    assert client_for(member).post(page, {"reason": "No"}).status_code == HTTPStatus.FORBIDDEN
    assert client_for(officer).post(page, {"reason": ""}).status_code == HTTPStatus.BAD_REQUEST
    assert client_for(officer).post(page, {"reason": "The bar is closed"}).status_code == HTTPStatus.FOUND
    assert client_for(officer).post(page, {"reason": "Again"}).status_code == HTTPStatus.CONFLICT
    assert "The bar is closed" in client_for(member).get(address).text
    assert notified(member) == ["club_evening", "club_evening_changed"]
    assert len([each for each in notified(entering) if each in ("tournament_off", "club_evening_changed")]) == 1
    [notification] = Notification.objects.filter(user=member, kind="club_evening_changed")
    assert (notification.values["reason"], notification.expires_at) == ("The bar is closed", THURSDAY)
    entry = entry_of(club)
    assert [each.dt for each in entry["EXDATE"].dts] == [THURSDAY]
    assert (entry["DTSTART"].dt, entry["SEQUENCE"]) == (THURSDAY, 2)
    clock.now = THURSDAY - timedelta(minutes=10)
    subject.serve()
    assert notified(member) == ["club_evening", "club_evening_changed"], "nobody is reminded of it"
    clock.now = THURSDAY + WEEK - DAY
    subject.serve()
    assert evenings_of(club) == [datetime(2026, 10, 29, 20, tzinfo=MADRID)], "the next one takes place"


def test_evening_is_called_off_before_it_is_announced(clock: Time) -> None:
    club, officer, member = announced(clock)
    after = datetime(2026, 10, 29, 20, tzinfo=MADRID)
    evenings.call_off(club, by=officer, at=after, reason="A holiday")
    with pytest.raises(NoSuchEvening):
        evenings.call_off(club, by=officer, at=after, reason="A holiday")
    clock.now = after - DAY
    subject.serve()
    assert evenings_of(club) == [THURSDAY]
    assert notified(member) == ["club_evening", "club_evening_changed"]
    assert [each.dt for each in entry_of(club)["EXDATE"].dts] == [after]
    series.choose(club, by=officer, choice=replace(CHOICE, at=time(21)))
    assert [each.dt for each in entry_of(club)["EXDATE"].dts] == [after + timedelta(hours=1)], "it stays called off"
    assert notified(member) == ["club_evening", "club_evening_changed"]


@pytest.mark.parametrize("shift", [-DAY, timedelta(minutes=1), 2 * WEEK])
def test_only_officers_call_off_what_is_to_come(clock: Time, shift: timedelta) -> None:
    club, officer, member = announced(clock)
    with pytest.raises(NotInClub):
        evenings.call_off(club, by=member, at=THURSDAY, reason="No")
    with pytest.raises(NoSuchEvening):
        evenings.call_off(club, by=officer, at=THURSDAY + shift, reason="No")
    clock.now = THURSDAY
    with pytest.raises(NoSuchEvening):
        evenings.call_off(club, by=officer, at=THURSDAY, reason="Too late")


def test_end_of_the_series_calls_off_what_is_announced(clock: Time, client_for: ClientFor) -> None:
    club, officer, member = announced(clock)
    answer = client_for(officer).post(f"/clubs/{club.code}/series/end/", {"reason": "Nobody came"}, follow=True)
    assert "The series has ended." in answer.text
    assert evenings_of(club) == []
    assert Tournament.objects.get().stage == TournamentStage.CANCELLED
    assert notified(member) == ["club_evening", "club_evening_changed"]
    clock.now = THURSDAY - timedelta(minutes=10)
    subject.serve()
    assert notified(member) == ["club_evening", "club_evening_changed"]
    series.choose(club, by=officer, choice=CHOICE)
    entry = entry_of(club)
    assert (entry["DTSTART"].dt, entry["SEQUENCE"]) == (datetime(2026, 10, 29, 20, tzinfo=MADRID), 3)


def test_calendar_of_a_series_that_has_ended_keeps_its_past_evenings(clock: Time, client_for: ClientFor) -> None:
    club, officer, member = announced(clock, replace(CHOICE, kind=SeriesKind.TABLES))
    for at in (THURSDAY, THURSDAY + WEEK):
        clock.now = at - DAY
        subject.serve()
    clock.now = THURSDAY + DAY
    series.end(club, by=officer, reason="Nobody came")
    answer = client_for(member).get(f"/clubs/{club.code}/calendar.ics")
    assert answer.status_code == HTTPStatus.OK
    [entry] = Calendar.from_ical(answer.content).walk("VEVENT")
    assert (entry["DTSTART"].dt, entry["SUMMARY"]) == (THURSDAY, club.name)


def test_calendar_of_a_series_that_has_ended_before_its_first_evening_is_empty(
    clock: Time, client_for: ClientFor
) -> None:
    club, officer, member = announced(clock)
    series.end(club, by=officer, reason="Nobody came")
    answer = client_for(member).get(f"/clubs/{club.code}/calendar.ics")
    assert answer.status_code == HTTPStatus.OK
    assert Calendar.from_ical(answer.content).walk("VEVENT") == []


def test_single_tournament_stays_when_the_series_changes_or_ends(clock: Time) -> None:
    club, officer, _member = announced(clock)
    plan = tournaments.Plan(
        name="Cup", text="", starts_at=THURSDAY + timedelta(minutes=30), rounds=1, boards=1, minutes=20,
        clock="normal", limit=60, fill_up=FillUp.OUT, rules=Rules(),
    )  # fmt: skip
    cup = evenings.announce_tournament(club, plan, by=officer)
    series.choose(club, by=officer, choice=replace(CHOICE, at=time(20, 30)))
    assert sorted(evenings_of(club)) == [cup.starts_at, datetime(2026, 10, 29, 20, 30, tzinfo=MADRID)]
    series.end(club, by=officer, reason="No more")
    assert evenings_of(club) == [cup.starts_at]
