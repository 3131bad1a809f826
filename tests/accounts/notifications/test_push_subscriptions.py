"""Which browsers get pushes: those of a player who is signed in, at addresses outside."""

import hashlib
import re

import pytest
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


@pytest.mark.parametrize("number", ["127.0.0.1", "10.0.0.7", "169.254.169.254", "::1", "::ffff:10.0.0.7", "fd00::1"])
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
