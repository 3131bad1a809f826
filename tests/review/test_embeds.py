"""Finished deals on other sites' pages, and oEmbed."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.tables import begin, deal, finish_deals, new_player

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def code(rows_of_the_module: None) -> str:  # noqa: ARG001  # in which it stays
    """Return a table with two finished deals and a third under way."""
    code = begin(new_player())
    finish_deals(code, 2)
    deal(code)
    return code


def frame_of(code: str, number: int = 1) -> str:
    return reverse("games:embed", args=[code, number])


def asked(client: Client, address: str, **more: str) -> dict[str, object]:
    answer = client.get(reverse("games:oembed"), {"url": address, **more})
    assert answer.status_code == 200
    data: dict[str, object] = answer.json()
    return data


def test_any_page_may_frame_a_deal_and_no_other_page(code: str, client: Client) -> None:
    page = client.get(frame_of(code))
    assert page.status_code == 200
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "default-src 'self'" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in page
    review = client.get(reverse("games:review", args=[code, 1]))
    assert "frame-ancestors 'none'" in review["Content-Security-Policy"]
    assert review["X-Frame-Options"] == "DENY"


def test_frame_sets_no_cookie_has_no_form_and_is_the_same_for_players(code: str, client: Client) -> None:
    page = client.get(frame_of(code))
    assert not client.cookies
    assert "<form" not in page.text
    assert page["Cache-Control"] == "public, max-age=0, s-maxage=60"
    host = next(seat.user for seat in Game.objects.get(code=code).seats.all() if seat.user)
    client.force_login(host)
    assert client.get(frame_of(code)).content == page.content


def test_steps_lead_through_the_deal_without_a_script(code: str, client: Client) -> None:
    address, seen = frame_of(code), set[str]()
    while address:
        page = client.get(address).text
        seen.add(address)
        link = re.search(r'id="step-trick-forward" href="([^"]+)"', page)
        address = html.unescape(link[1]) if link else ""
        assert not address or address.startswith(frame_of(code))
    assert len(seen) == 14


@pytest.mark.parametrize("change", [{"spectators": False}, {"duplicate": True}])
def test_what_strangers_may_not_review_is_not_framed(code: str, client: Client, change: dict[str, bool]) -> None:
    Game.objects.update(**change)
    host = next(seat.user for seat in Game.objects.get(code=code).seats.all() if seat.user)
    client.force_login(host)
    assert client.get(frame_of(code)).status_code == 403
    refusal = client.get(reverse("games:oembed"), {"url": address_of(code)})
    assert refusal.status_code == 403
    assert refusal.json()["error"]
    if "spectators" in change:
        assert "oembed" not in client.get(reverse("games:review", args=[code, 1])).text


def test_deal_under_way_is_not_framed(code: str, client: Client) -> None:
    assert client.get(frame_of(code, 3)).status_code == 404
    assert client.get(reverse("games:oembed"), {"url": address_of(code, 3)}).status_code == 404


def address_of(code: str, number: int = 1) -> str:
    return f"http://testserver{reverse('games:review', args=[code, number])}"


def test_review_names_its_oembed_answer_which_has_the_frame_that_it_offers(code: str, client: Client) -> None:
    page = client.get(reverse("games:review", args=[code, 1])).text
    link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)
    offered = re.search(r"<textarea[^>]+>([^<]+)</textarea>", page)
    assert link
    assert offered
    data = client.get(html.unescape(link[1])).json()
    assert data["type"] == "rich"
    assert data["html"] == html.unescape(offered[1])
    assert f'src="http://testserver{frame_of(code)}"' in data["html"]
    assert client.get(data["thumbnail_url"].removeprefix("http://testserver")).status_code == 200


def test_frame_is_as_large_as_the_other_page_allows(code: str, client: Client) -> None:
    data = asked(client, address_of(code), maxwidth="400", maxheight="9999")
    assert (data["width"], data["height"]) == (400, 620)
    assert 'width="400"' in str(data["html"])
    assert asked(client, address_of(code), maxwidth="1")["width"] == 280
    assert asked(client, address_of(code), maxwidth="-5")["width"] == 640


def test_name_of_a_table_cannot_leave_its_attribute(code: str, client: Client) -> None:
    Game.objects.update(name='"><script>alert(1)</script>')
    assert "<script" not in str(asked(client, address_of(code))["html"])


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({}, 404),
        ({"url": "http://testserver/lobby/"}, 404),
        ({"url": "http://elsewhere.example/tables/AAAAAAAA/deals/1/"}, 404),
        ({"url": "http://[broken/"}, 404),
        ({"url": "http://testserver/tables/AAAAAAAA/deals/1/"}, 404),
        ({"url": "x", "format": "xml"}, 501),
    ],
)
def test_other_addresses_and_formats_are_refused(client: Client, query: dict[str, str], status: int) -> None:
    answer = client.get(reverse("games:oembed"), query)
    assert answer.status_code == status
    assert answer.json()["error"]
