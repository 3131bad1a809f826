"""Signs of life: every few seconds each browser that has a table open is called up, and looked after with others.

Their number counts: what each asked for by itself would keep a busy site busier than the moves do.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import sleep as pause
from collections.abc import Coroutine, Sequence
from typing import Any, Final, Protocol

from games.engine import Player
from games.play import db_threads, presence

logger = logging.getLogger(__name__)

AT_ONCE: Final = 10
"""How many browsers are looked after before others get their turn."""


class Present(Protocol):
    """A browser that has a table open. `viewer` is its player, None for a spectator; `attendance` is what it shows."""

    code: str
    viewer: Player | None
    patience: float
    attendance: presence.Attendance

    def has_signed_out(self) -> bool: ...
    def show_sign_of_life(self) -> None: ...
    async def renew(self) -> None: ...
    def start(self, work: Coroutine[Any, Any, None]) -> None: ...


class RollCall:
    """The browsers of one event loop. Nothing runs while there are none."""

    def __init__(self) -> None:
        self._members: dict[Present, None] = {}
        self._calling: asyncio.Task[None] | None = None

    def join(self, member: Present) -> None:
        self._members[member] = None
        if self._calling is None:
            self._calling = asyncio.get_running_loop().create_task(self._call())

    def leave(self, member: Present) -> None:
        self._members.pop(member, None)
        if not self._members and self._calling is not None:
            self._calling.cancel()
            self._calling = None

    async def _call(self) -> None:
        """Browsers are called up in turn all the time: all of a busy site's together would hold up moves."""
        while self._members:
            members = list(self._members)
            groups = [members[first : first + AT_ONCE] for first in range(0, len(members), AT_ONCE)]
            for group in groups:
                await pause(presence.SIGN_EVERY / len(groups))
                try:
                    await _look_after([member for member in group if member in self._members])
                except Exception:
                    logger.exception("no signs of life could be given; the next ones may")


async def _look_after(members: Sequence[Present]) -> None:
    """Say that they are there, to them that we are, and show each who has come or gone meanwhile, or nothing after
    signing out.
    """
    for member in members:
        member.show_sign_of_life()
    for member in await db_threads.in_thread(_behind)(members):
        member.start(member.renew())


def _behind(members: Sequence[Present]) -> list[Present]:
    """Those who show what is not so any more."""
    signed_out = {member for member in members if member.has_signed_out()}
    here = ((member.code, member.viewer) for member in members if member not in signed_out)
    presence.signs_of_life((code, viewer) for code, viewer in here if viewer is not None)
    attendances = presence.attendances([(member.code, member.patience) for member in members])
    found = zip(members, attendances, strict=True)
    return [member for member, attendance in found if member in signed_out or attendance != member.attendance]
