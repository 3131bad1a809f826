"""Work that writes row after row lets others write in between: SQLite has no queue of writers."""

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.base import batches
from accounts.models import Notification, User
from accounts.sessions import services as sessions
from games.play import turn_notifications
from tests.accounts.notifications.notifying import challenge, send
from tests.accounts.notifications.push_service import PushService
from tests.tables import Time, begin, new_player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses made so far, in seconds, none of which takes any time."""
    made: list[float] = []
    monkeypatch.setattr(batches, "sleep", made.append)
    return made


def test_pause_comes_between_players_notified_of_their_turns(pauses: list[float], time: Time) -> None:
    for _ in range(3):
        begin(new_player(), new_player(), new_player())
    time.passes(21)
    turn_notifications.store()
    assert Notification.objects.count() == 3
    assert len(pauses) == 2


def test_pause_comes_between_pushes_at_each_step(receiver: User, service: PushService, pauses: list[float]) -> None:
    for about in ("one", "two", "three"):
        challenge(receiver, about)
    send()
    assert len(service.arrived) == 3
    assert len(pauses) == 3 * 2, "while they are prepared, taken and recorded"


def test_pause_comes_after_each_batch_of_removed_rows(pauses: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "AT_ONCE", 2)
    Session.objects.bulk_create(
        Session(session_key=f"{number}", session_data="", expire_date=timezone.now()) for number in range(4)
    )
    assert sessions.remove_ended() == 4
    assert len(pauses) == 2
