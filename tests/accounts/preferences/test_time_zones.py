"""The reader's time zone: the account's choice, else the browser's, else UTC; local days, also where clocks change."""

from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone, translation

from accounts.base import time_zones
from accounts.models import User
from accounts.moderation import services as moderation
from accounts.notifications.services import notify_on_commit
from accounts.signing_in import guests
from tests.accounts.notifications.notifying import send
from tests.accounts.notifications.push_service import PushService
from tests.clients import ClientFor
from tests.competitions.tournaments.tournaments import announced
from tests.tables import Time, new_player

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("zone", "day", "begins", "hours"),
    [
        ("UTC", date(2026, 3, 29), "2026-03-29T00:00", 24),
        ("Europe/Madrid", date(2026, 3, 29), "2026-03-28T23:00", 23),
        ("Europe/Madrid", date(2026, 10, 25), "2026-10-24T22:00", 25),
        ("America/Santiago", date(2026, 9, 6), "2026-09-06T04:00", 23),  # there is no 00:00 on that day
        ("America/Santiago", date(2026, 4, 4), "2026-04-04T03:00", 25),  # 23:00 to 24:00 comes twice
        ("America/Havana", date(2026, 11, 1), "2026-11-01T04:00", 25),  # 00:00 comes twice
        ("Pacific/Kiritimati", date(2026, 1, 2), "2026-01-01T10:00", 24),
        ("Pacific/Pago_Pago", date(2026, 1, 2), "2026-01-02T11:00", 24),
        ("Pacific/Apia", date(2011, 12, 29), "2011-12-29T10:00", 24),  # the next day was left out
    ],
)
def test_day_begins_at_local_midnight(zone: str, day: date, begins: str, hours: int) -> None:
    with timezone.override(ZoneInfo(zone)):
        start = time_zones.start_of(day)
        assert start == datetime.fromisoformat(f"{begins}:00+00:00")
        assert time_zones.start_of(day + DAY) - start == hours * HOUR


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_first_and_last_day_of_the_calendar_begin(zone: str) -> None:
    with timezone.override(ZoneInfo(zone)):
        assert time_zones.start_of(date.min) <= time_zones.start_of(date.max)


@pytest.mark.parametrize(
    ("chosen", "cookie", "of_browser", "zone"),
    [
        ("Asia/Tokyo", "Europe/Madrid", "America/Lima", "Asia/Tokyo"),
        ("", "Europe/Madrid", "America/Lima", "Europe/Madrid"),
        ("", "", "America/Lima", "America/Lima"),
        ("", "Asia/Calcutta", "", "Asia/Calcutta"),
        ("", "../../etc/passwd", "", "UTC"),
        ("", "Mars/Olympus", "America/Lima", "America/Lima"),
        ("", "localtime", "", "UTC"),
        ("", "", "", "UTC"),
    ],
)
def test_choice_comes_before_the_browser_s_zone_and_what_is_stored_of_it(
    chosen: str, cookie: str, of_browser: str, zone: str
) -> None:
    user = User(time_zone=chosen, browser_time_zone=of_browser)
    assert str(time_zones.zone_of(user, {"timezone": cookie})) == zone


def zone_named(client: Client, path: str = "/learn/") -> str:
    return client.get(path).text.split("data-zone-name")[1].split(">")[1].split("<")[0]


def test_page_is_in_the_zone_of_the_browser_and_the_account_remembers_it(client_for: ClientFor) -> None:
    user = guests.create_guest("Alex")
    client = client_for(user)
    assert zone_named(client) == "UTC"
    client.cookies["timezone"] = "America/New_York"
    assert zone_named(client) == "America/New York"
    assert zone_named(client_for(user)) == "America/New York"
    client.cookies["timezone"] = "Nowhere/At_all"
    assert zone_named(client) == "America/New York"
    assert zone_named(Client()) == "UTC"


def test_zone_of_one_request_is_not_that_of_the_next(client: Client) -> None:
    client.cookies["timezone"] = "Asia/Tokyo"
    assert zone_named(client) == "Asia/Tokyo"
    assert timezone.get_current_timezone_name() == "UTC"


def test_time_zone_is_chosen_and_given_back_to_the_browser(client_for: ClientFor) -> None:
    user = guests.create_guest("Alex")
    client = client_for(user)
    client.cookies["timezone"] = "America/Lima"
    client.post("/me/settings/account/", {"only": "time_zone", "time_zone": "Pacific/Auckland"})
    assert zone_named(client) == "Pacific/Auckland"
    assert "data-zone-chosen" in client.get("/me/settings/account/").text
    client.post("/me/settings/account/", {"only": "time_zone", "time_zone": ""})
    assert zone_named(client) == "America/Lima"


