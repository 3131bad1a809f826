"""The five places: every page belongs to one and says so, and former addresses lead on."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from games.words.places import PLACES_OF_PATHS, Place, place_of, places
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, play
from tests.tables import new_player, three_people

pytestmark = pytest.mark.django_db

CURRENT = re.compile(r'class="to-(\w+)"[^>]*\saria-current="(\w+)"')
CONTROL = re.compile("<(?:a|button|input|select|textarea|summary)[ >]")


def current(client: Client, path: str) -> list[tuple[str, str]]:
    return CURRENT.findall(client.get(path).text)


@pytest.mark.parametrize(
    ("path", "place", "value"),
    [
        ("/", "play", "page"),
        ("/tables/new/", "play", "true"),
        ("/play/people/", "play", "true"),
        ("/nowhere/", "play", "true"),
        ("/today/", "today", "page"),
        ("/today/week/", "today", "true"),
        ("/learn/", "learn", "page"),
        ("/rules/", "learn", "true"),
        ("/people/", "people", "page"),
        ("/people/ranks/", "people", "true"),
        ("/challenge/", "today", "true"),
        ("/me/", "me", "page"),
        ("/me/games/", "me", "true"),
        ("/me/deals/", "me", "true"),
        ("/me/statistics/", "me", "true"),
        ("/today/puzzle/", "today", "true"),
        ("/accounts/login/", "me", "true"),
    ],
)
def test_page_says_which_place_it_belongs_to(client: Client, path: str, place: str, value: str) -> None:
    assert current(client, path) == [(place, value)]


def test_own_profile_belongs_to_me_and_that_of_others_to_people(client_for: ClientFor) -> None:
    ana, ben = new_player(), new_player()
    client = client_for(ana)
    assert current(client, "/me/") == [("me", "page")]
    for player, place in ((ana, "me"), (ben, "people")):
        assert current(client, reverse("games:player", args=[player.username])) == [(place, "true")]
    assert ana.username in client.get("/me/").text


def test_what_is_left_of_a_deal_of_the_day_belongs_to_today(client_for: ClientFor) -> None:
    player = new_player()
    code = play(board_of(challenge(boards=1)), player).code
    for address in (reverse("games:review", args=[code, 1]), reverse("games:sheet", args=[code])):
        assert current(client_for(player), address) == [("today", "true")]


def test_beginnings_of_paths_are_those_of_pages() -> None:
    for path in PLACES_OF_PATHS:
        try:
            resolve(path)
        except Resolver404:  # there are only pages below it
            assert path in ("/accounts/", "/players/")


def test_first_page_of_each_place_belongs_to_it() -> None:
    assert [place_of(link.address) for link in places()] == list(Place)


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("/lobby/", "/"),
        ("/sets/?month=2026-10", "/today/?month=2026-10"),
        ("/sets/ladder/?of=month", "/today/week/?of=month"),
        ("/sets/new/?invite=Ana", "/challenge/?invite=Ana"),
        ("/learn/train/", "/learn/"),
        ("/learn/train/today/", "/today/puzzle/"),
        ("/tournaments/", "/today/#coming"),
        ("/tournaments/spring/rounds/2/", "/tournaments/spring/?round=2"),
        ("/clubs/?a=b", "/people/?a=b#together"),
        ("/leaders/?company=bots&month=2026-10", "/people/ranks/?company=bots&month=2026-10"),
        ("/seasons/?of=sets&division=2", "/people/ranks/?of=sets&division=2"),
        ("/seasons/2026-10/events/?division=2", "/people/ranks/?division=2&of=events&season=2026-10"),
        ("/verify/deals/", "/verify/#all-deals"),
    ],
)
def test_former_address_leads_on_for_good(client: Client, former: str, now: str) -> None:
    answer = client.get(former)
    assert (answer.status_code, answer["Location"]) == (301, now)


def test_menu_of_a_table_leads_to_the_five_places(client_for: ClientFor) -> None:
    code = three_people()
    text = client_for(new_player()).get(reverse("games:table", args=[code])).text
    menu = text.split('class="menu-places"')[1].split("</nav>")[0]
    assert re.findall('href="([^"]+)"', menu) == ["/", "/today/", "/learn/", "/people/", "/me/"]


def main_of(page: str) -> str:
    return page.split("<main", 1)[1].split("</main>")[0]


@pytest.mark.parametrize(("sign_in", "most"), [(None, 6), (new_player, 7)])
def test_home_page_has_few_controls_when_nobody_is_there(
    client: Client, client_for: ClientFor, sign_in: Callable[[], object] | None, most: int
) -> None:
    visitor = client_for(sign_in()) if sign_in else client  # type: ignore[arg-type]  # it makes a user
    page = main_of(visitor.get("/").text)
    shown = re.sub('<input type="hidden"[^>]*>', "", page)
    assert 0 < len(CONTROL.findall(shown)) <= most
