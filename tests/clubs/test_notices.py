"""Who is invited, asks, is admitted, refused or removed is notified, or the officers are: each time."""

import pytest

from accounts.models import Notification, User
from accounts.notifications.kinds import KINDS
from games.clubs import membership
from tests.clubs.clubs import club_of, trio
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def notified(kind: str, *, waiting: bool = False) -> list[tuple[User, str]]:
    """Return who is notified of this kind, in order, with the text; only what is not taken back if that is wanted."""
    rows = Notification.objects.filter(kind=kind).select_related("user").order_by("pk")
    rows = rows.filter(waits=True) if waiting else rows
    return [(row.user, KINDS[kind].words(row.values)) for row in rows]


def test_each_invitation_to_a_club_is_a_notification() -> None:
    officer, invited = new_player(), new_player()
    club, text = club_of(officer), f"{officer} invites you to a club."
    for number in (1, 2):
        membership.invite(club, by=officer, name=invited.username)
        assert notified("club_invitation") == [(invited, text)] * number
        membership.leave(club, invited)
    assert notified("club_invitation", waiting=True) == [], "they are answered"


def test_invitation_that_is_taken_back_reaches_nobody_any_more() -> None:
    officer, invited = new_player(), new_player()
    club = club_of(officer)
    membership.invite(club, by=officer, name=invited.username)
    membership.remove(club, by=officer, name=invited.username)
    assert notified("club_invitation", waiting=True) == notified("club_membership") == []


def test_each_request_is_a_notification_of_the_officers() -> None:
    officer, asking = new_player(), new_player()
    club, text = club_of(officer), f"{asking} wants to join your club."
    for number in (1, 2):
        membership.ask(club, asking)
        assert notified("club_request") == [(officer, text)] * number
        membership.leave(club, asking)
    assert notified("club_request", waiting=True) == [], "they are taken back"


def test_who_asks_is_notified_of_the_answer() -> None:
    officer, admitted, refused = new_player(), new_player(), new_player()
    club = club_of(officer)
    for user in (admitted, refused):
        membership.ask(club, user)
    membership.admit(club, by=officer, name=admitted.username)
    membership.remove(club, by=officer, name=refused.username)
    assert notified("club_membership") == [
        (admitted, "You belong to The Thursday club now."),
        (refused, "An officer of The Thursday club has refused your request to join."),
    ]


def test_who_is_removed_is_notified_and_who_leaves_is_not() -> None:
    officer, removed, leaving = new_player(), new_player(), new_player()
    club = club_of(officer, removed, leaving)
    membership.leave(club, leaving)
    membership.remove(club, by=officer, name=removed.username)
    assert notified("club_membership") == [(removed, "An officer has removed you from The Thursday club.")]


def test_who_is_removed_from_a_trio_is_notified() -> None:
    first, removed, third = new_player(), new_player(), new_player()
    membership.remove(trio(first, removed, third), by=first, name=removed.username)
    assert notified("club_membership") == [(removed, "You have been removed from a standing trio.")]
