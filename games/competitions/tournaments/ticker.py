"""The task of tournaments, beside the ticker of games: they begin and go on. Any number may run, in any process."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from operator import attrgetter
from typing import Final

from django.utils import timezone

from accounts.base.outages import Attempts
from accounts.base.statements import Statement
from games.competitions.tournaments import direction, ending, queries, rounds, services
from games.models import Tournament, TournamentStage

_attempts: Final = Attempts(logging.getLogger(__name__), "tournament %s could not be served")

EVERY: Final = 1.0
"""Seconds between two looks at what is due."""


def serve() -> None:
    """Do all that is due in tournaments."""
    now = timezone.now()
    _serve(_UNREMINDED.all(now, now + services.REMINDED), services.remind, now)
    _serve(_TO_BEGIN.all(now), rounds.begin, now)
    _serve(_RUNNING.all(), go_on, now)
    _serve(_TO_WIND_UP.all(), direction.wind_up, now)


_OPEN: Final = Tournament.objects.filter(stage=TournamentStage.OPEN)
_UNREMINDED: Final = Statement(
    lambda now, before: _OPEN.filter(reminded_at=None, starts_at__gt=now, starts_at__lte=before)
)
_TO_BEGIN: Final = Statement(lambda now: _OPEN.filter(starts_at__lte=now))
_RUNNING: Final = Statement(lambda: Tournament.objects.filter(stage=TournamentStage.RUNNING).order_by("pk"))
_TO_WIND_UP: Final = Statement(
    lambda: Tournament.objects.filter(stage=TournamentStage.OVER, played_rounds__in=queries.rounds_in_play())
)


def _serve(due: Iterable[Tournament], step: Callable[[Tournament, datetime], None], now: datetime) -> None:
    _attempts.each(due, lambda tournament: step(tournament, now), attrgetter("code"))


def go_on(tournament: Tournament, now: datetime) -> None:
    """Take the next steps of a running tournament. A paused one only has its tables paused."""
    if tournament.paused_at is not None:
        direction.pause_tables(tournament)
        return
    ending.end_if_nobody_is_left(tournament, now)
    rounds.begin_round(tournament, now)
    in_play = queries.current_round(tournament)
    if in_play is not None:
        rounds.open_tables(in_play)
        rounds.replace_absent(in_play)
        rounds.end_round(in_play, now)
