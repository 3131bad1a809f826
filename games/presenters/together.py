"""What players of one table owe each other: time, presence, agreement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine import Player
from games.play.snapshot import SeatClock, SeatInfo, Snapshot
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import ngettext

from .words import Names, capital, listing

LAST_SECONDS = 10


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock as it stood when the page was made: `move` and `reserve` in seconds for the browser to count down from,
    "0:12" and "2:00" to read, one sentence to hear. `low` in the last seconds."""

    move: str
    reserve: str
    move_time: str
    reserve_time: str
    words: str
    running: bool
    low: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A proposal on the table: what it asks, whether the viewer is to answer or may withdraw it, and who else is.

    `lapses_at` is when silence counts as no, None if nobody is kept waiting.
    """

    sentence: str
    may_answer: bool
    may_withdraw: bool
    waiting: str
    lapses_at: datetime | None


def clock_face(clock: SeatClock | None) -> ClockFace | None:
    """The clock of one player; None without clocks."""
    if clock is None:
        return None
    return ClockFace(
        move=f"{clock.move:.1f}",
        reserve=f"{clock.reserve:.1f}",
        move_time=minutes(clock.move),
        reserve_time=minutes(clock.reserve),
        words=_("%(move)s for this move, %(reserve)s in reserve")
        % {"move": minutes(clock.move), "reserve": minutes(clock.reserve)},
        running=clock.running,
        low=clock.running and clock.move + clock.reserve <= LAST_SECONDS,
    )


def minutes(seconds: float) -> str:
    """A time to read: "2:05"."""
    whole = -int(-seconds // 1)
    return f"{whole // 60}:{whole % 60:02d}"


def question(snapshot: Snapshot, names: Names) -> Question | None:
    """What a player asks all the others to agree to, if anything."""
    asked = snapshot.proposal
    if asked is None:
        return None
    others = [names.within(player) for player in sorted(asked.missing) if not names.is_you(player)]
    return Question(
        sentence=_asked(asked.kind, asked.player, names),
        may_answer=any(map(names.is_you, asked.missing)),
        may_withdraw=names.is_you(asked.player) and not stand_in(snapshot),
        waiting=_("%(names)s still to agree") % {"names": capital(listing(others))} if others else "",
        lapses_at=asked.lapses_at,
    )


def _asked(kind: str, player: Player, names: Names) -> str:
    if kind == "back":
        return names.say(
            player, _("You ask to take your last move back."), _("%(name)s asks to take the last move back.")
        )
    return names.say(player, _("You propose to end the game."), _("%(name)s proposes to end the game."))


def refused(snapshot: Snapshot) -> str:
    """That the others have not agreed to what the viewer has asked for, "" if that is not so."""
    asked = snapshot.refused
    if asked is None or asked.withdrawn or asked.player != snapshot.viewer:
        return ""
    if asked.kind == "back":
        return _("Not everyone agrees: your move stands.")
    return _("Not everyone agrees: the game goes on.")


def stand_in(snapshot: Snapshot) -> str:
    """The bot that sits in for the viewer, "" if none does; there is nothing to sit in for once the game has ended."""
    if snapshot.viewer is None:
        return ""
    bot = snapshot.seats[snapshot.viewer].stand_in
    return bot if bot and not snapshot.stage.has_ended else ""


def sits_in(seat: SeatInfo | None) -> str:
    """The mark on the plate of an absent player's seat."""
    return _("%(bot)s sits in") % {"bot": seat.stand_in} if seat and seat.stand_in else ""


def is_away(seat: SeatInfo | None) -> bool:
    """Whether the seat's own player is not at the table."""
    return seat is not None and bool(seat.name) and not seat.is_bot and not seat.connected


def may_call_bot(seat: SeatInfo | None, snapshot: Snapshot) -> bool:
    """Whether the viewer may let a bot sit in for this player."""
    if seat is None or snapshot.viewer in (None, seat.player) or stand_in(snapshot):
        return False
    return seat.may_be_replaced and snapshot.stage.is_running


def leaves_others(snapshot: Snapshot) -> bool:
    """Whether somebody else plays on when the viewer gives the game up."""
    return any(not seat.is_bot and not seat.stand_in and seat.player != snapshot.viewer for seat in snapshot.seats)


def alone_with_bots(snapshot: Snapshot) -> bool:
    """Whether the viewer plays and all the others are bots, so that help harms nobody."""
    others = [seat for seat in snapshot.seats if seat.player != snapshot.viewer]
    return snapshot.viewer is not None and all(seat.is_bot for seat in others)


def time_was_up(snapshot: Snapshot, names: Names) -> str:
    """That a bot made the last move for want of time, "" if it did not."""
    late = snapshot.last_by_clock
    if late is None:
        return ""
    return names.say(late, _("Your time was up: a bot moved for you."), _("%(name)s’s time was up: a bot moved."))


def seats_free(seats: Sequence[SeatInfo]) -> str:
    """How many players a table still waits for."""
    free = sum(not seat.name for seat in seats)
    if free:
        return ngettext("%(count)d seat is free", "%(count)d seats are free", free) % {"count": free}
    return _("Not everyone is here yet") if any(seat.is_expected for seat in seats) else _("Everyone is here")
