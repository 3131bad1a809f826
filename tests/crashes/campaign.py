"""A campaign of crashes: people play, processes are killed at random moments, and nothing may be lost."""

import asyncio
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from time import monotonic
from typing import Final

from django.db.models import F

from games.competitions.sets import services
from games.engine import BiddingStyle, IllegalAction, Rules, State, decide, from_json
from games.models import Analysis, Board, BoardPlay, Event, Game
from games.play import event_log
from games.review import analysis_jobs
from games.values import RUNNING, Author
from tests.benchmarks.analysis import finished_deals
from tests.clients import session_of
from tests.crashes.faults import Fault
from tests.crashes.people import Made, Person, Served, looked_up
from tests.sites import Site
from tests.tables import begin, new_player

PATIENCE: Final = 120
"""Seconds after the last crash until every table must have gone on and every page shows it. The idle player has up to
55 for a move, and none of them passes while the site is away.
"""

ANSWERED_WITHIN: Final = 180
"""Seconds until all analyses and lines of Experts must be there that were asked for: a board that was being played when
its process died is played again after two minutes.
"""

ASKED_EVERY: Final = 3
"""After so many kills the analysis of another deal is asked for."""


@dataclass
class Report:
    """What came of a campaign; the lists name what must not be."""

    kills: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    made: int = 0
    served_after: list[float] = field(default_factory=list)
    sockets_lost: int = 0
    longest_behind: float = 0.0
    lost: list[Made] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    unscored: list[str] = field(default_factory=list)
    asked: int = 0
    unanswered: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        return not (self.lost or self.stuck or self.behind or self.unscored or self.unanswered)

    def __str__(self) -> str:
        again = f"{median(self.served_after):.1f} s, at most {max(self.served_after):.1f} s" if self.kills else "-"
        names = *self.lost, *self.stuck, *self.behind, *self.unscored, *self.unanswered
        wrong = "".join(f"\n{name}" for name in names)
        faults = ", ".join(f"{fault} {times} times" for fault, times in sorted(self.faults.items()))
        return (
            f"moves shown as made {self.made:,}, kills {self.kills}; {faults}\n"
            f"lost {len(self.lost)}, stuck {len(self.stuck)}, pages behind {len(self.behind)}, "
            f"boards without result {len(self.unscored)}\n"
            f"analyses and lines of Experts asked for {self.asked}, not there in the end {len(self.unanswered)}\n"
            f"served again after {again}; sockets that closed {self.sockets_lost:,}; "
            f"an open page was behind for {self.longest_behind:.1f} s at most{wrong}"
        )


def seat(sites: Sequence[Served], tables: int) -> list[Person]:
    """Begin games of one, two and three people, bots in the other seats; at the first table the person is idle.

    At every fourth table a person plays a board of a set of deals, and every fourth is a duplicate table.
    """
    seated = []
    for number in range(tables):
        if number % 4 == 3:
            seated.append(_at_board(sites))
            continue
        users = [new_player() for _ in range(1 + number % 3)]  # a user may have so many games at once and no more
        clock, is_duplicate = "none" if number else "fast", number % 4 == 2
        code = begin(*users, bot_level="beginner", clock=clock, duplicate=is_duplicate)
        seated += [Person(sites, code, seat, session_of(user), is_idle=not number) for seat, user in enumerate(users)]
    return seated


def _at_board(sites: Sequence[Served]) -> Person:
    """Begin a board of a new set."""
    user = new_player()
    deal_set = services.open_challenge(host=user, rules=Rules(), count=1)
    board = deal_set.boards.get()
    return Person(sites, services.begin(board, user).code, board.player, session_of(user))


def _ask(end: State) -> None:
    """Ask for the analysis of a deal that was played elsewhere."""
    analysis_jobs.request_analysis(end, permanent=True, asked_by="")


def _asked() -> dict[str, bool]:
    """Return whether what was asked for is there: analyses, and lines of Experts, by what they are of."""
    analyses = {f"analysis {each}": not analysis_jobs.missing_steps(each) for each in Analysis.objects.all()}
    wanted = Board.objects.filter(expert_wanted=True)
    return analyses | {f"board {each.pk}": each.expert_points is not None for each in wanted}


