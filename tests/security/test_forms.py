"""Forms of every address: only this site's pages may send them, they lead to no other site, and say no more than asked.

The addresses come from the URL resolver, so a new one is tested too.
"""

from http import HTTPStatus
from itertools import cycle
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Preferences, User
from games.models import Game
from tests.addresses import addresses
from tests.clients import ClientFor
from tests.staff.people import PASSWORD, registered
from tests.tables import gather, new_player, start

pytestmark = pytest.mark.django_db

TOKEN: Final = "t" * 32
ELSEWHERE: Final = (
    "https://elsewhere.example/",
    "//elsewhere.example/",
    "///elsewhere.example/",
    "/\\elsewhere.example/",
    "http:elsewhere.example",
    "javascript:alert(1)",
)


def every_address() -> list[str]:
    """Return an address of each route; those of tables are of one that waits for players."""
    table = Game.objects.get(code=gather(new_player(), public=True))
    return [address for _, address in addresses({"open": table}, {})]


def strict_client(user: User | None) -> Client:
    """Return a client whose posts need a token, with the cookie that goes with TOKEN."""
    client = Client(enforce_csrf_checks=True)
    if user:
        client.force_login(user)
    client.cookies["csrftoken"] = TOKEN
    return client


REFUSED: Final = (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
REFUSED_BY_API: Final = (*REFUSED, HTTPStatus.UNAUTHORIZED, HTTPStatus.METHOD_NOT_ALLOWED)
"""Cookies count for nothing there."""


@pytest.mark.slow
@pytest.mark.usefixtures("empty_templates")
def test_post_without_token_or_from_another_site_is_refused_everywhere() -> None:
    client, missing = strict_client(User.objects.create_superuser("Boss", password="correct horse")), set()
    for address in every_address():
        for sent in ({}, {"X-CSRFToken": TOKEN, "Origin": "https://elsewhere.example"}):
            status = client.post(address, headers=sent).status_code
            assert status in (REFUSED_BY_API if address.startswith("/api/v1/") else REFUSED), address
            missing |= {address} if status == HTTPStatus.NOT_FOUND else set()
    # Ending mails needs no token but that of its address, as mail programs send no other (RFC 8058).
    assert missing <= {"/admin/nowhere/", "/api/v1/", "/mails/<str:token>/"}, "nothing is at these"


@pytest.mark.slow
@pytest.mark.usefixtures("empty_templates")
def test_no_address_leads_to_another_site(client: Client) -> None:
    boss = User.objects.create_superuser("Boss", password="correct horse")
    for address, next_page in zip(every_address(), cycle(ELSEWHERE)):
        client.force_login(boss)
        fields = {"next": next_page}
        assert_stays(client.get(f"{address}?{urlencode(fields)}"))
        assert_stays(client.post(address, fields, headers={"Referer": next_page, "HX-Current-URL": next_page}))


def assert_stays(answer: HttpResponse) -> None:
    way = urlsplit(answer.get("Location", "") or answer.get("HX-Redirect", ""))
    assert way.netloc in ("", "testserver"), way
    assert way.scheme in ("", "http"), way


@pytest.mark.parametrize("next_page", ELSEWHERE)
def test_signing_in_and_out_and_choosing_a_language_lead_to_no_other_site(next_page: str, client: Client) -> None:
    registered("Alex")
    forms: list[tuple[str, dict[str, str]]] = [
        ("set_language", {"language": "es"}),
        ("account_login", {"login": "Alex", "password": PASSWORD}),
        ("account_reauthenticate", {"password": PASSWORD}),
        ("account_logout", {}),
        ("account_signup", {"username": "Zoe", "password1": PASSWORD}),
    ]
    for name, fields in forms:
        answer = client.post(reverse(name), fields | {"next": next_page})
        assert answer.status_code == HTTPStatus.FOUND, name
        assert_stays(answer)


FORBIDDEN: Final = {
    "is_staff": "on", "is_superuser": "on", "is_guest": "", "is_active": "", "groups": "1", "user_permissions": "1",
    "pk": "1", "id": "1", "user": "1", "user_id": "1", "host": "1", "player": "0", "muted_until": "", "rating": "3000",
    "stage": "over", "winner": "0", "chain_root": "0" * 64, "version": "0", "code": "chosen", "deal_number": "9",
}  # fmt: skip
"""Fields of accounts and games that no form of a player offers."""


@pytest.mark.parametrize(
    ("page", "fields"),
    [("account_signup", {"username": "Zoe", "password1": PASSWORD}), ("games:play_now", {"name": "Zoe"})],
)
def test_extra_fields_make_no_account_more_than_a_player(page: str, fields: dict[str, str], client: Client) -> None:
    bystander = registered("Alex")
    answer = client.post(reverse(page), FORBIDDEN | fields)
    assert answer.status_code == HTTPStatus.FOUND
    made = User.objects.exclude(pk=bystander.pk).get()
    assert (made.username, made.is_staff, made.is_superuser, made.is_active) == ("Zoe", False, False, True)
    assert not made.groups.exists()
    assert not made.user_permissions.exists()


def test_extra_fields_change_no_account(client_for: ClientFor) -> None:
    client = client_for(registered("Alex"))
    before = rows(User)
    pages = {"look": {}, "table": {}, "alerts": {}, "account": {"visibility": "public", "online_to": "all"}}
    for page, fields in pages.items():
        client.post(reverse(f"settings_{page}"), FORBIDDEN | {"username": "Other", "email": "a@example.org"} | fields)
    offered = {field.name for field in Preferences._meta.get_fields()} | {"language", "visibility", "online_to"}
    offered.add("notification_channels")
    for row, now in zip(before, rows(User), strict=True):
        assert {name for name in row if row[name] != now[name]} <= offered


def rows(model: type[Any]) -> list[dict[str, Any]]:
    return list(model.objects.order_by("pk").values())


def test_extra_fields_of_a_new_table_set_nothing(client_for: ClientFor) -> None:
    host = new_player()
    other = registered("Alex")
    fields = {"peek": "none", "bidding": "standard", "target": "500", "bag_limit": "10", "patience": "120"}
    fields |= {"clock": "none", "bot_level": "beginner", "bot_style": "mixed", "bot_pause": "human", "name": "A table"}
    answer = client_for(host).post(reverse("games:new_table"), FORBIDDEN | {"host": str(other.pk)} | fields)
    assert answer.status_code == HTTPStatus.FOUND
    game = Game.objects.get()
    assert game.host == host
    assert (game.winner, game.deal_number, game.code == "chosen", game.chain_root == "0" * 64) == (
        None,
        0,
        False,
        False,
    )


def test_extra_fields_act_for_no_other_player(client_for: ClientFor) -> None:
    host, other = new_player(), new_player()
    code = gather(host, other)
    start(code, host)
    version = Game.objects.get(code=code).version
    fields = FORBIDDEN | {"player": "0", "seat": "0", "user": str(host.pk), "version": str(version)}
    client_for(other).post(reverse("games:ready", args=[code]), fields)
    ready = dict(Game.objects.get(code=code).seats.filter(user__isnull=False).values_list("user", "ready"))
    assert not ready[host.pk]
    assert ready[other.pk]
