"""The stored deadlines of the site, and how they move when it was away (`accounts.site_config.service`).

What is stored as the end of something that runs is put off by the downtime since that began. Whoever shows such an end
reads the column each time, and keeps it in no cache. What counts from a stored moment, such as clocks, asks
`accounts.site_config.downtime` and moves by itself. A test classifies all other moments.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Model, QuerySet

from accounts.base.outages import Attempts
from accounts.models import Push
from accounts.site_config import service
from accounts.site_config.downtime import Span
from accounts.site_config.models import DailyJob
from games.competitions.sets.services import KEPT_OPEN
from games.competitions.tournaments.kinds import BREAK
from games.competitions.tournaments.services import CHECK_IN
from games.models import (
    ACTIVE,
    Analysis,
    DealSet,
    Game,
    PairingRequest,
    Season,
    Tournament,
    TournamentRound,
    TournamentStage,
)
from games.play import game_rows, holds, pauses, progress, queue
from games.values import RUNNING, UNFINISHED, Pause

_moves: Final = Attempts(logging.getLogger(__name__), "deadlines could not be moved", stops_in_outage=True)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A column with the end of something that `rows` wait for, in the order in which they are locked.

    The time counts from the column `since`, or from so long before the end: what is earlier was no loss. `also` are
    columns with the same moment; `notified` is emptied, as those who were notified of it are to know the new one, and
    `counted` grows by one, by which calendars know the newer moment.
    """

    model: type[Model]
    column: str
    rows: Callable[[], QuerySet[Any]]
    since: str = ""
    window: timedelta | None = None
    also: tuple[str, ...] = ()
    notified: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()

    def put_off(self, span: Span) -> None:
        """Put off what would have ended during the downtime or after it."""
        for row in self._later_than(span.start):
            self._move(row, self._overlap(row, span))

    def take_back(self, span: Span, end: datetime) -> None:
        """Put off by no more than the downtime to its right `end`, as far as that is known.

        What is as far from the downtime as its whole window may have been due at any time before that: it keeps the
        later time.
        """
        for row in self._later_than(span.end):
            if self.since:
                self._move(row, self._overlap(row, Span(span.start, end)) - self._overlap(row, span))
            elif self.window is not None and getattr(row, self.column) < span.end + self.window:
                self._move(row, end - span.end)

    def _later_than(self, moment: datetime) -> list[Model]:
        """Return the rows with a deadline after this moment, locked."""
        rows = self.rows().filter(**{f"{self.column}__gt": moment})
        return list(rows.order_by("pk").select_for_update(no_key=True))

    def _overlap(self, row: Model, span: Span) -> timedelta:
        """Return how much of the downtime counts."""
        began = [span.start]
        if self.since:
            began.append(getattr(row, self.since))
        if self.window is not None:
            began.append(getattr(row, self.column) - self.window)
        return max(timedelta(), span.end - max(began))

    def _move(self, row: Model, by: timedelta) -> None:
        if not by:
            return
        moved = {column: F(column) + by for column in (self.column, *self.also)}
        moved |= {column: F(column) + 1 for column in self.counted}
        type(row)._default_manager.filter(pk=row.pk).update(**moved, **dict.fromkeys(self.notified))


def _running() -> QuerySet[Tournament]:
    """Return the tournaments whose time runs: not those that are paused, which get all of the pause when it ends."""
    return Tournament.objects.filter(stage=TournamentStage.RUNNING, paused_at=None)


DEADLINES: Final = (
    Deadline(
        Tournament,
        "starts_at",
        lambda: Tournament.objects.filter(stage=TournamentStage.OPEN),
        window=CHECK_IN,
        also=("next_round_at",),
        notified=("reminded_at",),
        counted=("calendar_sequence",),
    ),
    Deadline(Tournament, "next_round_at", _running, window=BREAK),
    Deadline(
        TournamentRound,
        "ends_at",
        lambda: TournamentRound.objects.filter(ended_at=None, tournament__in=_running()),
        since="started_at",
    ),
    Deadline(
        DealSet,
        "closes_at",
        lambda: DealSet.objects.filter(closed_at=None, void_reason=""),
        since="opens_at",
        window=KEPT_OPEN,
    ),
)

TRIED_AGAIN: Final[tuple[tuple[type[Model], str], ...]] = (
    (Push, "due_at"),
    (Analysis, "due_at"),
    (DailyJob, "due_at"),
    (DailyJob, "taken_until"),
    (Season, "closing_until"),
)
"""When something is tried again, or another process may take it: it is due at once after a downtime."""


def look() -> None:
    """Store that a ticker serves, and first what follows if none has for a while. Tickers call it before each look."""
    service.look(service.Receiver(_put_off, _take_back, _look_again))


def _put_off(span: Span) -> None:
    for deadline in DEADLINES:
        _try(partial(deadline.put_off, span))
    _try(partial(_move_pauses, span.start, span.end - span.start))


def _take_back(span: Span, end: datetime) -> None:
    for deadline in DEADLINES:
        _try(partial(deadline.take_back, span, end))
    _try(partial(_move_pauses, span.end, end - span.end))


def _try(move: Callable[[], object]) -> None:
    """Move deadlines. A mistake in one row keeps no ticker from serving all others."""
    with _moves.attempt(), transaction.atomic():
        move()


def _move_pauses(later_than: datetime, by: timedelta, kinds: Collection[Pause] = tuple(Pause)) -> None:
    """Move the ends of pauses that are later than this moment."""
    paused = Game.objects.filter(stage__in=RUNNING, paused_until__gt=later_than, pause__in=kinds)
    for code in paused.order_by("pk").values_list("code", flat=True):
        with queue.change(code) as game:
            if game.paused_until is not None:
                game.paused_until += by
                progress.changed(game)


def _look_again(now: datetime, by: timedelta) -> None:
    """Correct what was stored with a clock that was ahead `by` so much: it would be due too late."""
    TournamentRound.objects.filter(ended_at=None, started_at__gt=now).update(
        started_at=F("started_at") - by, ends_at=F("ends_at") - by
    )
    _running().filter(next_round_at__gt=now + BREAK).update(next_round_at=now + BREAK)
    _move_pauses(now + pauses.OWN_LASTS, -by, kinds=[Pause.OWN])
    holds.begin_anew(now)
    game_rows.put_off(Game.objects.filter(stage__in=UNFINISHED, due_at__gt=now), now)  # works out when it is due
    for model, column in TRIED_AGAIN:
        model._default_manager.filter(**{f"{column}__gt": now}).update(**{column: F(column) - by})
    for column in ("found_at", "seen_at"):
        PairingRequest.objects.filter(state__in=ACTIVE, **{f"{column}__gt": now}).update(**{column: now})
