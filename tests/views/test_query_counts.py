"""What every public page costs: its number of queries is small, and the same for little data and for much."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponseBase, StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.people import following
from accounts.site_config.models import Announcement
from games.chat import services as chat_services
from games.components import frames
from games.engine import from_json
from games.lobby import invitations
from games.models import Deal, Game, Report
from games.play import table_cache
from games.review.replays import open_replay
from tests.clients import signed_in
from tests.finished_games import NOON, judge, played_game
from tests.pages import visited
from tests.pages.test_visited import is_page
from tests.security.test_access import addresses
from tests.tables import begin, deal, finish_deals, gather, new_player, play_on, to_play

pytestmark = pytest.mark.django_db

MOST = 19
"""Queries of a page whose tables, sessions and settings are in no cache."""

ANYBODY = (
    *(address.removeprefix("/") for name, address in visited.ANYBODY.items() if name != "not-found"),
    *("leaders/?company=bots", "manifest.webmanifest", "service-worker.js", "learn/first-deal/3/"),
)
SIGNED_IN = (
    *(address.removeprefix("/") for address in visited.REGISTERED.values() if not address.startswith("/players/")),
    *("rules/", "leaders/", "play/people/", "learn/train/", "learn/train/bid/1/"),
)
OF_A_PLAYER = (
    *("", "statistics/", "statistics/?role=declarer", "games/", "games/?end", "games/?sort=most", "games.csv"),
    *("games.json", "deals/", "deals/?end", "deals/?sort=fewest", "deals.csv", "deals.json"),
)
OF_A_TABLE = ("", "sheet/", "deals/1/", "deals/1/verify/", "deals/1.json", "deals/1.pbn", "deals.jsonl", "deals.pbn")


class Site:
    """A site with a table of Alex at which a deal is under way, and so much more."""

    def __init__(self) -> None:
        self.alex = User.objects.create_user("Alex", password="correct horse")
        self.ben = new_player()
        self.code = begin(self.alex, self.ben)
        finish_deals(self.code)
        source = Deal.objects.get(game__code=self.code)
        log = [from_json(event.payload) for event in source.events.order_by("sequence")]
        self.replay = open_replay(user=self.alex, source=source, log=log, player=0).code
        finish_deals(self.replay)
        self.days = 0

    def play_on(self) -> None:
        """Go on to a card of Alex, in the next deal."""
        deal(self.code)
        play_on(self.code, to_play)

    def grow(self) -> None:
        """Add one of everything that a page lists: games, deals, players, tables, invitations, messages."""
        self.days += 1
        ana, host = new_player(), new_player()
        played_game(self.alex, ana, None, at=NOON + timedelta(days=self.days), seed=self.days, cards=True)
        played_game(self.alex, None, None, at=NOON + timedelta(days=self.days, hours=6), seed=self.days)
        judge(self.alex)
        gather(new_player(), ana, public=True)
        begin(self.alex, ana, public=True)
        following.follow(self.alex, new_player())
        following.follow(ana, self.alex)
        following.write_note(self.alex, ana, "Plays fast")
        invitations.invite(code=gather(host), inviter=host, name=self.alex.username)
        chat_services.send_message(code=self.code, author=self.ben, text=f"Message {self.days}")
        now = timezone.now()
        Report.objects.create(reporter=self.alex, subject=ana, resolved=True, resolved_at=now, answer="We talked.")
        Announcement.objects.create(text_en="News", text_es="Noticias", starts_at=now, ends_at=now + timedelta(1))


def pages(site: Site) -> Iterator[tuple[str, User | None]]:
    """Every page that can be read, with who reads it; None is a visitor who is not signed in."""
    for path in ANYBODY:
        yield f"/{path}", None
    for path in SIGNED_IN:
        yield f"/{path}", site.alex
    for path in (
        f"tables/{site.replay}/comparison/",
        f"tables/{site.code}/report-player/",
        f"tables/{site.code}/options/",
        f"players/{site.ben.username}/report/",
    ):
        yield f"/{path}", site.alex
    for reader in (None, site.alex):
        for path in OF_A_PLAYER:
            yield f"/players/Alex/{path}", reader
        for path in OF_A_TABLE:
            yield f"/tables/{site.code}/{path}", reader


def pages_of_the_table(site: Site) -> set[str]:
    """Return the addresses of the table that Alex can open as pages."""
    every = addresses({"": Game.objects.get(code=site.code)}, {})
    client = signed_in(site.alex)
    return {address for route, address in every if "<table:code>" in route and is_page(client, address)}


def costs(which: Iterable[tuple[str, User | None]]) -> dict[tuple[str, str], int]:
    """The number of queries of each page, with nothing in any cache."""
    return {(address, str(reader)): _queries(address, reader) for address, reader in which}


def _queries(address: str, reader: User | None) -> int:
    client = Client()
    if reader:
        client.force_login(reader)
    cache.clear()
    table_cache.clear()
    frames.clear()
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        read_to_the_end(answer)
    return len(captured)


def read_to_the_end(answer: HttpResponseBase) -> None:
    """Read an answer that may be a download, which the site writes row by row."""
    if isinstance(answer, StreamingHttpResponse):
        async_to_sync(_read)(answer)


async def _read(download: StreamingHttpResponse) -> None:
    async for _row in download:
        pass


@pytest.mark.slow
@pytest.mark.usefixtures("time")  # nobody at a table is away, however long the test takes
def test_queries_of_pages_do_not_grow_with_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_services, "RATE_LIMIT_MESSAGES", 100)
    empty = costs((f"/{path}", None) for path in ANYBODY)
    site = Site()
    site.play_on()
    small = costs(pages(site))
    assert pages_of_the_table(site) - {address for address, _ in small} == set(), "OF_A_TABLE or pages() lacks these"
    site.grow()
    normal = costs(pages(site))
    for _ in range(6):
        site.grow()
    large = costs(pages(site))
    assert large == normal
    assert {page: count for page, count in large.items() if count > MOST} == {}
    assert {page: (count, small[page]) for page, count in empty.items() if count > small[page]} == {}
