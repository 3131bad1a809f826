"""The chart of a game's points, deal by deal, with one line per player."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _, ngettext

from games.engine import PLAYERS, standing_before
from games.play.snapshot import Snapshot
from games.words import charts
from games.words.charts import HEIGHT, WIDTH, Chart, Drawing
from games.words.names import Names, plain

NAME_SPACE: Final = 74
FOOT: Final = HEIGHT - 9
"""The space on the right of a chart for the players' names, and the y coordinate of the labels below it."""


def points_over_game(snapshot: Snapshot) -> Chart | None:
    """Return a chart with one line per player; None before the first deal is scored."""
    if not snapshot.finished:
        return None
    names = Names(snapshot.seats, snapshot.viewer)
    labels = [names.label(player) for player in PLAYERS]
    before = standing_before(snapshot.finished[0].scores, snapshot.rules).points
    runs = [[before[player], *(deal.scores[player].points_after for deal in snapshot.finished)] for player in PLAYERS]
    return Chart(
        name="points",
        title=_("Points, deal by deal"),
        summary=_points_summary(names, runs),
        head=(_("Deal"), *labels),
        rows=tuple((str(deal), *(plain(run[deal]) for run in runs)) for deal in range(1, len(runs[0]))),
        drawing=_three_lines(runs, labels, snapshot.rules.target),
    )


def _points_summary(names: Names, runs: Sequence[Sequence[int]]) -> str:
    leaders, changes = _leaders(runs), len(_turning_points(runs))
    summary = names.say(
        leaders[-1],
        _("After %(deals)s you lead with %(points)s points."),
        _("After %(deals)s %(name)s leads with %(points)s points."),
        deals=ngettext("%(count)d deal", "%(count)d deals", len(leaders)) % {"count": len(leaders)},
        points=plain(runs[leaders[-1]][-1]),
    )
    rings = ngettext(
        "The lead has changed once: a ring marks where.",
        "The lead has changed %(count)d times: rings mark where.",
        changes,
    )
    return f"{summary} {rings % {'count': changes}}" if changes else summary


def _leaders(runs: Sequence[Sequence[int]]) -> list[int]:
    """Return who leads after each deal."""
    return [max(PLAYERS, key=lambda player: runs[player][deal]) for deal in range(1, len(runs[0]))]


def _turning_points(runs: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the deals after which another player leads than before, with that player."""
    pairs = enumerate(pairwise(_leaders(runs)), start=2)
    return [(deal, leader) for deal, (before, leader) in pairs if leader != before]


def _three_lines(runs: Sequence[Sequence[int]], names: Sequence[str], target: int) -> Drawing:
    values = charts.ticks(min(map(min, runs)), max(target, *map(max, runs)))
    y, x = charts.y_scale(values[0], values[-1]), charts.x_scale(0, len(runs[0]) - 1, WIDTH - NAME_SPACE)
    rules, texts = charts.grid(values, y)
    heights = charts.spread([y(run[-1]) for run in runs], 15)
    labels = [
        charts.Text(WIDTH - NAME_SPACE + 7, height + 4, name if len(name) <= 9 else f"{name[:8]}…", "start")
        for height, name in zip(heights, names, strict=True)
    ]
    lines = tuple(
        charts.Line(kind, [(x(deal), y(points)) for deal, points in enumerate(run)], label)
        for kind, (run, label) in enumerate(zip(runs, labels, strict=True))
    )
    marks = tuple(charts.Mark(leader, x(deal), y(runs[leader][deal])) for deal, leader in _turning_points(runs))
    feet = (charts.Text(x(deal), FOOT, str(deal)) for deal in sorted({1, len(runs[0]) - 1}))
    return Drawing(texts=(*texts, *feet), rules=rules, lines=lines, marks=marks)
