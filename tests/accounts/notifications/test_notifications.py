"""Notifications for players who are away: once, by the channels they chose, and nothing is lost or sent twice."""

import asyncio
import re
from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Notification, Push, PushSubscription, User
from accounts.notifications import delivery, mails, pushes, services
from accounts.notifications.kinds import KINDS, NAMES, NotificationKind
from accounts.notifications.services import channels_of
from accounts.personal_data import deletion
from tests.accounts.notifications.notifying import challenge, send
from tests.accounts.notifications.push_service import PushService
from tests.clients import ClientFor
from tests.tables import Time, at_once

pytestmark = pytest.mark.django_db


def test_player_is_notified_once_by_push_and_mail(receiver: User, service: PushService) -> None:
    for _ in range(2):
        challenge(receiver)
        send()
    shown = {"title": "A challenge", "body": "Ben invites you to a game.", "path": "/lobby/"}
    assert service.arrived == [{**shown, "tag": "challenge:/lobby/"}]
    assert service.headers[0]["Urgency"] == "high"
    [message] = mail.outbox
    assert message.to == ["ana@example.com"]
    assert "Ben invites you" in message.body
    challenge(receiver, "another")
    send()
    assert len(service.arrived) == len(mail.outbox) == 2


def test_nothing_is_sent_of_what_was_rolled_back(receiver: User, service: PushService) -> None:
    with transaction.atomic():
        challenge(receiver)
        transaction.set_rollback(True)
    send()
    assert service.arrived == []


def test_texts_are_in_the_language_of_the_receiver(receiver: User, service: PushService) -> None:
    User.objects.update(language="es")
    challenge(receiver)
    send()
    assert service.arrived[0]["body"] == "Ben te invita a una partida."
    assert "Ben te invita" in mail.outbox[0].body


