"""The ways through the site: few addresses, and each page for players at most two taps from one of the five places."""

import html
import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from games.competitions.sets import services
from games.models import DealSet, SetKind
from tests.addresses import outside
from tests.clients import ClientFor
from tests.clubs.clubs import club_of, trio
from tests.competitions.sets.sets import board_of, challenge, play
from tests.competitions.tournaments.tournaments import announced, go_on, play_round, running
from tests.finished_games import played_game
from tests.staff.people import registered
from tests.tables import begin, finish_deals, new_player

pytestmark = pytest.mark.django_db

PLACES: Final = ("/", "/today/", "/learn/", "/people/", "/me/")
MOST_ADDRESSES: Final = 35
MOST_TAPS: Final = 2
MOST_OF_A_KIND: Final = 3
"""So many pages of a kind are opened: others have the same links."""

NOT_COUNTED: Final = {
    "admin/": "for staff",
    "api/": "for programs",
    "mails/": "behind the link of a mail",
    "offline/": "what a browser shows without a connection",
    "me/without-a-connection/": "offered where its files are made; `tests/solo` looks for the link",
    "solo/": "offered where its files are made; `tests/solo` looks for the link",
    "token/": "for scripts",
}
"""Beginnings of addresses that no player meets as a page, and why."""

SIGNING_IN: Final = (
    *("accounts/login/", "accounts/signup/", "accounts/link/", "accounts/inactive/", "me/settings/account/keep/"),
    *("accounts/password/", "accounts/confirm-email/", "accounts/reauthenticate/", "accounts/logout/"),
)
"""Beginnings of addresses of steps of signing up, in and out, and to a new password: each comes after another."""

BY_OTHER_WAYS: Final = {
    "t/": "the field for a code stands on Play; this page is where a code leads that does not fit",
    "t/<str:code>/": "behind the link of a table",
    "clubs/join/<str:link>/": "behind the link of a club",
    "tournaments/new/": "for those who announce tournaments",
    "clubs/<str:code>/tournament/": "for officers",
    "clubs/<str:code>/evenings/<int:at>/": "for officers",
    "clubs/<str:code>/series/end/": "for officers",
    "tournaments/<str:code>/direct/": "for who directs a tournament",
    "clubs/<str:code>/report/": "a form to the staff",
    "players/<str:name>/report/": "a form to the staff",
    "tables/<table:code>/report-player/": "a form to the staff",
    "learn/first-deal/<int:number>/": "a step of a lesson, after the one before",
    "learn/second-deal/<int:number>/": "a step of a lesson, after the one before",
    "sets/<str:code>/send/": "a form behind a challenge of one’s own",
    "tables/<table:code>/hint/": "without a script, what opens at the table",
    "tables/<table:code>/planned/": "at tables by turns, in the table’s menu",
    "tables/<table:code>/deals/<int:number>/together/": "at a table whose players look at a review together",
    "tables/<table:code>/deals/<int:number>/embed/": "for other sites",
    "tables/<table:code>/comparison/": "after a deal is played again",
}
"""Pages that are not in a menu, and why."""

LINK: Final = re.compile(r'<a\b[^>]*?\bhref="([^"]*)"')


@pytest.fixture
def player(client_for: ClientFor) -> Client:
    """Return the client of a registered player with some of everything that the site has."""
    alex, ben, cleo = (registered(name) for name in ("Alex", "Ben", "Cleo"))
    trio(alex, ben, cleo)
    club_of(alex, ben)
    alex.follows.create(followed=ben)
    played_game(alex, ben, cleo, cards=True)
    finish_deals(begin(alex, ben, new_player()))
    services.open_sets_of_day(timezone.now().date())
    for of_set in (DealSet.objects.get(kind=SetKind.DAY), challenge(boards=3)):
        play(board_of(of_set), alex)
    _tournaments()
    return client_for(alex)


def _tournaments() -> None:
    over = running(3)
    play_round(over)
    go_on(over)
    announced(name="Winter cup")


def is_counted(route: str) -> bool:
    """Return whether a page counts; of second factors that which lists them, and not the steps to a new one."""
    if route.startswith((*NOT_COUNTED, *SIGNING_IN)) or route in BY_OTHER_WAYS:
        return False
    return route == "accounts/2fa/" or not route.startswith("accounts/2fa/")


def pages_from_the_places(client: Client) -> dict[str, int]:
    """Return the route of each page that links lead to from the five places, with the number of taps."""
    taps: dict[str, int] = {}
    opened: dict[str, int] = {}
    seen = set(PLACES)
    waiting = [(address, 0) for address in PLACES]
    for address, number in waiting:
        route = resolve(urlsplit(address).path).route
        opened[route] = opened.get(route, 0) + 1
        if opened[route] > MOST_OF_A_KIND:
            continue
        answer = client.get(address, follow=True)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        path = answer.request["PATH_INFO"]
        taps.setdefault(resolve(path).route, number)
        if number <= MOST_TAPS:
            following = [each for each in links_of(answer.text, path) if each not in seen]
            seen.update(following)
            waiting.extend((each, number + 1) for each in following)
    return taps


def links_of(page: str, path: str) -> Iterator[str]:
    """Yield the addresses of the site to which a page leads, without what belongs to the address of a file."""
    for link in LINK.findall(page):
        parts = urlsplit(urljoin(path, html.unescape(link)))
        if not parts.scheme and not parts.path.startswith("/static/"):
            yield f"{parts.path}?{parts.query}" if parts.query else parts.path


@pytest.mark.slow
def test_a_player_meets_few_addresses_each_two_taps_from_a_place(player: Client, client_for: ClientFor) -> None:
    taps = pages_from_the_places(client_for(new_player())) | pages_from_the_places(player)
    met = sorted(route for route in taps if is_counted(route))
    assert len(met) <= MOST_ADDRESSES, met
    assert [route for route in met if taps[route] > MOST_TAPS] == []
    others = {resolve(address).route: address for address in outside({})}
    in_no_menu = [route for route in others.keys() - taps.keys() if is_counted(route)]
    assert [route for route in in_no_menu if _is_page(player, others[route])] == []


def _is_page(client: Client, address: str) -> bool:
    answer = client.get(address)
    return answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
