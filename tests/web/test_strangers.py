"""Pages that proxies keep for strangers: the same for each, without a token, and nobody else's."""

import re
from http import HTTPStatus

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from accounts.signing_in.guests import create_guest
from games.models import Analysis, Game
from tests.clients import HTMX
from tests.tables import begin, finish_deals, new_player
from tests.visitors import Forms

pytestmark = pytest.mark.django_db

PUBLIC = ["/", "/rules/", "/people/ranks/?company=people", "/learn/bidding/"]
TO_SELF = ["/people/", "/review/", "/accounts/login/", "/tables/new/", "/learn/first-deal/", "/play/people/"]


def stranger() -> Client:
    return Client(enforce_csrf_checks=True)


def is_kept(answer: HttpResponse) -> bool:
    return "public" in answer.headers.get("Cache-Control", "")


@pytest.mark.parametrize("path", PUBLIC)
def test_strangers_get_the_same_bytes_and_then_nothing(path: str) -> None:
    one, other = stranger().get(path), stranger().get(path)
    assert one.status_code == HTTPStatus.OK
    assert one.content == other.content
    assert one.headers == other.headers
    assert one.headers["Cache-Control"] == "public, max-age=0, s-maxage=60"
    assert {"Cookie", "Accept-Language", "HX-Request"} <= set(one.headers["Vary"].split(", "))
    assert not one.cookies
    assert b"csrf" not in one.content.lower()
    again = stranger().get(path, headers={"If-None-Match": one.headers["ETag"]})
    assert (again.status_code, again.content) == (HTTPStatus.NOT_MODIFIED, b"")


@pytest.mark.parametrize("path", PUBLIC)
def test_page_of_anybody_else_is_never_kept(path: str) -> None:
    guest, was_here, by_htmx = stranger(), stranger(), stranger()
    guest.force_login(create_guest("Alex"))
    was_here.cookies[settings.SESSION_COOKIE_NAME] = "ended"
    to_be_told = stranger()
    to_be_told.cookies["messages"] = "[]"
    answers = [client.get(path) for client in (guest, was_here, to_be_told)]
    for answer in [*answers, by_htmx.get(path, headers=HTMX)]:
        assert "no-store" in answer.headers["Cache-Control"]
        assert "private" in answer.headers["Cache-Control"]
        assert "ETag" not in answer.headers
    assert b"Alex" in answers[0].content
    assert b"csrfmiddlewaretoken" in answers[0].content


@pytest.mark.parametrize("path", TO_SELF)
def test_page_with_forms_that_need_a_token_at_once_is_never_kept(path: str) -> None:
    answer = stranger().get(path)
    assert not is_kept(answer)
    assert b"csrfmiddlewaretoken" in answer.content


def test_languages_are_kept_apart() -> None:
    english, spanish, chosen = stranger(), stranger(), stranger()
    chosen.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    in_english = english.get("/rules/")
    in_spanish = [spanish.get("/rules/", headers={"Accept-Language": "es"}), chosen.get("/rules/")]
    assert in_spanish[0].content == in_spanish[1].content
    assert in_english.headers["ETag"] != in_spanish[0].headers["ETag"]
    tag = in_english.headers["ETag"]
    switched = spanish.get("/rules/", headers={"Accept-Language": "es", "If-None-Match": tag})
    assert switched.status_code == HTTPStatus.OK


def test_refusal_is_never_kept() -> None:
    assert not is_kept(stranger().get("/people/ranks/?company=nobody"))
    assert not is_kept(stranger().get("/tables/nowhere/deals/1/"))
    assert stranger().post("/rules/").status_code == HTTPStatus.FORBIDDEN


def test_broken_token_is_replaced_on_a_page_of_ones_own() -> None:
    client = stranger()
    client.cookies[settings.CSRF_COOKIE_NAME] = "broken"
    answer = client.get("/rules/")
    assert answer.cookies[settings.CSRF_COOKIE_NAME].value
    assert not is_kept(answer)