def test_new_push_does_not_wait_for_those_that_are_tried_again(
    receiver: User, service: PushService, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.status = 503
    challenge(receiver)
    send()
    time.passes(3600)
    service.status, service.arrived[:] = 201, []
    monkeypatch.setattr(delivery, "AT_ONCE", 1)
    challenge(receiver, "another")
    send()
    [push] = Push.objects.all()
    assert push.notification.about == "one"


def test_push_service_that_is_down_gets_the_push_later(receiver: User, service: PushService, time: Time) -> None:
    service.status = 503
    challenge(receiver)
    send()
    service.arrived.clear()
    service.status = 201
    send()
    assert service.arrived == [], "not yet"
    time.passes(121)
    for _ in range(2):
        send()
    assert len(service.arrived) == 1
    assert len(mail.outbox) == 1, "the mail is not sent again"


def test_nothing_is_sent_after_it_has_become_pointless(receiver: User, service: PushService, time: Time) -> None:
    service.status = 503
    challenge(receiver, lasts=timedelta(minutes=15))
    for _minute in range(30):
        send()
        time.passes(60)
    assert [headers["TTL"] for headers in service.headers] == ["900", "780", "540", "60"], "it is kept as long"
    assert not Push.objects.exists()


def test_ticker_that_comes_too_late_sends_nothing(receiver: User, service: PushService, time: Time) -> None:
    challenge(receiver, lasts=timedelta(minutes=15))
    time.passes(15 * 60)
    send()
    assert service.arrived == mail.outbox == []


def test_push_that_was_prepared_in_time_is_not_sent_too_late(receiver: User, service: PushService, time: Time) -> None:
    """The process that should have posted it was away until it had become pointless."""
    challenge(receiver, lasts=timedelta(minutes=15))
    delivery.prepare_waiting()
    assert Push.objects.exists()
    time.passes(15 * 60)
    send()
    assert service.arrived == []
    assert not Push.objects.exists()


def test_service_keeps_a_push_for_a_day_at_most(receiver: User, service: PushService) -> None:
    challenge(receiver)
    send()
    assert service.headers[0]["TTL"] == str(24 * 60 * 60)


@pytest.mark.parametrize("kind", [kind for kind, each in KINDS.items() if each.expires])
def test_what_ends_is_not_stored_without_its_end(receiver: User, kind: str) -> None:
    values = dict.fromkeys(["by", "club", "tournament", "reason"], "x")
    with pytest.raises(AssertionError, match="pointless"):
        services.notify_on_commit(receiver.pk, kind, about="one", path="/", **values)


def test_moment_is_in_the_zone_of_the_reader_and_no_time_span(receiver: User, service: PushService, time: Time) -> None:
    """Who reads it late, or is sent it late, must not believe that there is still as much time."""
    User.objects.update(time_zone="Europe/Madrid")
    time.now = time.now.replace(hour=12)  # one of them is sent by day only
    at = datetime(2036, 11, 20, 19, tzinfo=UTC)
    for kind, name in (("tournament_soon", "tournament"), ("club_evening_soon", "club"), ("club_evening", "club")):
        services.notify_on_commit(receiver.pk, kind, about="one", path="/", expires_at=at, **{name: "Friday night"})
    send()
    assert {push["body"] for push in service.arrived} == {
        "Friday night begins on 20 Nov, 20:00 (Europe/Madrid). Check in on its page.",
        "Friday night plays on 20 Nov, 20:00 (Europe/Madrid).",
        "Friday night plays next on 20 Nov, 20:00 (Europe/Madrid).",
    }


def test_what_a_version_before_has_stored_is_sent_without_the_moment(receiver: User, service: PushService) -> None:
    values = {"club": "Our club", "until": "2026-11-20T19:00:00+00:00"}
    Notification.objects.create(user=receiver, kind="club_evening_soon", about="one", path="/", values=values)
    send()
    assert service.arrived[0]["body"] == "Our club plays soon. See its page."


def test_push_is_given_up_after_a_day(receiver: User, service: PushService, time: Time) -> None:
    service.status = 500
    challenge(receiver)
    for _ in range(30):
        send()
        time.passes(60 * 60)
    assert len(service.arrived) == delivery.MOST_TRIES
    assert not Push.objects.exists()


@pytest.mark.parametrize("status", [404, 410])
def test_browser_that_is_gone_is_forgotten(receiver: User, service: PushService, status: int) -> None:
    service.status = status
    challenge(receiver)
    send()
    assert not receiver.push_subscriptions.exists()


@pytest.mark.parametrize(
    ("status", "outcome"), [(201, "taken"), (410, "browser gone"), (403, "refused"), (503, "refused")]
)
def test_pushes_are_counted_by_their_outcome(receiver: User, service: PushService, status: int, outcome: str) -> None:
    def counted() -> dict[str, float]:
        samples = [sample for metric in delivery.PUSHES.collect() for sample in metric.samples]
        return {sample.labels["outcome"]: sample.value for sample in samples if sample.name.endswith("_total")}

    before, service.status = counted(), status
    challenge(receiver)
    send()
    assert counted() == before | {outcome: before[outcome] + 1}


def test_redirect_is_not_followed(receiver: User, service: PushService) -> None:
    service.status = 307
    challenge(receiver)
    send()
    assert len(service.arrived) == 1


def test_second_process_sends_nothing_twice(receiver: User, service: PushService) -> None:
    challenge(receiver)
    delivery.prepare_waiting()
    messages = delivery.take_due_pushes()
    send()  # the other process
    assert service.arrived == []
    delivery.record_answers(asyncio.run(pushes.post(messages)))
    send()
    assert len(service.arrived) == len(mail.outbox) == 1


def test_process_that_is_killed_before_it_posts_loses_nothing(receiver: User, service: PushService, time: Time) -> None:
    challenge(receiver)
    delivery.prepare_waiting()
    delivery.take_due_pushes()  # and nothing more
    time.passes(61)
    send()
    assert len(service.arrived) == 1


def test_what_is_answered_is_taken_back(receiver: User, service: PushService, time: Time) -> None:
    service.status = 503
    challenge(receiver)
    send()
    services.withdraw([receiver.pk], "challenge", about="one")
    time.passes(1000)
    send()
    assert len(service.arrived) == 1


def test_notification_that_cannot_be_sent_holds_up_no_other(receiver: User, service: PushService) -> None:
    Notification.objects.create(user=receiver, kind="gone", about="one", path="/")
    challenge(receiver)
    for _ in range(2):
        send()
    assert len(service.arrived) == 1
    gone = mails.path_that_ends(receiver, "gone")
    assert Client().get(gone).status_code == 404


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_players_are_renamed_in_every_text(kind: NotificationKind) -> None:
    values = set(re.findall(r"%\((\w+)\)s", f"{kind.text} {kind.dated} {[*map(str, kind.variants.values())]}"))
    others = {"board", "club", "count", "division", "ladder", "percent", "reason", "tournament", "until"}
    assert values <= {*NAMES, *others}, "add a value that names players to NAMES in kinds.py, any other here"


def test_every_kind_fits_into_its_column() -> None:
    """SQLite would store a longer name; on PostgreSQL the transaction that notifies would fail."""
    longest = Notification._meta.get_field("kind").max_length
    assert longest is not None
    assert [kind for kind in KINDS if len(kind) > longest] == [], f"a key of KINDS has at most {longest} letters"


def test_number_stays_when_a_player_of_that_name_is_renamed(receiver: User) -> None:
    services.notify_on_commit(receiver.pk, "set_challenge", about="one", path="/", by="Ben 8", count="8")
    for old, new in (("8", "Eight"), ("Ben 8", "Ben")):
        services.replace_name(old, new)
    assert Notification.objects.get().values == {"by": "Ben", "count": "8"}


def test_suspended_player_is_not_notified(receiver: User, service: PushService, time: Time) -> None:
    User.objects.update(suspended_until=time.now.replace(year=time.now.year + 1))
    challenge(receiver)
    send()
    assert service.arrived == mail.outbox == []


def test_each_group_is_switched_on_and_off(receiver: User, service: PushService, client_for: ClientFor) -> None:
    client = client_for(receiver)
    client.post(reverse("settings_alerts"), {"turns_mail": "on", "results_push": "on"})
    receiver.refresh_from_db()
    assert channels_of(receiver, "turn_in_days") == ("mail",)
    assert channels_of(receiver, "turn") == (), "a mail about a turn at a table would come too late"
    assert channels_of(receiver, "report") == ("push",)
    challenge(receiver)
    send()
    assert service.arrived == mail.outbox == []
    page = client.get(reverse("settings_alerts")).text
    assert re.search(r'name="turns_mail"[^>]*checked', page)
    assert not re.search(r'name="turns_push"[^>]*checked', page)


def test_one_switch_leaves_the_others_as_they_are(receiver: User, client_for: ClientFor) -> None:
    client = client_for(receiver)
    assert client.post(reverse("settings_alerts"), {"only": "events_mail"}).status_code == 204
    assert client.post(reverse("settings_alerts"), {"only": "quiet_hours", "quiet_hours": "on"}).status_code == 204
    receiver.refresh_from_db()
    assert receiver.quiet_hours
    assert channels_of(receiver, "tournament_off") == ("push",)
    assert channels_of(receiver, "challenge") == ("push", "mail")
    client.post(reverse("settings_alerts"), {"only": "events_mail", "events_mail": "on"})
    receiver.refresh_from_db()
    assert set(channels_of(receiver, "tournament_off")) == {"push", "mail"}


def test_without_a_confirmed_address_there_is_no_mail(ana: User, client_for: ClientFor) -> None:
    EmailAddress.objects.create(user=ana, email="ana@example.com", verified=False)
    challenge(ana)
    send()
    assert mail.outbox == []
    assert re.search(r'name="turns_mail"[^>]*disabled', client_for(ana).get(reverse("settings_alerts")).text)
    client_for(ana).post(reverse("settings_alerts"), {"turns_push": "on"})
    ana.refresh_from_db()
    assert channels_of(ana, "challenge") == ("mail",), "a switch that can't be moved stays"


AT_NIGHT = datetime(2036, 11, 20, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "lasts", "due"),
    [
        ("turn", timedelta(minutes=2), timedelta()),
        ("tournament_table", timedelta(minutes=5), timedelta()),
        ("turn_in_days", timedelta(hours=3), timedelta()),
        ("turn_in_days", timedelta(days=1), timedelta(hours=9, minutes=30)),
        ("set_challenge", timedelta(days=7), timedelta(hours=9, minutes=30)),
        ("daily_deal", timedelta(days=1), timedelta(hours=10, minutes=30)),
        ("invitation", timedelta(minutes=15), None),
    ],
)
def test_quiet_hours_leave_what_can_wait_for_the_morning(
    receiver: User, service: PushService, time: Time, kind: str, lasts: timedelta, due: timedelta | None
) -> None:
    User.objects.update(time_zone="UTC", quiet_hours=True, daily_alerts=True)
    time.now = AT_NIGHT
    values = dict.fromkeys(["by", "others", "tournament", "count"], "x")
    services.notify_on_commit(receiver.pk, kind, about="one", path="/", expires_at=AT_NIGHT + lasts, **values)
    send()
    assert len(service.arrived) == (due == timedelta())
    waiting = [push.due_at - AT_NIGHT for push in Push.objects.all()]
    assert waiting == ([due] if due else [])