def _unscored() -> list[str]:
    """Return the tables of boards that are finished, and whose result is not stored as the deal was scored."""
    finished = BoardPlay.objects.filter(game__deals__finished=True)
    scored = finished.filter(game__deals__scores__player=F("board__player"), game__deals__scores__total=F("points"))
    return list(finished.exclude(pk__in=scored).values_list("game__code", flat=True))


async def run(
    sites: Sequence[Site],
    people: Sequence[Person],
    kills: int,
    faults: Mapping[str, Fault],
    pause: float = 5,
    minutes: float = 60,
) -> Report:
    """Let people play while processes are killed and started again `kills` times, each time after one of the faults.

    After so many minutes there are no more kills.
    """
    report, deadline = Report(), monotonic() + 60 * minutes
    playing = [asyncio.create_task(person.play()) for person in people]
    deals = finished_deals(BiddingStyle.STANDARD, kills)
    while report.kills < kills and monotonic() < deadline:
        await asyncio.sleep(random.uniform(0.2, pause))
        fault = random.choice(list(faults))
        await faults[fault]()
        report.faults[fault] += 1
        if report.kills % ASKED_EVERY == 0:
            await looked_up(partial(_ask, next(deals)))
        await asyncio.sleep(random.uniform(0.2, pause))
        report.served_after.append(await _kill(random.choice(sites)))
        report.kills += 1
        print(f"\r{report.kills} of {kills} kills", end="", flush=True)
    print()
    await conclude(people, playing, report)
    return report


async def conclude(people: Sequence[Person], playing: Sequence[asyncio.Task[None]], report: Report) -> None:
    """Wait until all tables go on, end the play, and report what is lost, stuck or behind."""
    await _all_go_on(people, report)
    for task in playing:
        task.cancel()
    for person in people:
        person.close()
    report.made = sum(len(person.made) for person in people)
    report.sockets_lost = sum(person.cuts for person in people)
    report.longest_behind = max(person.longest_behind for person in people)
    report.lost = await looked_up(lambda: [made for person in people for made in person.made if not _is_in_log(made)])
    report.unscored = await looked_up(_unscored)
    await _all_answered(report)


async def _all_answered(report: Report) -> None:
    """Wait until all that was asked for is there; the report names what is not."""
    deadline = monotonic() + ANSWERED_WITHIN
    while monotonic() < deadline:
        asked = await looked_up(_asked)
        report.asked, report.unanswered = len(asked), [name for name, is_there in asked.items() if not is_there]
        if not report.unanswered:
            return
        await asyncio.sleep(1.0)


async def _kill(site: Site) -> float:
    """Kill a process and start it again; return after how many seconds it served again."""
    killed = monotonic()
    site.kill()
    await asyncio.to_thread(site.start)
    return monotonic() - killed


async def _all_go_on(people: Sequence[Person], report: Report) -> None:
    """Wait until each table has gone on and each page has shown it; the report names those that have not."""
    codes, deadline = {person.code for person in people}, monotonic() + PATIENCE
    before = await looked_up(lambda: _versions(codes))
    while monotonic() < deadline:
        now = await looked_up(lambda: _versions(codes))
        report.stuck = [code for code, version in now.items() if version == before[code]]
        report.behind = [person.code for person in people if person.version <= before.get(person.code, -2)]
        if report.is_good:
            return
        await asyncio.sleep(0.1)


def _versions(codes: set[str]) -> dict[str, int]:
    """Return the versions of the games that have not ended."""
    return dict(Game.objects.filter(code__in=codes, stage__in=RUNNING).values_list("code", "version"))


def _is_in_log(made: Made) -> bool:
    """Return whether the event after the version that the player saw is the move, made by a player."""
    row = Event.objects.filter(game__code=made.code, sequence=made.version + 1, author=Author.PLAYER).first()
    if row is None:
        return False
    try:
        return decide(event_log.load_state(row.deal, row.sequence), made.action) == (from_json(row.payload),)
    except IllegalAction:
        return False
