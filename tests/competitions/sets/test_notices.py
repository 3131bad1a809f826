"""Who is notified that the results of a set of deals are in: participants who have switched it on, once."""

import pytest
from django.utils import timezone

from accounts.models import Notification, User
from accounts.notifications.services import choose_channels
from accounts.preferences.services import save_settings
from games.competitions.sets import closing
from tests.competitions.sets.test_export import played_by, special
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def notified() -> list[User]:
    return [row.user for row in Notification.objects.filter(kind="set_results").order_by("pk")]


def test_participants_who_want_it_are_notified_once() -> None:
    of_set = special()
    one, two, three = played_by(of_set, 50, 60, 70)
    stranger = new_player()
    for user in (one, two, stranger):
        save_settings(user, daily_alerts=True)
    choose_channels(two, {("results", "push"): False, ("results", "mail"): False})
    assert not three.daily_alerts, "off until it is switched on"
    closing.store_results(of_set, timezone.now())
    assert notified() == [one]
    closing.store_results(of_set, timezone.now())
    assert notified() == [one]
    (notice,) = Notification.objects.all()
    assert (notice.path, notice.values) == (f"/sets/{of_set.code}/", {})


def test_all_of_many_are_notified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "AT_ONCE", 2)
    of_set = special(boards=1)
    people = played_by(of_set, *range(5))
    for user in people:
        save_settings(user, daily_alerts=True)
    closing.store_results(of_set, timezone.now())
    assert notified() == people


def test_nobody_is_notified_of_a_set_that_is_not_closed() -> None:
    (player,) = played_by(special(), 50)
    save_settings(player, daily_alerts=True)
    closing.close_due(timezone.now())
    assert not notified()
