"""A page of a season: one division, the reader's own first, with who goes up or down."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from games.competitions.ladders import queries, scores, services, words
from games.competitions.ladders.divisions import FIRST_SIZE, SMALLEST
from games.competitions.ladders.queries import Line
from games.models import Season, SeasonLadder

MOST_LISTED: Final = 100
"""How many players of a division are listed, besides the reader."""

ALONE_BELOW: Final = FIRST_SIZE + SMALLEST
"""With fewer players there is one division only."""


class Row(NamedTuple):
    """A line of the ladder. `way` is "up", "down" or "out", "" for who stays; `goes` says it in words."""

    line: Line
    name: str
    avatar: str
    is_own: bool
    score: str
    way: str
    goes: str


class Division(NamedTuple):
    """The rows of a division that the reader may see; `hidden` of its players do not show their results."""

    rows: list[Row]
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
    own: Row | None
    earlier: list[tuple[str, str]]

    @property
    def moves(self) -> bool:
        """Whether somebody of the division goes up, down or out."""
        return any(row.way for row in self.shown.rows)


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
        month=words.month_name(season.month),
        ladders=[(ladder.value, words.ladder_name(ladder)) for ladder in SeasonLadder],
        ends_at=scores.end_of(season.month),
        closes_at=services.closes_at(season.month),
        is_over=timezone.now() >= scores.end_of(season.month),
        number=number,
        divisions=divisions,
        shown=division_for(season, lines, number, user),
        own=_row(season, own, user, user) if own and isinstance(user, User) else None,
        earlier=[(month, words.month_name(month)) for month in queries.closed_months()],
    )


def division_for(season: Season, lines: Sequence[Line], number: int, user: User | AnonymousUser) -> Division:
    """Return a division of a season without those who hide their results from this reader or may not act now, as
    ladders do.
    """
    of_division = [line for line in lines if line.division == number]
    listed = [line for at, line in enumerate(of_division) if at < MOST_LISTED or line.user == user.pk]
    accounts = User.objects.in_bulk([line.user for line in listed])
    present = [(line, account) for line in listed if (account := accounts.get(line.user)) and account.may_act]
    rows = [_row(season, line, account, user) for line, account in present if account.shows_results_to(user)]
    return Division(rows, len(present) - len(rows))


def _row(season: Season, line: Line, account: User, reader: User | AnonymousUser) -> Row:
    way = "out" if line.next_division is None else ""
    if line.next_division is not None and line.next_division != line.division:
        way = "up" if line.next_division < line.division else "down"
    return Row(
        line=line,
        name=account.username,
        avatar=account.avatar,
        is_own=account.pk == reader.pk,
        score=words.score_words(season.ladder, line.score),
        way=way,
        goes=words.way_words(line.division, line.next_division),
    )
