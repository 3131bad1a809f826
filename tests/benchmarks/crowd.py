"""Load of the deal of the day: many people begin it within a minute and play it to its end.

`python -m tests.benchmarks.crowd --people 300` serves a site on this machine, with the Experts that the deal of the day
has, and lets guests come one after another. Each waits some seconds before a move and sends it over the table's socket;
what is measured is the time until the own page shows the move. People differ: in a share of their turns they play any
card, so that bots seldom come to a position at which they have chosen before. They read from the database where the
deal stands, so that they cost little beside the site. When all are there, somebody asks for the review of another deal.

Between two moves of a person bots make some three, each after the pause that the site means it to make. What is beyond
these pauses is what the site is too slow for.
"""

import argparse
import asyncio
import json
import random
import re
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Final
from urllib.parse import urlencode

import aiohttp

from games import bots, engine
from games.engine import (
    HAND_NAMES,
    Action,
    AnswerClaim,
    Bid,
    BiddingStyle,
    Claim,
    Event,
    Peek,
    Play,
    Player,
    View,
    record_of,
)
from games.play.paces import bot_pause
from games.values import BotPause
from games.values.boards import BoardFacts
from tests.benchmarks.analysis import finished_deals
from tests.benchmarks.load.processes import cpu_seconds
from tests.sites import ROOT, Site

CSRF_TOKEN: Final = 32 * "x"
THINKS: Final = (1.0, 4.0)
"""Seconds that a person waits before a move, at least and at most."""

DIFFER: Final = 0.6
"""In which share of their turns people play any card, each by their own chance."""

LOOKS: Final = 0.5
"""Seconds between two looks at a review that is not complete."""

GIVES_UP: Final = 300.0
"""After how many seconds a person leaves a deal that does not end."""

PACE: Final = BotPause.SHORT
"""How long bots take for their moves in sets of deals."""

KINDS: Final = {Peek: "peek", Bid: "bid", Play: "play", Claim: "claim", AnswerClaim: "answer"}
"""How sockets name the kinds of moves."""

_VERSION = re.compile(r'data-version="(\d+)')
_LOG = """
SELECT game.version, event.sequence, event.payload
FROM games_event AS event JOIN games_game AS game ON event.game_id = game.id
WHERE game.code = ? ORDER BY event.sequence
"""


@dataclass(slots=True)
class Times:
    """Seconds of what all people have done.

    `bots` are those from a person's move to their next turn, `beyond` what is left without the pauses that bots are
    meant to make in them, and `each` the same for every single move of a bot.
    """

    begun: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    beyond: list[float] = field(default_factory=list)
    each: list[float] = field(default_factory=list)
    review: float = 0.0
    finished: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.crowd", description=__doc__)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--within", type=float, default=60.0, help="seconds in which they all come")
    options = parser.parse_args()
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="crowd-", dir=ROOT / "var") as directory:
        site = Site(Path(directory), BOT_PACE="1")
        site.start()
        try:
            before = cpu_seconds([site.pid])
            times = asyncio.run(play_all(site, Path(directory), options.people, options.within))
            used = cpu_seconds([site.pid]) - before
        finally:
            site.stop()
    print(f"{options.people} people within {options.within:.0f} s; {times.finished} have finished the deal")
    for name, seconds in (
        ("the table opens", times.begun),
        ("a move is shown", times.moves),
        ("bots have moved, up to the next turn", times.bots),
        ("beyond the pauses that they are meant to make", times.beyond),
        ("one bot has moved, beyond its pause", times.each),
    ):
        print(f"{name}: {len(seconds)} times, median {of(seconds, 0.5)} ms, 99th percentile {of(seconds, 0.99)} ms")
    made = len(times.moves) + len(times.each)
    print(f"the site needed {1000 * used / made:.1f} ms of processor time a move, pages and thinking included")
    print(f"a review, asked for when all were there, was complete after {times.review:.1f} s")
    sys.exit(times.finished < options.people)


def of(seconds: list[float], share: float) -> int:
    """Return the number of milliseconds than which this share of all is shorter."""
    return round(1000 * sorted(seconds)[int(share * (len(seconds) - 1))]) if seconds else 0


