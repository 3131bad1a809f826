"""Which browsers get pushes: those of a player who is signed in, at addresses outside."""

import pytest
from django.urls import reverse

from accounts import sessions
from accounts.models import User
from accounts.notifications import pushes, services
from accounts.notifications.models import PushSubscription
from tests.accounts.notifying import challenge, send
from tests.accounts.push_service import PushService
from tests.clients import ClientFor
from tests.tables import Time, new_player

pytestmark = pytest.mark.django_db

HOSTILE = [
    "http://push.example.com/a",
    "https://127.0.0.1/a",
    "https://127.1/a",
    "https://127.0.0.1./a",
    "https://127.0.0\N{IDEOGRAPHIC FULL STOP}1/a",
    "https://1\N{FULLWIDTH DIGIT TWO}7.0.0.1/a",
    "https://0x7f.0x1/a",
    "https://[::1]/a",
    "https://localhost/a",
    "https://me@push.example.com/a",
    "https://push.example.com:6379/a",
    "https://[bad/a",
    "javascript:alert(1)",
    "https://push.example.com/" + "a" * 500,
    "",
]


@pytest.mark.parametrize("endpoint", HOSTILE)
def test_address_inside_is_refused(
    endpoint: str, ana: User, client_for: ClientFor, service: PushService, settings: object
) -> None:
    settings.PUSH_ANYWHERE = False
    client_for(ana).post(reverse("subscribe"), {**service.subscription(), "endpoint": endpoint})
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("keys", [{"p256dh": "x"}, {"auth": ""}, {"p256dh": "A" * 88}])
def test_keys_that_are_none_are_refused(
    keys: dict[str, str], ana: User, client_for: ClientFor, service: PushService
) -> None:
    client_for(ana).post(reverse("subscribe"), {**service.subscription(), **keys})
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("number", ["127.0.0.1", "10.0.0.7", "169.254.169.254", "::1", "::ffff:10.0.0.7", "fd00::1"])
def test_name_of_an_address_inside_is_not_connected_to(
    number: str, told: User, service: PushService, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(*_asked: object) -> list[dict[str, object]]:
        port = int(service.address.rsplit(":", 1)[1])
        return [{"hostname": "push.example.com", "host": number, "port": port, "family": 2, "proto": 6, "flags": 0}]

    monkeypatch.setattr(pushes.ThreadedResolver, "resolve", resolve)
    PushSubscription.objects.update(endpoint=service.address.replace("127.0.0.1", "push.example.com") + "/a")
    settings.PUSH_ANYWHERE = False
    challenge(told)
    send()
    assert service.arrived == []


def test_stored_address_inside_is_not_connected_to_and_forgotten(
    told: User, service: PushService, settings: object
) -> None:
    PushSubscription.objects.update(endpoint="https://127.0.0\N{IDEOGRAPHIC FULL STOP}1/a")
    settings.PUSH_ANYWHERE = False
    challenge(told)
    send()
    assert service.arrived == []
    assert not PushSubscription.objects.exists()


def test_signing_out_ends_the_pushes_of_this_browser(ana: User, client_for: ClientFor, service: PushService) -> None:
    here, elsewhere = client_for(ana), client_for(ana)
    here.post(reverse("subscribe"), service.subscription("here"))
    elsewhere.post(reverse("subscribe"), service.subscription("elsewhere"))
    here.post(reverse("account_logout"))
    [left] = PushSubscription.objects.all()
    assert left.endpoint.endswith("elsewhere")
    sessions.end_all(ana)
    assert not PushSubscription.objects.exists()


def test_changed_password_ends_the_pushes_of_other_browsers(client_for: ClientFor, service: PushService) -> None:
    user = User.objects.create_user("Zoe", password="correct horse")
    here, elsewhere = client_for(user), client_for(user)
    here.post(reverse("subscribe"), service.subscription("here"))
    elsewhere.post(reverse("subscribe"), service.subscription("elsewhere"))
    new = {"oldpassword": "correct horse", "password1": "battery staple 7", "password2": "battery staple 7"}
    assert here.post(reverse("account_change_password"), new).status_code == 302
    [left] = PushSubscription.objects.all()
    assert left.endpoint.endswith("/here")


def test_browser_belongs_to_who_subscribed_last(ana: User, ben: User, service: PushService) -> None:
    for user in (ana, ben):
        services.subscribe(user, **service.subscription())
    challenge(ana)
    send()
    assert service.arrived == []
    services.unsubscribe(ana, service.subscription()["endpoint"])
    assert ben.push_subscriptions.exists(), "only its own player ends it"


def test_push_that_waits_does_not_reach_the_next_player_of_its_browser(
    ana: User, ben: User, service: PushService, time: Time
) -> None:
    services.subscribe(ana, **service.subscription())
    service.status = 503
    challenge(ana)
    send()
    services.subscribe(ben, **service.subscription())
    service.status, service.arrived[:] = 201, []
    time.passes(1000)
    send()
    assert service.arrived == []
    challenge(ben)
    send()
    assert len(service.arrived) == 1


def test_oldest_browsers_make_way(ana: User, service: PushService) -> None:
    for number in range(services.MOST_BROWSERS + 2):
        services.subscribe(ana, **service.subscription(str(number)))
    assert ana.push_subscriptions.count() == services.MOST_BROWSERS
    assert new_player().push_subscriptions.count() == 0
