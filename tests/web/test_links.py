"""What a page says of itself to those who link to it: words, a picture, and the files that other sites read."""

import io
import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from accounts.models import User
from accounts.signing_in.guests import create_guest
from games.models import Seat
from games.review.hands import deal_picture
from games.review.queries import reviewed_deals
from tests.clients import ClientFor
from tests.tables import Time, begin, deal, finish_deals, new_player

pytestmark = pytest.mark.django_db

SITE = "http://testserver"
PUBLIC = (
    "/",
    "/rules/",
    "/today/",
    "/people/ranks/",
    "/verify/",
    "/learn/first-deal/",
    "/learn/bidding/",
    "/learn/",
    "/review/",
)


@pytest.fixture
def code() -> str:
    """Return a table whose first deal is finished, and whose second is under way."""
    code = begin(new_player())
    finish_deals(code)
    deal(code)
    return code


def said(page: str) -> dict[str, str]:
    """Return what a page says of itself, by name."""
    metas = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page))
    [metas["canonical"]] = re.findall(r'<link rel="canonical" href="([^"]+)"', page)
    [metas["title"]] = re.findall("<title>([^<]+) · Dummy Hand Spades</title>", page)
    return metas


@pytest.mark.parametrize("path", PUBLIC)
@pytest.mark.parametrize("language", ["en", "es"])
def test_page_says_what_it_is(client: Client, path: str, language: str) -> None:
    about = said(client.get(path, {"x": "1"}, headers={"accept-language": language}).text)
    assert about["canonical"] == about["og:url"] == SITE + path
    assert about["og:title"] == about["title"]
    assert about["og:description"] == about["description"]
    assert about["og:locale"] == language
    assert len(about["description"]) > 40
    assert client.get(about["og:image"].removeprefix(SITE))["Content-Type"] == "image/png"


def test_descriptions_differ(client: Client) -> None:
    assert len({said(client.get(path).text)["description"] for path in PUBLIC}) == len(PUBLIC)


@pytest.mark.parametrize("language", ["en", "es"])
def test_review_has_a_picture_of_its_deal(client: Client, code: str, language: str) -> None:
    page = client.get(reverse("games:review", args=[code, 1]), headers={"accept-language": language}).text
    address = said(page)["og:image"].removeprefix(SITE)
    assert address == f"/tables/{code}/deals/1.png?language={language}"
    answer = client.get(address)
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert answer["Cache-Control"] == "public, max-age=86400"


def test_picture_speaks_the_language_asked_for(client: Client, code: str) -> None:
    address = reverse("games:deal_picture", args=[code, 1])
    spanish = client.get(address, {"language": "es"}).content
    assert spanish != client.get(address, {"language": "en"}).content
    assert spanish == client.get(address, headers={"accept-language": "es"}).content
    assert client.get(address, {"language": "xx"}).status_code == 200


def test_picture_says_contract_result_and_all_hands(code: str) -> None:
    [reviewed] = reviewed_deals(code, new_player(), 1)
    picture = deal_picture(reviewed)
    assert sum(len(ranks.replace("–", "").split()) for hand in picture.hands for ranks in hand.suits) == 52
    assert picture.hands[0].role.startswith("Declarer, ")
    assert picture.hands[2].name == "Dummy"
    assert [line.rsplit(" ", 1)[0] for line in picture.result] == [seat.name for seat in reviewed.seats]


def test_name_in_letters_that_the_font_lacks_is_replaced(code: str) -> None:
    User.objects.filter(seats__game__code=code).update(username="Анна")
    [reviewed] = reviewed_deals(code, new_player(), 1)
    picture = deal_picture(reviewed)
    assert "Player 1" in {hand.name for hand in picture.hands}
    User.objects.filter(seats__game__code=code).update(username="Íñigo Müller")
    [reviewed] = reviewed_deals(code, new_player(), 1)
    assert "Íñigo Müller" in {hand.name for hand in deal_picture(reviewed).hands}


def test_running_deal_has_no_picture(client: Client, client_for: ClientFor, code: str) -> None:
    seated = Seat.objects.get(game__code=code, player=0).user
    for visitor in (client, client_for(seated)):
        for number in (2, 3):
            assert visitor.get(reverse("games:deal_picture", args=[code, number])).status_code == 404


def test_table_closed_to_spectators_has_no_picture_not_even_for_its_players(
    client: Client, client_for: ClientFor
) -> None:
    """Whoever stores pictures for others must not get one that they may not see."""
    host = new_player()
    code = begin(host, spectators=False)
    finish_deals(code)
    for visitor in (client, client_for(host)):
        assert visitor.get(reverse("games:deal_picture", args=[code, 1])).status_code == 403
    page = client_for(host).get(reverse("games:review", args=[code, 1])).text
    assert said(page)["og:image"] == f"{SITE}/picture.png"


def test_pictures_are_limited(client: Client, code: str, limit: Callable[[str, str], None]) -> None:
    limit("picture", "1/m/ip")
    address = reverse("games:deal_picture", args=[code, 1])
    assert [client.get(address).status_code for _ in range(2)] == [200, 429]


def test_site_map_lists_pages_and_public_profiles(client: Client) -> None:
    for name, visibility in (("Zoe", "public"), ("Max", "players"), ("Pia", "private")):
        User.objects.create_user(name, visibility=visibility)
    new_player()
    text = client.get("/sitemap.xml").text
    assert "lastmod" not in text, "it would say when somebody was here last"
    matches = re.findall(r"<loc>http://testserver([^<]+)</loc>", text)
    assert {"/", "/rules/", "/learn/first-deal/", "/verify/", "/people/ranks/"} <= set(matches)
    assert [path for path in matches if path.startswith("/players/")] == ["/players/Zoe/"]
    assert all(client.get(path).status_code == 200 for path in matches)


def test_robots_file_names_the_site_map(client: Client) -> None:
    lines = client.get("/robots.txt").text.splitlines()
    assert f"Sitemap: {SITE}/sitemap.xml" in lines
    assert {"Disallow: /me/", "Disallow: /you/"} <= set(lines)


def test_table_is_not_for_search_engines(client: Client, code: str) -> None:
    for path in (f"/tables/{code}/", f"/tables/{code}/sheet/", f"/tables/{code}/deals/1/"):
        assert said(client.get(path).text)["robots"] == "noindex"
    assert "robots" not in said(client.get("/rules/").text)


def test_well_known_addresses(client: Client, time: Time, settings: object) -> None:
    settings.CONTACT = "mailto:safe@example.org"
    assert client.get("/.well-known/change-password").headers["Location"] == "/accounts/password/change/"
    lines = dict(line.split(": ", 1) for line in client.get("/.well-known/security.txt").text.splitlines())
    assert lines["Contact"] == "mailto:safe@example.org"
    assert lines["Canonical"] == f"{SITE}/.well-known/security.txt"
    expires = datetime.fromisoformat(lines["Expires"])
    assert timezone.now() < expires < timezone.now().replace(year=time.now.year + 1)


def test_address_of_a_page_has_no_raw_space(client: Client) -> None:
    create_guest("Zoë")
    create_guest("Zoë")
    text = client.get(reverse("games:player", args=["Zoë 2"])).text
    for start in ('<link rel="canonical" href="', '<meta property="og:url" content="'):
        assert f'{start}http://testserver/players/Zo%C3%AB%202/"' in text