async def play_all(site: Site, directory: Path, people: int, within: float) -> Times:
    """Let so many people come to the deal of the day, and return their times when all are done."""
    day, times = await day_of(site, directory), Times()
    everybody = [Person(day, times, number) for number in range(people)]
    coming = [person.come(within * number / people) for number, person in enumerate(everybody)]
    await asyncio.gather(*coming, review(day.address, times, within))
    return times


async def review(address: str, times: Times, after: float) -> None:
    """Ask for the review of a deal that was played elsewhere, and look at it until all of it is there."""
    record = json.dumps(record_of(next(finished_deals(BiddingStyle.STANDARD, 1))))
    await asyncio.sleep(after)
    headers = {"X-Forwarded-For": "10.2.0.1", "X-CSRFToken": CSRF_TOKEN, "Origin": address}
    jar, cookies = aiohttp.CookieJar(unsafe=True), {"csrftoken": CSRF_TOKEN}
    async with aiohttp.ClientSession(address, headers=headers, cookie_jar=jar, cookies=cookies) as session:
        start = perf_counter()
        async with session.post("/review/", data={"record": record}, raise_for_status=True) as answer:
            page, place = await answer.text(), answer.url
        while 'class="working"' in page:
            await asyncio.sleep(LOOKS)
            async with session.get(place, raise_for_status=True) as answer:
                page = await answer.text()
    times.review = perf_counter() - start


@dataclass(frozen=True, slots=True)
class Day:
    """The deal of the day of a site at this address: code of its set, seat of whoever plays it, database."""

    address: str
    code: str
    player: int
    database: sqlite3.Connection


async def day_of(site: Site, directory: Path) -> Day:
    """Return the deal of the day of a site with its database in this directory, once it is open.

    It gets the same cards each time: bots move more often between two turns of a defender than of the declarer.
    """
    code = f"day-{datetime.now(UTC).date()}"
    database = sqlite3.connect(directory / "db.sqlite3", isolation_level=None)
    while not (rows := database.execute(_SEAT, (code,)).fetchall()):
        await asyncio.sleep(0.2)
    player, dealer = rows[0]
    root = root_for_defender(code, player, dealer)
    database.execute("UPDATE games_dealset SET root = ? WHERE code = ?", (root, code))
    return Day(site.address, code, player, database)


_SEAT = """
SELECT board.player, board.dealer FROM games_board AS board JOIN games_dealset AS deals ON board.deal_set_id = deals.id
WHERE deals.code = ?
"""


def root_for_defender(code: str, player: Player, dealer: Player) -> str:
    """Return a root for the set with this code (`DealSet.root`) with which `player` defends the first board, if all bid
    as bots do.
    """
    for number in range(100):
        root = f"{number:064x}"
        hands = engine.deal_hands(BoardFacts(0, code, 1, player).key(root))
        state = engine.replay([engine.Dealt(engine.Rules(), dealer, engine.Standing(), hands)])
        while state.declarer is None:
            view = engine.view_for(state, engine.waiting_for(state)[0])
            state = engine.act(state, bots.choose(view, random.Random(number)))
        if state.declarer != player:
            return root
    raise AssertionError("somebody else declares one deal of a hundred")


