"""What push services answer is taken as they mean it, and players and operators can see who is not reached."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils.http import http_date

from accounts.models import Push, User
from accounts.notifications import services
from tests.accounts.notifications.notifying import challenge, send
from tests.accounts.notifications.push_service import PushService
from tests.clients import ClientFor
from tests.tables import Time

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1).total_seconds()


@pytest.mark.parametrize("status", [400, 401, 403, 413])
def test_push_that_is_refused_is_not_tried_again_and_the_browser_is_kept(
    receiver: User, service: PushService, time: Time, status: int
) -> None:
    """A site whose CONTACT or VAPID_KEY is refused once will be refused again."""
    service.status = status
    challenge(receiver)
    send()
    time.passes(A_DAY)
    send()
    assert len(service.arrived) == 1
    assert services.failing_browsers() == {status: 1}


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("as_date", [False, True])
def test_push_is_not_tried_again_before_its_service_wants_it(
    receiver: User, service: PushService, time: Time, status: int, *, as_date: bool
) -> None:
    later = time.now + timedelta(hours=1)
    service.status, service.retry_after = status, http_date(later.timestamp()) if as_date else "3600"
    challenge(receiver)
    send()
    time.passes(3590)
    send()
    assert len(service.arrived) == 1
    time.passes(20)
    service.status = 201
    send()
    assert len(service.arrived) == 2
    assert not Push.objects.exists()


@pytest.mark.parametrize("retry_after", ["soon", "-5", "9" * 5000, "Thu, 01 Jan 1970 00:00:01 GMT", "²"])
def test_senseless_time_to_try_again_is_no_longer_than_a_day(
    receiver: User, service: PushService, time: Time, retry_after: str
) -> None:
    service.status, service.retry_after = 503, retry_after
    challenge(receiver)
    send()
    time.passes(A_DAY + 1)
    send()
    assert len(service.arrived) == 2


def test_player_reads_that_this_browser_is_not_reached_until_it_is(
    ana: User, service: PushService, client_for: ClientFor, time: Time
) -> None:
    client = client_for(ana)
    client.post(reverse("subscribe"), service.subscription())
    for status, says in ((403, "refuses what this site sends"), (500, "did not take the last notification")):
        service.status = status
        challenge(ana, f"answered {status}")
        send()
        page = client.get(reverse("settings_alerts")).text
        assert says in page
        assert f"Its last answer was {status}." in " ".join(page.split())
        assert "This browser shows notifications." not in page
        assert says not in client_for(ana).get(reverse("settings_alerts")).text, "another browser"
    service.status = 201
    time.passes(121)
    send()
    assert "This browser shows notifications." in client.get(reverse("settings_alerts")).text
    assert services.failing_browsers() == {}


def test_service_that_does_not_answer_is_named_to_the_player(
    ana: User, service: PushService, client_for: ClientFor
) -> None:
    client = client_for(ana)
    client.post(reverse("subscribe"), service.subscription())
    service.close()
    challenge(ana)
    send()
    assert "It did not answer." in client.get(reverse("settings_alerts")).text
    assert services.failing_browsers() == {0: 1}


def test_log_names_the_service_and_not_the_address(receiver: User, service: PushService, caplog: Any) -> None:
    for status in (403, 503):
        service.status = status
        challenge(receiver, str(status))
        send()
    assert "127.0.0.1 refuses a push with 403" in caplog.text
    assert "127.0.0.1 answers a push with 503" in caplog.text
    assert "/browser" not in caplog.text
