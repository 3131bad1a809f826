"""What every public page costs: its number of queries is small, and the same for little data and for much."""

from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
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
from games.models import Club, Deal, Game, Report
from games.play import table_cache
from games.review.replays import open_replay
from tests.addresses import read_to_the_end, readable
from tests.clients import signed_in
from tests.clubs.clubs import club_of, trio
from tests.finished_games import NOON, judge, played_game
from tests.tables import begin, deal, finish_deals, gather, new_player, play_on, to_play

pytestmark = pytest.mark.django_db

MOST = 23
"""Queries of a page whose tables, sessions and settings are in no cache."""

EXPORT = "/me/settings/account/export/"
"""The file with all that is stored about a player: it takes more queries, as it reads nearly every table."""

VARIANTS = (
    *("/people/ranks/?company=bots", "/people/ranks/?bidding=suicide", "/tables/new/?players=friends&invite=Alex"),
    *("/learn/first-deal/3/", "/learn/train/bid/1/"),
    *(f"/players/Alex/{path}" for path in ("statistics/?role=declarer", "games/?end", "games/?sort=most", "games.csv")),
    *(f"/players/Alex/{path}" for path in ("deals/", "deals/?end", "deals/?sort=fewest", "deals.csv", "deals.json")),
)
"""Pages with something else in a changing part of their address than `tests.addresses` puts there."""


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
        self.cid = new_player()
        Club.objects.filter(pk=trio(self.alex, self.ben, self.cid).pk).update(code="challenge", link="challenge")
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
        played_game(self.cid, self.alex, self.ben, at=NOON + timedelta(days=30 * self.days), seed=self.days)
        trio(new_player(), self.alex)
        club_of(new_player())
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


def pages(site: Site) -> list[tuple[str, User | None]]:
    """Return everything that can be read, with who reads it; None is a visitor who is not signed in."""
    tables = {name: Game.objects.get(code=code) for name, code in (("table", site.code), ("replay", site.replay))}
    of_alex, of_anybody = readable(signed_in(site.alex), tables), readable(Client(), tables)
    return [
        *((address, site.alex) for address in (*of_alex, *VARIANTS, f"/players/{site.ben.username}/report/")),
        *((address, None) for address in (*of_anybody, *VARIANTS)),
    ]


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


@pytest.mark.slow
@pytest.mark.usefixtures("time")  # nobody at a table is away, however long the test takes
def test_queries_of_pages_do_not_grow_with_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_services, "RATE_LIMIT_MESSAGES", 100)
    empty = costs((address, None) for address in readable(Client(), {}))
    site = Site()
    site.play_on()
    small = costs(which := pages(site))
    site.grow()
    normal = costs(which)
    for _ in range(6):
        site.grow()
    large = costs(which)
    assert large == normal
    assert {page: count for page, count in large.items() if count > MOST and page[0] != EXPORT} == {}
    assert {page: (count, small[page]) for page, count in empty.items() if count > small[page]} == {}