@pytest.mark.parametrize("zone", ["Etc/GMT-3", "GB", "US/Pacific", "Asia/Calcutta", "Europe/Kiev", "Etc/UTC"])
def test_zone_that_a_browser_reports_is_shown_offered_and_stored(client_for: ClientFor, zone: str) -> None:
    user = guests.create_guest("Alex")
    client = client_for(user)
    client.cookies["timezone"] = zone
    page = client.get("/me/settings/account/").text
    assert f'data-zone="{zone}"' in page
    assert f'<option value="{zone}">' in page
    assert (
        client.post("/me/settings/account/", {"only": "time_zone", "time_zone": zone}).status_code
        == HTTPStatus.NO_CONTENT
    )
    assert User.objects.get().time_zone == zone
    del client.cookies["timezone"]
    assert f'<option value="{zone}" selected>' in client.get("/me/settings/account/").text


@pytest.mark.parametrize("zone", ["Mars/Olympus", "Europe/Madrid\0", "x" * 100, "localtime"])
def test_unknown_time_zone_is_refused(client_for: ClientFor, zone: str) -> None:
    user = guests.create_guest("Alex")
    answer = client_for(user).post("/me/settings/account/", {"only": "time_zone", "time_zone": zone})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert User.objects.get().time_zone == ""


FOR_STRANGERS = ("/", "/rules/", "/people/ranks/?company=people", "/learn/bidding/")
SCRIPT_OF_TIMES = '<script type="module" fetchpriority="low" src="/static/js/times.js">'


def test_page_for_strangers_is_the_same_whatever_their_zone(client: Client) -> None:
    announced()
    pages = {}
    for zone in ("", "Asia/Tokyo", "Pacific/Kiritimati"):
        client.cookies["timezone"] = zone
        pages[zone] = [client.get(path).content for path in FOR_STRANGERS]
    assert pages[""] == pages["Asia/Tokyo"] == pages["Pacific/Kiritimati"]


def test_page_for_strangers_has_the_script_that_shows_times_in_their_zone_if_it_has_times(client: Client) -> None:
    assert SCRIPT_OF_TIMES not in client.get("/").text
    announced()
    pages = {path: client.get(path).text for path in (*FOR_STRANGERS, "/people/ranks/")}
    with_times = {path for path, page in pages.items() if "<time" in page or "data-seconds" in page}
    assert with_times == {"/people/ranks/"}
    assert {path for path, page in pages.items() if SCRIPT_OF_TIMES in page} == with_times


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "5 Sep 2026, 23:30 (America/Santiago)"), ("es", "05/09/2026 23:30 (America/Santiago)")],
)
def test_moment_names_its_zone(language: str, text: str) -> None:
    before_the_change = datetime(2026, 9, 6, 3, 30, tzinfo=UTC)
    with timezone.override(ZoneInfo("America/Santiago")), translation.override(language):
        assert time_zones.with_zone(before_the_change) == text
        shown = time_zones.moment(before_the_change + HOUR, "deadline")
        assert 'datetime="2026-09-06T04:30:00+00:00"' in shown
        assert "01:30" in shown


def test_end_of_a_suspension_is_local(client_for: ClientFor, time: Time) -> None:
    time.now = datetime(2026, 3, 1, tzinfo=UTC)
    alex = new_player()
    client = client_for(alex)
    moderation.suspend(alex, by=new_player(), until=datetime(2026, 3, 29, 1, 0, tzinfo=UTC), reason="Spam")
    for zone, until in (("Europe/Madrid", "29 Mar 2026, 03:00"), ("America/Lima", "28 Mar 2026, 20:00")):
        User.objects.filter(pk=alex.pk).update(time_zone=zone)
        text = client_for(User.objects.get(pk=alex.pk)).get("/").text
        assert until in text
        assert zone in text
    assert client.get("/").status_code != HTTPStatus.OK


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "It is your turn in the game with Ben. You have time until 26 Oct, 02:30 (Europe/Madrid)."),
        ("es", "Te toca en la partida con Ben. Tienes tiempo hasta el 26 oct, 02:30 (Europe/Madrid)."),
    ],
)
def test_push_and_mail_name_the_deadline_in_the_zone_of_the_account(
    receiver: User, service: PushService, language: str, said: str
) -> None:
    User.objects.update(language=language, browser_time_zone="Europe/Madrid")
    late = datetime(2036, 10, 26, 1, 30, tzinfo=UTC)  # the second 02:30 of that day
    notify_on_commit(receiver.pk, "turn_in_days", about="x", path="/", expires_at=late, others="Ben")
    notify_on_commit(
        receiver.pk, "turn_in_days", about="y", path="/", expires_at=late + timedelta(days=1), others="Cleo"
    )
    send()
    assert said in [push["body"] for push in service.arrived]
    assert said in mail.outbox[0].body
    assert len(service.arrived) == 2