def test_by_day_and_without_quiet_hours_everything_comes_at_once(
    receiver: User, service: PushService, time: Time
) -> None:
    User.objects.update(time_zone="UTC")
    for at, is_quiet in ((AT_NIGHT, False), (AT_NIGHT.replace(hour=12), True)):
        User.objects.update(quiet_hours=is_quiet)
        time.now = at
        challenge(receiver, str(at))
        send()
    assert len(service.arrived) == 2


@pytest.mark.parametrize("named", ["invitations", "challenge"], ids=["of a group", "of a kind, from before"])
def test_link_in_a_mail_ends_mails_of_its_group_without_signing_in(receiver: User, named: str) -> None:
    challenge(receiver)
    send()
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.sub("^<https?://[^/]+|>$", "", headers["List-Unsubscribe"])
    assert path in mail.outbox[0].body
    if named == "challenge":
        path = mails.path_that_ends(receiver, named)
    client = Client(enforce_csrf_checks=True)
    assert "Invitations" in client.get(path).text
    receiver.refresh_from_db()
    assert channels_of(receiver, "challenge") == ("push", "mail"), "looking at the page ends nothing"
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    receiver.refresh_from_db()
    assert channels_of(receiver, "challenge") == channels_of(receiver, "club_invitation") == ("push",)
    assert channels_of(receiver, "report") == ("push", "mail")
    assert client.post(f"{path[:-2]}x/").status_code == 404


def test_account_leaves_nothing_behind(receiver: User) -> None:
    challenge(receiver)
    deletion.delete_account(receiver)
    assert not Notification.objects.exists()
    assert not PushSubscription.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_many_processes_at_once_one_posts(receiver: User) -> None:
    challenge(receiver)

    def attempt(_number: int) -> str:
        delivery.prepare_waiting()
        return str(len(delivery.take_due_pushes()))

    posted = at_once(10, attempt)
    assert sum(map(int, posted)) == 1
    assert len(mail.outbox) == 1
