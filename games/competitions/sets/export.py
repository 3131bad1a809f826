"""The results of a set of deals as a file: of each board, and the ladder with all places (docs/duplicate.md).

Another program can compute the ladder again from the results of the boards.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from accounts.models import User
from games.competitions.sets import queries, scoring
from games.models import BoardPlay, DealSet, SetResult
from games.web import spreadsheets

_LADDER = ("place", "points", "percent", "error", "boards")


def results_of(deal_set: DealSet) -> dict[str, Any]:
    """Return all results of a set. Show them only to visitors whom `access.may_see_all_results` allows."""
    rows: dict[int, list[dict[str, object]]] = {}
    finished = BoardPlay.objects.filter(board__deal_set=deal_set, points__isnull=False, removed=False)
    plays = finished.order_by("board__number", "-points", "pk")
    columns = ("board__number", "user__username", "points", "by_expert")
    for number, name, points, by_expert in plays.values_list(*columns):
        rows.setdefault(number, []).append({"player": name, "points": points, "by_expert": by_expert})
    return {
        "set": deal_set.code,
        "boards": [
            {"number": number, "expert": expert, "results": rows.get(number, [])}
            for number, expert in deal_set.boards.order_by("number").values_list("number", "expert_points")
        ],
        "ladder": list(_stored_ladder(deal_set) if deal_set.closed_at else _ladder_by_now(deal_set)),
    }


def _stored_ladder(deal_set: DealSet) -> Iterator[dict[str, object]]:
    ordered = SetResult.objects.filter(deal_set=deal_set).order_by(F("place").asc(nulls_last=True), "-boards", "pk")
    yield from ordered.values(*_LADDER, player=F("user__username"))


def _ladder_by_now(deal_set: DealSet) -> Iterator[dict[str, object]]:
    entries = scoring.ladder(queries.results_of(deal_set))
    users = User.objects.filter(board_plays__board__deal_set=deal_set)
    names = dict(users.values_list("pk", "username"))
    for entry in entries:
        score = entry.score
        figures = (entry.place, score.total, score.rounded, score.error, score.boards)
        yield {**dict(zip(_LADDER, figures, strict=True)), "player": names[entry.participant]}


def as_csv(results: dict[str, Any]) -> bytes:
    """Return the ladder as a table for spreadsheets, with a column for the points of each board."""
    points = {
        (board["number"], result["player"]): result["points"]
        for board in results["boards"]
        for result in board["results"]
        if not result["by_expert"]
    }
    numbers = [board["number"] for board in results["boards"]]
    head = ["place", "player", *_LADDER[1:], *(f"board {number}" for number in numbers)]
    rows = [
        [
            line["place"],
            line["player"],
            *(line[name] for name in _LADDER[1:]),
            *(points.get((number, line["player"])) for number in numbers),
        ]
        for line in results["ladder"]
    ]
    return spreadsheets.file([head, *rows])