class Person:
    """A guest with an address of their own, who plays today’s deal once and `thinks` some seconds before a move."""

    def __init__(self, day: Day, times: Times, number: int, thinks: tuple[float, float] = THINKS) -> None:
        self.day, self.times, self.thinks = day, times, thinks
        self.player = day.player
        self.rng = random.Random(number)
        self.headers = {
            "X-Forwarded-For": f"10.1.{number // 250}.{number % 250 + 1}",
            "X-CSRFToken": CSRF_TOKEN,
            "Origin": day.address,
        }
        self.version, self.news = 0, asyncio.Event()
        self.shown: list[tuple[int, float]] = []

    async def come(self, after: float) -> None:
        """Wait, begin the deal and play it to its end."""
        await asyncio.sleep(after)
        jar, cookies = aiohttp.CookieJar(unsafe=True), {"csrftoken": CSRF_TOKEN}  # the address is in numbers
        async with aiohttp.ClientSession(
            self.day.address, headers=self.headers, cookie_jar=jar, cookies=cookies
        ) as session:
            start = perf_counter()
            async with session.post(f"/sets/{self.day.code}/1/play/", raise_for_status=True) as answer:
                page, code = await answer.text(), answer.url.path.split("/")[2]
            self.times.begun.append(perf_counter() - start)
            self._see(page)
            async with session.ws_connect(f"/ws/tables/{code}/", max_msg_size=0) as socket:
                reading = asyncio.create_task(self._read(socket))
                try:
                    async with asyncio.timeout(GIVES_UP):
                        await self._play(code, socket)
                except TimeoutError:
                    return
                finally:
                    reading.cancel()
                self.times.finished += 1

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            self._see(str(message.data))

    def _see(self, html: str) -> None:
        shown = max(map(int, _VERSION.findall(html)), default=0)
        if shown > self.version:
            self.version = shown
            self.shown.append((shown, perf_counter()))
            self.news.set()

    async def _play(self, code: str, socket: aiohttp.ClientWebSocketResponse) -> None:
        last = self.version
        while True:
            version, log = self._table(code)
            await self._until(version)
            state = engine.replay([event for _, event in log])
            if state.phase is engine.Phase.FINISHED:
                return
            view = engine.view_for(state, self.player)
            if self.player not in view.waiting:
                await self._until(version + 1)
                continue
            self._note_bots(log, last)
            await asyncio.sleep(self.rng.uniform(*self.thinks))
            await self._move(self._choose(view), version, socket)
            last = version + 1

    def _note_bots(self, log: Sequence[tuple[int, Event]], last: int) -> None:
        """Note how long bots took for their moves after the version `last`."""
        events, pauses, before = [event for _, event in log], 0.0, self._shown_at(last)
        begun = before
        for place, (version, _) in enumerate(log):
            if version > last:
                pause, at = (
                    bot_pause(PACE, engine.replay(events[:place]), first_trick_alone=False),
                    self._shown_at(version),
                )
                self.times.each.append(at - before - pause)
                pauses, before = pauses + pause, at
        if pauses:
            self.times.bots.append(before - begun)
            self.times.beyond.append(before - begun - pauses)

    def _shown_at(self, version: int) -> float:
        return next(at for shown, at in self.shown if shown >= version)

    def _choose(self, view: View) -> Action:
        if view.playable and self.rng.random() < DIFFER:
            return Play(self.player, self.rng.choice(view.playable))
        return bots.choose(view, self.rng)

    async def _move(self, action: Action, version: int, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Make a move at a table of this version, and wait until it is shown."""
        form = urlencode([("version", str(version)), *fields_of(action)])
        start = perf_counter()
        await socket.send_str(json.dumps({"move": KINDS[type(action)], "form": form}))
        await self._until(version + 1)
        self.times.moves.append(self._shown_at(version + 1) - start)

    async def _until(self, version: int) -> None:
        """Wait until the page shows this version, or a newer one."""
        while self.version < version:
            self.news.clear()
            await self.news.wait()

    def _table(self, code: str) -> tuple[int, list[tuple[int, Event]]]:
        """Return the version of the table, and the events of the deal with theirs, as the database has them."""
        rows = self.day.database.execute(_LOG, (code,)).fetchall()
        return rows[0][0], [(sequence, engine.from_json(json.loads(payload))) for _, sequence, payload in rows]


def fields_of(action: Action) -> Iterator[tuple[str, str]]:
    """Yield the fields of the form of a move."""
    match action:
        case Peek(places=places):
            yield from (("places", str(place)) for place in places)
        case Bid(tricks=tricks, nils=nils):
            yield "tricks", str(tricks)
            yield from (("nils", HAND_NAMES[hand]) for hand in sorted(nils))
        case Play(card=card):
            yield "card", str(card)
        case AnswerClaim(accept=accept):
            yield "accept", "yes" if accept else "no"


if __name__ == "__main__":
    main()
