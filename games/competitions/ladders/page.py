"""A page of a season: one division, the reader's own first, with who goes up or down; and what pages say of seasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.competitions import ranking
from games.competitions.ladders import queries, scores, services
from games.competitions.ladders.divisions import FIRST_SIZE, SMALLEST
from games.competitions.ladders.queries import Line
from games.competitions.ranking import Row
from games.models import Season, SeasonLadder
from games.words.names import per_cent, plain

MOST_LISTED: Final = 100
"""How many players of a division are listed, besides the reader."""

ALONE_BELOW: Final = FIRST_SIZE + SMALLEST
"""With fewer players there is one division only."""


class Division(NamedTuple):
    """The rows of a division that the reader may see; `hidden` counts the players who do not show their results."""

    rows: list[Row[Line]]
    hidden: int


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """What the page shows. `own` is the reader's row, None without one; `divisions` are the numbers of all."""

    season: Season
    month: str
    ladders: list[tuple[str, str]]
    ends_at: datetime
    closes_at: datetime
    is_over: bool
    number: int
    divisions: list[int]
    shown: Division
    own: Row[Line] | None
    earlier: list[tuple[str, str]]


class NoSuchDivision(Exception):
    """The season has no division of this number."""


def season_page(season: Season, user: User | AnonymousUser, chosen: int | None) -> SeasonPage:
    """Return a season for this reader, with the division that is `chosen` or their own. Raises NoSuchDivision."""
    lines = queries.lines_of(season)
    own = next((line for line in lines if line.user == user.pk), None)
    divisions = sorted({line.division for line in lines}) or [1]
    number = (own.division if own else divisions[0]) if chosen is None else chosen
    if number not in divisions:
        raise NoSuchDivision
    return SeasonPage(
        season=season,
        month=month_name(season.month),
        ladders=[(ladder.value, ladder_name(ladder)) for ladder in SeasonLadder],
        ends_at=scores.end_of(season.month),
        closes_at=services.closes_at(season.month),
        is_over=timezone.now() >= scores.end_of(season.month),
        number=number,
        divisions=divisions,
        shown=division_for(lines, number, user),
        own=Row(own, user, is_own=True) if own and isinstance(user, User) else None,
        earlier=[(month, month_name(month)) for month in queries.closed_months()],
    )


def division_for(lines: Sequence[Line], number: int, user: User | AnonymousUser) -> Division:
    """Return a division of a season without those who hide their results from this reader or may not act now, as
    ladders do.
    """
    of_division = [line for line in lines if line.division == number]
    listed = ranking.rows(of_division, user, MOST_LISTED, whose=attrgetter("user"))
    present = [row for row in listed if row.account.may_act]
    rows = [row for row in present if row.account.shows_results_to(user)]
    return Division(rows, len(present) - len(rows))


def month_name(month: str) -> str:
    """Return a month as "November 2026"."""
    return date_format(scores.first_day(month), "YEAR_MONTH_FORMAT")


def ladder_name(ladder: str) -> str:
    """Return the name of a ladder, as of a tab."""
    names = {SeasonLadder.TABLES: _("At the tables"), SeasonLadder.SETS: _("Eight a day")}
    return names.get(SeasonLadder(ladder), _("Tournaments"))


def score_words(score: float | None, ladder: str) -> str:
    """Return a score: a proven rating, or a mean per cent; a dash without one."""
    if score is None:
        return "–"
    return plain(round(score)) if ladder == SeasonLadder.TABLES else per_cent(score)


def way_words(line: Line) -> str:
    """Return whether somebody goes up, down or leaves, in words; "" in the same division."""
    next_division = line.next_division
    if next_division is None:
        return _("leaves the ladder")
    if not line.way:
        return ""
    words = _("up to division %(number)d") if line.way == "up" else _("down to division %(number)d")
    return words % {"number": next_division}
