"""Reminders of the deal of the day: for who has asked for them, once a day, by day, as long as the deals are played."""

from datetime import UTC, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models import Notification, Push, PushSubscription, User
from accounts.notifications import delivery
from accounts.notifications.services import channels_of, choose_channels
from games.competitions.sets import reminders, services
from games.models import DealSet, SetKind
from tests.clients import ClientFor
from tests.competitions.sets.sets import DAY, board_of
from tests.tables import Time, new_player

pytestmark = pytest.mark.django_db

REMIND = reverse("games:remind")


@pytest.fixture
def _days(time: Time) -> None:
    time.now = DAY + timedelta(hours=4)
    for day in range(5):
        services.open_sets_of_day((DAY + timedelta(days=day)).date())


def reminded() -> list[tuple[User, str]]:
    return [(row.user, row.about) for row in Notification.objects.filter(kind="daily_deal").order_by("pk")]


def begin_today(user: User, time: Time) -> None:
    today = DealSet.objects.get(kind=SetKind.DAY, day=time.now.date())
    services.begin(board_of(today), user)


@pytest.mark.usefixtures("_days")
def test_who_wants_it_is_reminded_once_of_each_day(time: Time) -> None:
    ana, ben, _other = new_player(), new_player(), new_player()
    reminders.want(ana)
    reminders.want(ben)
    begin_today(ben, time)
    assert reminders.send_now() == 1, "for nobody until it is switched on"
    assert reminders.send_now() == 0
    assert reminded() == [(ana, "day-2026-11-27")]
    begin_today(ana, time)
    time.passes(86400)
    assert reminders.send_now() == 2
    assert reminded()[1:] == [(ana, "day-2026-11-28"), (ben, "day-2026-11-28")]


@pytest.mark.usefixtures("_days")
def test_who_lets_a_deal_pass_is_reminded_only_after_the_next_one_played(time: Time) -> None:
    ana = new_player()
    reminders.want(ana)
    assert [reminders.send_now(), time.passes(86400), reminders.send_now()] == [1, None, 0]
    begin_today(ana, time)
    time.passes(86400)
    assert reminders.send_now() == 1


@pytest.mark.usefixtures("_days")
def test_nobody_is_reminded_of_a_void_deal_or_without_one(time: Time) -> None:
    reminders.want(new_player())
    time.now += timedelta(days=9)
    assert reminders.send_now() == 0
    time.now -= timedelta(days=9)
    DealSet.objects.update(void_reason="wrong cards")
    assert reminders.send_now() == 0


@pytest.mark.usefixtures("_days")
@pytest.mark.parametrize(
    ("zone", "hour", "due"),
    [
        ("Europe/Madrid", 4, (27, 8)),
        ("Europe/Madrid", 12, (27, 12)),
        ("America/Denver", 4, (27, 16)),
        ("", 21, (27, 21)),  # in the morning, the deal is closed
    ],
)
def test_push_waits_for_the_morning_of_its_receiver(time: Time, zone: str, hour: int, due: tuple[int, int]) -> None:
    ana = new_player()
    User.objects.filter(pk=ana.pk).update(time_zone=zone)
    PushSubscription.objects.create(user=ana, endpoint="https://push.example.com/a")
    reminders.want(ana)
    time.now = DAY + timedelta(hours=hour)
    reminders.send_now()
    delivery.prepare_waiting()
    (push,) = Push.objects.all()
    at = push.due_at.astimezone(UTC)
    assert (at.day, at.hour) == due
    begin_today(ana, time)
    assert not Push.objects.exists(), "who has begun the deal needs no reminder"


@pytest.mark.usefixtures("_days")
def test_button_under_the_podium_switches_reminders_on(client_for: ClientFor) -> None:
    ana = new_player()
    client = client_for(ana)
    answer = client.post(REMIND, follow=True)
    assert answer.redirect_chain[0][0] == reverse("games:day")
    assert "You get no notifications yet" in answer.text
    assert channels_of(User.objects.get(pk=ana.pk), "daily_deal") == ("push", "mail")
    EmailAddress.objects.create(user=ana, email="ana@example.com", primary=True, verified=True)
    answer = client.post(REMIND, headers={"accept-language": "es"}, follow=True)
    assert "Te recordaremos el reparto del día" in answer.text


@pytest.mark.usefixtures("_days")
def test_who_gets_no_results_and_asks_for_reminders_gets_them_by_push(client_for: ClientFor) -> None:
    ana = new_player()
    choose_channels(ana, {("results", "push"): False, ("results", "mail"): False})
    EmailAddress.objects.create(user=ana, email="ana@example.com", primary=True, verified=True)
    assert "You get no notifications yet" in client_for(ana).post(REMIND, follow=True).text, "in no browser"
    assert channels_of(User.objects.get(pk=ana.pk), "daily_deal") == ("push",)


@pytest.mark.usefixtures("_days")
def test_stranger_who_asks_for_reminders_gets_the_deal(client: Client) -> None:
    assert client.post(REMIND)["Location"] == client.get(REMIND)["Location"] == reverse("games:day")
    assert not User.objects.filter(daily_alerts=True).exists()
