"""Who has entered a tournament is notified of what concerns them: that it is called off, and who moves up."""

from http import HTTPStatus

import pytest

from accounts.models import Notification, User
from accounts.notifications.kinds import KINDS
from accounts.personal_data import deletion
from games.competitions.tournaments import direction, late, queries, rounds, services
from games.models import Tournament, TournamentStage
from tests.clients import ClientFor
from tests.competitions.tournaments.tournaments import announced, begin, entered, go_on, running
from tests.tables import Time, new_player

pytestmark = pytest.mark.django_db


def notified(kind: str) -> set[tuple[User, str]]:
    """Return who is notified of this kind, with the text."""
    rows = Notification.objects.filter(kind=kind).select_related("user")
    return {(row.user, KINDS[kind].words(row.values, row.expires_at)) for row in rows}


def waiting_reminders() -> int:
    return Notification.objects.filter(kind="tournament_soon", waits=True).count()


def test_who_has_entered_is_notified_that_it_is_called_off_and_why() -> None:
    tournament = announced()
    people = entered(tournament, 4)
    rounds.serve()
    assert waiting_reminders() == 4
    direction.end(tournament, by=tournament.host, reason="the hall is closed")
    text = "Friday night is called off: the hall is closed"
    assert notified("tournament_off") == {(user, text) for user in people}
    assert waiting_reminders() == 0, "nobody is asked to check in any more"


def test_who_has_entered_is_notified_that_too_few_were_there(time: Time) -> None:
    tournament = announced()
    people = entered(tournament, 2)
    assert begin(tournament).stage == TournamentStage.OPEN
    assert not notified("tournament_off")
    time.passes(late.GRACE.total_seconds())
    assert go_on(tournament).stage == TournamentStage.CANCELLED
    text = "Friday night is called off: fewer than three players had checked in."
    assert notified("tournament_off") == {(user, text) for user in people}


def test_participants_are_notified_that_it_has_ended_early() -> None:
    tournament = running(4, rounds=2)
    left_out, disqualified = new_player(), tournament.entries.order_by("pk")[0]
    tournament.entries.create(user=left_out, entered_at=tournament.starts_at)
    direction.disqualify(tournament, by=tournament.host, entry=disqualified.pk, reason="talked")
    direction.end(tournament, by=tournament.host, reason="the hall is closed")
    playing = User.objects.filter(tournament_entries__number__isnull=False).exclude(pk=disqualified.user_id)
    text = "Friday night has ended early: the hall is closed"
    assert notified("tournament_off") == {(user, text) for user in playing}
    assert len(playing) == 3


def of_three(guests: int = 0) -> tuple[Tournament, list[User]]:
    """Return a tournament with three places, with three on its waiting list; the last of the first three are guests."""
    tournament = announced(limit=3, minutes_ahead=60)
    people = entered(tournament, 6)
    User.objects.exclude(pk__in=[user.pk for user in people[3 - guests : 3]]).update(is_guest=False)
    return tournament, people


def placed() -> list[User]:
    """Return who was notified of a place, in order."""
    return [row.user for row in Notification.objects.filter(kind="tournament_place").order_by("pk")]


def test_who_moves_up_from_the_waiting_list_is_notified(time: Time) -> None:
    tournament, people = of_three()
    services.withdraw(tournament.code, people[4])
    assert placed() == [], "nobody has moved up"
    services.withdraw(tournament.code, people[0])
    assert placed() == [people[3]]
    deletion.delete_account(people[1])
    assert placed() == [people[3], people[5]]
    [notice, *_others] = Notification.objects.filter(kind="tournament_place")
    assert notice.expires_at == tournament.starts_at
    time.passes(60 * 60)
    assert notice.expires_at == time.now


def test_registered_players_come_before_guests_who_are_notified_of_it() -> None:
    tournament, people = of_three(guests=2)
    [registered, first_guest, last_guest, *waiting] = people
    assert [entry.user for entry in queries.entries_of(tournament)] == [registered, *waiting, first_guest, last_guest]
    User.objects.filter(pk__in=[user.pk for user in waiting]).update(is_guest=True)
    late = new_player()
    User.objects.filter(pk=late.pk).update(is_guest=False)
    late.refresh_from_db()
    services.enter(tournament.code, late)
    assert notified("tournament_place") == {
        (
            last_guest,
            "Friday night: you are now on the waiting list, because registered players have priority over guests.",
        )
    }
    begin_with(tournament, [*people, late])
    assert {entry.user for entry in queries.participants(tournament)} == {registered, late, first_guest}


def begin_with(tournament: Tournament, there: list[User]) -> None:
    tournament.entries.filter(user__in=there).update(checked_in_at=tournament.starts_at)
    begin(tournament)


@pytest.mark.parametrize("guest", [True, False])
def test_guests_of_one_address_do_not_fill_a_tournament(client_for: ClientFor, *, guest: bool) -> None:
    tournament = announced(limit=12)
    people = [new_player() for _number in range(12)]
    User.objects.filter(pk__in=[user.pk for user in people]).update(is_guest=guest)
    entered_at = [client_for(user).post(f"/tournaments/{tournament.code}/enter/").status_code for user in people]
    assert entered_at.count(HTTPStatus.FOUND) == tournament.entries.count() == (6 if guest else 12)
    services.withdraw(tournament.code, people[0])
    again = client_for(people[-1]).post(f"/tournaments/{tournament.code}/enter/")
    assert again.status_code == HTTPStatus.FOUND
