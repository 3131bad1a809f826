"""Who leads a club whose officers may not act: suspended, or closed."""

from datetime import UTC, datetime, time, timedelta
from http import HTTPStatus

import pytest

from accounts.models import User
from games.clubs import membership, roles, series, subject
from games.clubs.series import Choice
from games.management import daily
from games.models import Club, ClubRole, SeriesKind, Tournament
from tests.clients import ClientFor
from tests.clubs.clubs import MONDAY, club_of
from tests.tables import Time, new_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

THURSDAY = datetime(2026, 10, 22, 18, tzinfo=UTC)


def suspend(*users: User, days: int = 5) -> None:
    User.objects.filter(pk__in=[user.pk for user in users]).update(suspended_until=MONDAY + timedelta(days=days))


def announced(club: Club, by: User, clock: Time, *suspended: User) -> Tournament | None:
    """Return the tournament of the club's next Thursday, which this officer has chosen before these were suspended."""
    choice = Choice(3, time(20), "Europe/Madrid", SeriesKind.TOURNAMENT, rounds=1, boards=1, minutes=20)
    series.choose(club, by=by, choice=choice)
    suspend(*suspended)
    clock.now = THURSDAY - timedelta(days=1)
    subject.serve()
    return Tournament.objects.first()


def roles_in(club: Club) -> dict[int, str]:
    return dict(club.members.values_list("user", "role"))


def test_tournament_of_an_evening_gets_a_host_who_may_act(clock: Time) -> None:
    chosen, officer, member = (new_player() for _number in range(3))
    club = club_of(chosen, member, officer)
    roles.make_officer(club, by=chosen, name=officer.username)
    tournament = announced(club, chosen, clock, chosen)
    assert tournament is not None
    assert tournament.host == officer


def test_member_is_host_where_no_officer_may_act(clock: Time) -> None:
    chosen, closed, member = (new_player() for _number in range(3))
    club = club_of(chosen, closed, member)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    tournament = announced(club, chosen, clock, chosen)
    assert tournament is not None
    assert tournament.host == member


def test_evening_has_no_tournament_where_nobody_may_act(clock: Time) -> None:
    chosen = new_player()
    assert announced(club_of(chosen), chosen, clock, chosen) is None


def test_who_leads_the_club_directs_for_a_host_who_may_not_act(clock: Time, client_for: ClientFor) -> None:
    """The other officers do, and the members while no officer may."""
    host, officer, member = (new_player() for _number in range(3))
    club = club_of(host, officer, member)
    roles.make_officer(club, by=host, name=officer.username)
    tournament = announced(club, host, clock)
    assert tournament is not None
    address = f"/tournaments/{tournament.code}/direct/"

    def may_direct(*users: User) -> list[User]:
        return [user for user in users if client_for(user).get(address).status_code == HTTPStatus.OK]

    assert may_direct(host, officer, member) == [host]
    suspend(host)
    assert may_direct(officer, member) == [officer]
    suspend(officer)
    assert may_direct(member) == [member]


def test_heir_of_the_last_officer_is_a_member_who_may_act() -> None:
    officer, suspended, member = (new_player() for _number in range(3))
    club = club_of(officer, suspended, member)
    suspend(suspended)
    membership.leave(club, officer)
    assert roles_in(club) == {suspended.pk: ClubRole.MEMBER, member.pk: ClubRole.OFFICER}
    suspend(member)
    membership.leave(club, member)
    assert roles_in(club) == {suspended.pk: ClubRole.OFFICER}, "else nobody could ever lead it"


def test_member_becomes_an_officer_where_no_officer_may_act_within_a_week() -> None:
    officer, closed, suspended, heir, other = (new_player() for _number in range(5))
    club = club_of(officer, closed, suspended, heir, other)
    roles.make_officer(club, by=officer, name=closed.username)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    suspend(suspended, days=1)
    before = roles_in(club)
    for days in (0, 1, 7):
        suspend(officer, days=days)
        assert roles.find_heirs(MONDAY) == 0
    assert roles_in(club) == before
    suspend(officer, days=8)
    assert [roles.find_heirs(MONDAY) for _time in range(2)] == [1, 0]
    assert roles_in(club) == before | {heir.pk: ClubRole.OFFICER}, "who is suspended stays an officer"


def test_heirs_are_looked_for_every_day_and_a_club_without_any_waits() -> None:
    officer, suspended = new_player(), new_player()
    club = club_of(officer, suspended)
    suspend(officer, suspended, days=9)
    assert daily.jobs()["heirs"]() == 0
    User.objects.filter(pk=suspended.pk).update(suspended_until=MONDAY)
    assert daily.jobs()["heirs"]() == 1
    assert roles_in(club)[suspended.pk] == ClubRole.OFFICER