@pytest.mark.slow
def test_review_is_kept_once_it_is_complete() -> None:
    code = begin(new_player())
    finish_deals(code)
    path = f"/tables/{code}/deals/1/"
    assert not is_kept(stranger().get(path)), "its analysis has only been asked for"
    nothing = {"tricks": [], "points": {"positions": [], "aims": []}, "thoughts": [], "bids": []}
    Analysis.objects.update(due_at=None, **nothing)
    one, other = stranger().get(path), stranger().get(path)
    assert is_kept(one)
    assert one.content == other.content
    Game.objects.update(spectators=False)
    assert stranger().get(path).status_code == HTTPStatus.FORBIDDEN


def test_form_without_token_is_shown_once_more_and_keeps_what_was_entered() -> None:
    """As without JavaScript: the page has no token, and the browser no cookie."""
    client = stranger()
    [play] = [form for form in Forms(client.get("/").content.decode()).forms if form.action == "/play/"]
    assert play.given == []
    refused = client.post(play.action, {"name": "Zoë <b>", "players": "friends"})
    assert refused.status_code == HTTPStatus.FORBIDDEN
    assert not Game.objects.exists()
    [once_more] = [form for form in Forms(refused.content.decode()).forms if form.action == "/play/"]
    assert {"name": "Zoë <b>", "players": "friends"}.items() <= dict(once_more.given).items()
    client.post(once_more.action, dict(once_more.given) | {"name": "Zoë"})
    assert Game.objects.get().host.username == "Zoë"


def test_language_is_changed_from_a_page_that_was_kept() -> None:
    client = stranger()
    [form] = [form for form in Forms(client.get("/rules/").content.decode()).forms if form.action == "/language/"]
    refused = client.post(form.action, dict(form.given) | {"language": "es"})
    [once_more] = [form for form in Forms(refused.content.decode()).forms if len(form.given) == 3]
    changed = client.post(once_more.action, dict(once_more.given))
    assert (changed.status_code, changed.headers["Location"]) == (HTTPStatus.FOUND, "/rules/")
    assert '<html lang="es"' in client.get("/rules/").content.decode()


def test_token_that_a_script_asks_for_is_taken() -> None:
    client = stranger()
    answer = client.get("/token/")
    assert "no-store" in answer.headers["Cache-Control"]
    client.post("/play/", {"name": "Alex", "csrfmiddlewaretoken": answer.content.decode()})
    assert Game.objects.get().host.username == "Alex"


@pytest.mark.parametrize(
    ("referer", "leads_back"),
    [
        ("http://testserver/tables/new/?players=friends", True),
        ("http://testserver//elsewhere.example/tables/new/", True),
        ("http://elsewhere.example/tables/new/", False),
        ("", False),
    ],
)
def test_page_of_a_form_that_is_too_old_leads_back_to_it(referer: str, leads_back: bool) -> None:
    answer = stranger().post("/tables/new/", {"csrfmiddlewaretoken": "a" * 64}, headers={"Referer": referer})
    assert answer.status_code == HTTPStatus.FORBIDDEN
    links = [words.partition("</a>")[0] for words in answer.text.split("<a ")]
    reload = [link for link in links if link.endswith(">Reload the page")]
    assert [f'href="{referer}"' in link for link in reload] == [True] * leads_back
    assert not re.search('href="(http:)?//elsewhere', answer.text)


@pytest.mark.parametrize(
    ("path", "fields", "headers"),
    [
        ("/play/", {"csrfmiddlewaretoken": "a" * 64}, {}),
        ("/play/", {"name": "Alex"}, {"Origin": "https://elsewhere.example"}),
        ("/accounts/login/", {"login": "Alex", "password": "secret"}, {}),
    ],
)
def test_form_is_not_shown_once_more(path: str, fields: dict[str, str], headers: dict[str, str]) -> None:
    """After a wrong token, from another site, or where there are passwords."""
    answer = stranger().post(path, fields, headers=headers)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "too old" in answer.content.decode()
    assert b"secret" not in answer.content
