"""Operations on seasons: read a division."""

from typing import Annotated, Any, Final

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Schema
from pydantic import Field

from games.competitions.ladders import queries as season_queries
from games.competitions.ladders.page import division_for
from games.models import SeasonLadder
from games.operations.auth import PUBLIC
from games.operations.routers import SubjectRouter
from games.operations.schemas import Figure, Month

Division = Annotated[int, Field(ge=1, le=100)]


class SeasonLine(Schema):
    """A player of a division; `place` and `score` are null without a result, `next_division` for who leaves."""

    name: str
    division: int
    place: int | None
    score: Figure | None
    played: int
    medal: int | None
    next_division: int | None


EXAMPLES: Final[dict[str, Any]] = {
    "SeasonLine": {
        "name": "Ana",
        "division": 1,
        "place": 1,
        "score": 58.3,
        "played": 24,
        "medal": 1,
        "next_division": 1,
    }
}

router = SubjectRouter("players and results", examples=EXAMPLES)


@router.get("/seasons/{ladder}", response=list[SeasonLine], auth=PUBLIC, summary="Read a season")
def read_season(
    request: HttpRequest, ladder: SeasonLadder, month: Month = "", division: Division = 1
) -> list[dict[str, Any]]:
    """Return a division of a season such as 2026-11: of the one that runs, or has no `month`, as if it ended now."""
    running = season_queries.current(ladder)
    shown = running if month in ("", running.month) else season_queries.closed(ladder, month)
    if shown is None:
        raise Http404(_("There was no such season."))
    rows = division_for(season_queries.lines_of(shown), division, request.user).rows
    return [{**row.line._asdict(), "name": row.account.username} for row in rows]
