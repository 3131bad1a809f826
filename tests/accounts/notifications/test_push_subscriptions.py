"""Which browsers get pushes: those of a player who is signed in, at addresses outside."""

import asyncio
import hashlib
import re

import pytest
from django.contrib.auth import get_user
from django.urls import reverse

from accounts.models import PushSubscription, User
from accounts.notifications import pushes, services
from accounts.sessions import services as sessions
from tests.accounts.notifications.notifying import challenge, send
from tests.accounts.notifications.push_service import PushService
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


INSIDE = [
    "127.0.0.1",
    "10.0.0.7",
    "169.254.169.254",
    "224.0.0.1",
    "::1",
    "::ffff:10.0.0.7",
    "::127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b:1::127.0.0.1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "fd00::1",
    "fec0::1",
    "ff0e::1",
]


def connected_to(number: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return to which addresses a push to a name with this one would go."""

    async def resolve(*_asked: object) -> list[dict[str, object]]:
        return [{"hostname": "push.example.com", "host": number}]

    async def resolved() -> list[str]:
        return [result["host"] for result in await pushes.PublicOnly().resolve("push.example.com")]

    monkeypatch.setattr(pushes.ThreadedResolver, "resolve", resolve)
    return asyncio.run(resolved())


@pytest.mark.parametrize("number", ["8.8.8.8", "2606:4700::1", "64:ff9b::8.8.8.8", "::ffff:8.8.8.8"])
def test_address_that_all_can_reach_is_connected_to(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert connected_to(number, monkeypatch) == [number]


@pytest.mark.parametrize("number", INSIDE)
def test_address_that_leads_inside_or_to_many_is_not_connected_to(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match="no public address"):
        connected_to(number, monkeypatch)


@pytest.mark.parametrize("number", ["127.0.0.1", "10.0.0.7", "::1", "::ffff:10.0.0.7"])
def test_name_of_an_address_inside_is_not_connected_to(
    number: str, receiver: User, service: PushService, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(*_asked: object) -> list[dict[str, object]]:
        port = int(service.address.rsplit(":", 1)[1])
        return [{"hostname": "push.example.com", "host": number, "port": port, "family": 2, "proto": 6, "flags": 0}]

    monkeypatch.setattr(pushes.ThreadedResolver, "resolve", resolve)
    PushSubscription.objects.update(endpoint=service.address.replace("127.0.0.1", "push.example.com") + "/a")
    settings.PUSH_ANYWHERE = False
    challenge(receiver)
    send()
    assert service.arrived == []


def test_stored_address_inside_is_not_connected_to_and_forgotten(
    receiver: User, service: PushService, settings: object
) -> None:
    PushSubscription.objects.update(endpoint="https://127.0.0\N{IDEOGRAPHIC FULL STOP}1/a")
    settings.PUSH_ANYWHERE = False
    challenge(receiver)
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


def test_guest_who_registers_ends_the_pushes_of_other_browsers(
    ana: User, client_for: ClientFor, service: PushService
) -> None:
    here, elsewhere = client_for(ana), client_for(ana)
    here.post(reverse("subscribe"), service.subscription("here"))
    elsewhere.post(reverse("subscribe"), service.subscription("elsewhere"))
    assert here.post(reverse("register_guest"), {"password": "battery staple 7"}).status_code == 302
    [left] = PushSubscription.objects.all()
    assert left.endpoint.endswith("/here")
    assert get_user(here).is_authenticated
    assert not get_user(elsewhere).is_authenticated


def test_browser_belongs_to_who_subscribed_last(ana: User, ben: User, service: PushService) -> None:
    for user in (ana, ben):
        services.subscribe(user, **service.subscription())
    challenge(ana)
    send()
    assert service.arrived == []
    [subscription] = PushSubscription.objects.all()
    services.unsubscribe(ana, subscription.pk)
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


def test_browser_with_a_new_address_gets_what_waits_for_the_old_one(
    ana: User, client_for: ClientFor, service: PushService, time: Time
) -> None:
    client = client_for(ana)
    client.post(reverse("subscribe"), service.subscription("old"))
    service.status = 503
    challenge(ana)
    send()
    assert client.post(reverse("renew_browser"), service.subscription("new")).status_code == 204
    [left] = PushSubscription.objects.all()
    assert left.endpoint.endswith("/new")
    service.status, service.arrived[:] = 201, []
    time.passes(121)
    send()
    assert len(service.arrived) == 1


def test_browser_whose_service_has_forgotten_it_gets_pushes_again_with_a_new_address(
    ana: User, client_for: ClientFor, service: PushService
) -> None:
    client = client_for(ana)
    client.post(reverse("subscribe"), service.subscription("old"))
    mark = mark_in(client.get("/rules/").text)
    service.status = 410
    challenge(ana)
    send()
    assert mark_in(client.get("/rules/").text) == "", "so no subscription of the browser is right"
    client.post(reverse("renew_browser"), service.subscription("new"))
    assert mark_in(client.get("/rules/").text) not in ("", mark)


def mark_in(page: str) -> str | None:
    match = re.search(r'data-mark="(\w*)"', page)
    return match[1] if match else None


def test_page_names_the_subscription_only_where_the_player_wants_pushes(
    ana: User, ben: User, client_for: ClientFor, service: PushService
) -> None:
    client, elsewhere = client_for(ana), client_for(ana)
    client.post(reverse("subscribe"), service.subscription())
    expected = hashlib.sha256(f"{service.subscription()['endpoint']} {pushes.public_key()}".encode()).hexdigest()
    assert mark_in(client.get("/rules/").text) == expected
    assert service.subscription()["endpoint"] not in client.get("/rules/").text
    assert mark_in(elsewhere.get("/rules/").text) is None
    services.subscribe(ben, **service.subscription())
    assert mark_in(client.get("/rules/").text) == "", "another player's by now"
    client.post(reverse("unsubscribe_browser"))
    assert mark_in(client.get("/rules/").text) is None


def test_nobody_gets_pushes_by_a_renewal_who_has_not_asked_for_it_here(
    ana: User, client_for: ClientFor, service: PushService
) -> None:
    """The service worker renews on its own, whoever is signed in by then."""
    client = client_for(ana)
    assert client.post(reverse("renew_browser"), service.subscription()).status_code == 204
    client.post(reverse("subscribe"), service.subscription())
    client.post(reverse("unsubscribe_browser"))
    client.post(reverse("renew_browser"), service.subscription())
    assert not PushSubscription.objects.exists()


def test_browser_without_a_subscription_gets_no_more_pushes(
    ana: User, client_for: ClientFor, service: PushService
) -> None:
    client = client_for(ana)
    client.post(reverse("subscribe"), service.subscription())
    bad = client.post(reverse("renew_browser"), {**service.subscription(), "auth": "no key"})
    assert bad.status_code == 400
    assert PushSubscription.objects.exists(), "nothing has changed"
    assert client.post(reverse("renew_browser"), {}).status_code == 204
    assert not PushSubscription.objects.exists()
    assert mark_in(client.get("/rules/").text) is None


def test_oldest_browsers_make_way(ana: User, service: PushService) -> None:
    for number in range(services.MOST_BROWSERS + 2):
        services.subscribe(ana, **service.subscription(str(number)))
    assert ana.push_subscriptions.count() == services.MOST_BROWSERS
    assert new_player().push_subscriptions.count() == 0


def test_page_that_stays_open_subscribes_its_browser(ana: User, client_for: ClientFor, service: PushService) -> None:
    client = client_for(ana)
    assert client.post(reverse("subscribe_here"), {"endpoint": "nowhere"}).status_code == 400
    assert client.post(reverse("subscribe_here"), service.subscription()).status_code == 204
    challenge(ana)
    send()
    assert len(service.arrived) == 1
    assert 'data-pushes="on"' in client.get("/tables/new/").text
    assert "ask_push.js" not in client.get("/tables/new/").text
