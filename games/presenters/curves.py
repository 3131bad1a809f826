"""Line charts: the points of a game, and a player's rating over time."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import PLAYERS
from games.history.ratings import RatingAfterGame
from games.play.snapshot import Snapshot
from games.presenters.history import deals_counted

from . import charts
from .charts import HEIGHT, LEFT, RIGHT, WIDTH, Chart, Drawing
from .words import Names, plain

NAME_SPACE: Final = 74
"""The space on the right for the players' names."""

FOOT: Final = HEIGHT - 9
"""The y coordinate of the labels below a chart."""


def points_over_game(snapshot: Snapshot) -> Chart | None:
    """Return a chart with one line per player; None before the first deal is scored."""
    if not snapshot.finished:
        return None
    names = Names(snapshot.seats, snapshot.viewer)
    runs = [[0, *(deal.scores[player].points_after for deal in snapshot.finished)] for player in PLAYERS]
    deals = range(1, len(runs[0]))
    return Chart(
        name="points",
        title=_("Points, deal by deal"),
        summary=_points_summary(names, runs),
        head=(_("Deal"), *(names.label(player) for player in PLAYERS)),
        rows=tuple((str(deal), *(plain(run[deal]) for run in runs)) for deal in deals),
        drawing=_three_lines(runs, [_short(names.label(player)) for player in PLAYERS], snapshot.rules.target),
    )


def _three_lines(runs: Sequence[Sequence[int]], names: Sequence[str], target: int) -> Drawing:
    values = charts.ticks(min(map(min, runs)), max(target, *map(max, runs)))
    y, x = charts.y_scale(values[0], values[-1]), charts.x_scale(0, len(runs[0]) - 1, WIDTH - NAME_SPACE)
    rules, texts = charts.grid(values, y, [plain(value) for value in values])
    heights = charts.spread([y(run[-1]) for run in runs], 15)
    labels = [
        charts.text(WIDTH - NAME_SPACE + 7, height + 4, name, "start")
        for height, name in zip(heights, names, strict=True)
    ]
    lines = tuple(
        charts.line(kind, [(x(deal), y(points)) for deal, points in enumerate(run)], label)
        for kind, (run, label) in enumerate(zip(runs, labels, strict=True))
    )
    feet = tuple(charts.text(x(deal), FOOT, str(deal)) for deal in sorted({1, len(runs[0]) - 1}))
    return Drawing(texts=(*texts, *feet), rules=rules, lines=lines)


def _short(name: str) -> str:
    return name if len(name) <= 9 else f"{name[:8]}…"


def _points_summary(names: Names, runs: Sequence[Sequence[int]]) -> str:
    deals = len(runs[0]) - 1
    leaders = [max(PLAYERS, key=lambda player: runs[player][deal]) for deal in range(1, deals + 1)]
    changes = sum(one != other for one, other in pairwise(leaders))
    you = _("After %(deals)s you lead with %(points)s points; the lead has changed %(changes)s.")
    about = _("After %(deals)s %(name)s leads with %(points)s points; the lead has changed %(changes)s.")
    times = ngettext("%(count)d time", "%(count)d times", changes) % {"count": changes}
    facts = {"deals": deals_counted(deals), "points": plain(runs[leaders[-1]][-1]), "changes": times}
    return names.say(leaders[-1], you, about, **facts)


def rating_over_time(history: Sequence[RatingAfterGame], company: str, label: str) -> Chart | None:
    """Return a player's rating as a line in the band of its uncertainty; None with fewer than two games.

    `label` is the translated name of `company`.
    """
    if len(history) < 2:
        return None
    last, best = history[-1], max(history, key=lambda at: at.points)
    summary = _(
        "After %(games)d games the rating is %(now)d, give or take %(sigma)d; at its best it was %(best)d, on %(day)s."
    )
    facts = {"games": last.number, "now": last.points, "sigma": last.give_or_take, "best": best.points}
    return Chart(
        name=f"rating-{company}",
        title=_("Rating over time, %(company)s") % {"company": label},
        summary=summary % {**facts, "day": _day(best)},
        head=(_("Game"), _("Date"), _("Rating")),
        rows=tuple((str(at.number), _day(at), f"{at.points} ± {at.give_or_take}") for at in history),
        drawing=_line_in_band(history),
    )


def _line_in_band(history: Sequence[RatingAfterGame]) -> Drawing:
    lows, highs = [at.points - at.give_or_take for at in history], [at.points + at.give_or_take for at in history]
    values = charts.ticks(min(lows), max(highs))
    y, x = charts.y_scale(values[0], values[-1]), charts.x_scale(history[0].number, history[-1].number)
    places = [x(at.number) for at in history]
    above = [(place, y(high)) for place, high in zip(places, highs, strict=True)]
    below = [(place, y(low)) for place, low in zip(places, lows, strict=True)]
    rules, texts = charts.grid(values, y, [str(value) for value in values])
    feet = (
        charts.text(LEFT, FOOT, _day(history[0]), "start"),
        charts.text(WIDTH - RIGHT, FOOT, _day(history[-1]), "end"),
    )
    line = charts.line(0, [(place, y(at.points)) for place, at in zip(places, history, strict=True)])
    return Drawing(texts=(*texts, *feet), rules=rules, band=charts.curve([*above, *reversed(below)]), lines=(line,))


def _day(at: RatingAfterGame) -> str:
    return date_format(at.at, "SHORT_DATE_FORMAT")
