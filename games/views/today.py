"""The page Today: what everybody plays today, and what came of the days before."""

from datetime import date, timedelta
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.models import User
from games.competitions.ladders import rankings
from games.competitions.sets import archive as archives, front
from games.competitions.sets.front import Today
from games.competitions.sets.views import day_in_address
from games.competitions.tournaments.page import lines_for
from games.competitions.tournaments.queries import past
from games.competitions.tournaments.services import may_announce
from games.learning import training

MOST_OF_WEEK: Final = 5
"""So many lines of the ladder of the week are shown, and the reader's own."""


class Ring(NamedTuple):
    """What somebody can finish in a day, drawn as a ring of this radius of which so many per cent are closed."""

    name: str
    radius: int
    percent: int


def today(request: HttpRequest) -> HttpResponse:
    """Show the deal, the eight and the puzzle of today, a month of deals, the ladder of the week, and tournaments."""
    now = timezone.now()
    sets, user = front.today(request.user, now), request.user
    has_answered = isinstance(user, User) and training.has_answered_puzzle(user, now)
    rings = _rings(sets, has_answered=has_answered)
    following = next((ring.name for ring in rings if ring.percent < 100), "")
    week = rankings.ladder_of(rankings.period_of("week", sets.in_utc), user, sets.in_utc)
    context = {
        "today": sets,
        "rings": rings,
        "closed": sum(ring.percent == 100 for ring in rings),
        **{f"next_is_{ring.name}": ring.name == following for ring in rings},
        "has_answered_puzzle": has_answered,
        "page": archives.archive(user, _month(request, sets.in_utc), sets.in_utc),
        "yesterday": archives.podium_of(sets.in_utc - timedelta(days=1), user),
        "week": [row for at, row in enumerate(week) if at < MOST_OF_WEEK or row.is_own],
        "tournaments": lines_for(user, now),
        "past_tournaments": past(),
        "may_announce": may_announce(user),
    }
    return render(request, "web/today.html", context)


def _rings(sets: Today, *, has_answered: bool) -> list[Ring]:
    """Return the rings of the sets that are open, and of the puzzle."""
    day, eight = (100 * each.own // each.boards if each else 0 for each in (sets.day, sets.eight))
    rings = [Ring("day", 45, day), Ring("eight", 33, eight), Ring("puzzle", 21, 100 * has_answered)]
    open_ones = {"day": sets.day, "eight": sets.eight, "puzzle": True}
    return [ring for ring in rings if open_ones[ring.name]]


def _month(request: HttpRequest, in_utc: date) -> date:
    """Return the first day of the month that the address names, by default of this one."""
    chosen = day_in_address(f"{request.GET['month']}-01") if "month" in request.GET else in_utc
    return min(chosen, in_utc).replace(day=1)
