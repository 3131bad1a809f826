"""Heartbeats: every few seconds each browser with an open table is sent one, and its presence is recorded. Then each is
shown its table if that has changed without a message, as when a process is killed before it can send one.

All browsers of an event loop share one task, because with a timer for each, a busy site would spend more time on
heartbeats than on moves.
"""

import asyncio
import json
import logging
import secrets
from asyncio import sleep as pause
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from statistics import fmean
from typing import Final, Protocol

from accounts.base import db_threads
from accounts.base.outages import Attempts
from games.engine import Player
from games.play import onlookers, presence, queries
from games.play.attendance import Attendance
from games.pubsub import groups

logger = logging.getLogger(__name__)

_SHOWING: Final = Attempts(logger, "one of many browsers could not be shown its table")
_attempts: Final = Attempts(logger, "a heartbeat failed (%s); the next one may not")

AT_ONCE: Final = 10
"""How many browsers are handled before other work gets its turn."""

ROUND_TRIPS: Final = 5
"""Over how many of the last round trips the average is taken."""


class Member(Protocol):
    """A browser with an open table. `viewer` is its player, None for a spectator; `attendance` is what it shows.

    `gathers` says whether the table waits for players; `name` is whose browser it is, "" for an anonymous visitor;
    `browser` is its id among onlookers.
    """

    code: str
    viewer: Player | None
    patience: float
    attendance: Attendance

    @property
    def gathers(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def browser(self) -> str: ...
    def has_signed_out(self) -> bool: ...
    def show_sign_of_life(self) -> None: ...
    def show_attendance(self, attendance: Attendance | None) -> None: ...
    def catch_up(self, version: int) -> None: ...


class Heartbeat:
    """The browsers of one event loop. Its task runs only while there are some."""

    def __init__(self) -> None:
        self._members: dict[Member, None] = {}
        self._task: asyncio.Task[None] | None = None

    def join(self, member: Member) -> None:
        """Add a browser."""
        self._members[member] = None
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._beat())

    def leave(self, member: Member) -> None:
        """Remove a browser, whether it has joined or not."""
        self._members.pop(member, None)
        if not self._members and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _beat(self) -> None:
        """Handle the browsers in small groups, spread over the interval, so that moves never wait for all of them."""
        while self._members:
            members = list(self._members)
            groups = [members[first : first + AT_ONCE] for first in range(0, len(members), AT_ONCE)]
            for group in groups:
                await pause(presence.SIGN_EVERY / len(groups))
                await self._do(_handle, group)
            await self._do(_catch_up, members)

    async def _do(self, work: Callable[[Sequence[Member]], Awaitable[None]], members: Sequence[Member]) -> None:
        """Do this for those of the browsers that are still there."""
        with _attempts.attempt(work.__name__.strip("_")):
            await work([member for member in members if member in self._members])


async def _handle(members: Sequence[Member]) -> None:
    """Send heartbeats, record who is present, and show each browser the changes of attendance."""
    for member in members:
        member.show_sign_of_life()
    for member, attendance in await db_threads.in_thread(_outdated)(members):
        _show(partial(member.show_attendance, attendance))


async def _catch_up(members: Sequence[Member]) -> None:
    """Show the browsers tables of which the database has a later version: one query for all."""
    versions = await db_threads.in_thread(queries.versions)([member.code for member in members])
    for member in members:
        if member.code in versions:
            _show(partial(member.catch_up, versions[member.code]))


def _show(change: Callable[[], None]) -> None:
    """Show a browser a change. If that fails, the others are still shown theirs."""
    with _SHOWING.attempt():
        change()


def _outdated(members: Sequence[Member]) -> list[tuple[Member, Attendance | None]]:
    """Return the browsers that show an outdated attendance, with the current one; None for those signed out."""
    signed_out = {member for member in members if member.has_signed_out()}
    here = [member for member in members if member not in signed_out]
    presence.signs_of_life((member.code, member.viewer) for member in here if member.viewer is not None)
    spectators = [member for member in here if member.viewer is None]
    watching = [(member.code, member.browser, member.name) for member in spectators]
    if onlookers.note_onlookers(watching):
        groups.lobby_changed_on_commit()
    attendances = presence.attendances(
        [(member.code, member.patience) for member in members], [member.code for member in here if member.gathers]
    )
    return [
        (member, None if member in signed_out else attendance)
        for member, attendance in zip(members, attendances, strict=True)
        if member in signed_out or attendance != member.attendance
    ]


class Latency:
    """The last few round trips to one browser. Each word sent is random: no browser can answer before it gets it."""

    def __init__(self) -> None:
        self._word = ""
        self._asked_at = 0.0
        self._took: tuple[float, ...] = ()

    def ask(self, now: float) -> str | None:
        """Return a word to send at the time `now` in seconds; None while the last one has not come back."""
        if self._word:
            return None
        self._word, self._asked_at = json.dumps({"echo": secrets.token_hex(4)}), now
        return self._word

    def answered(self, text: str | None, now: float) -> float | None:
        """Return the average round trip in seconds if `text` is the word sent back; None if it is something else."""
        if not self._word or text != self._word:
            return None
        self._word = ""
        self._took = (*self._took, now - self._asked_at)[-ROUND_TRIPS:]
        return fmean(self._took)
