"""Charts as SVG shapes: all coordinates are computed here and the template only writes them.

A chart is as wide as a phone (`WIDTH`), so that its text is readable everywhere. It always has a summary sentence and
a table of its data. The chart of a game's points is here too.
"""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from django.utils.translation import gettext as _, ngettext

from games.engine import PLAYERS, standing_before
from games.play.snapshot import Snapshot
from games.values import Stage
from games.words.names import Names, plain

WIDTH: Final = 340
HEIGHT: Final = 210
LEFT: Final = 44
RIGHT: Final = 10
TOP: Final = 12
BOTTOM: Final = 26
LETTER: Final = 6
LINE: Final = 13
"""The approximate width of a letter, and the height of a line of text."""

Point: TypeAlias = tuple[float, float]
Scale: TypeAlias = Callable[[float], float]
"""Maps values to coordinates."""


class Text:
    """A text at a position: `anchor` is start, middle or end."""

    def __init__(self, x: float, y: float, text: str, anchor: str = "middle") -> None:
        self.x, self.y, self.text, self.anchor = number(x), number(y), text, anchor


class Rule:
    """A horizontal grid line; `base` marks the zero line."""

    def __init__(self, y: float, base: bool) -> None:
        self.y, self.base = number(y), base


class Line:
    """A line with its name at its end. `kind` selects the colour and dashes: 0 to 2, or 3 for steps."""

    def __init__(self, kind: int, points: Sequence[Point], name: Text | None = None) -> None:
        self.kind, self.points, self.name = kind, curve(points), name
        self.end_x, self.end_y = map(number, points[-1])


class Box:
    """A bar or a square. `kind` selects the colour and `strength` (0 to 1) its opacity."""

    def __init__(self, x: float, y: float, width: float, height: float, kind: str, strength: float = 1) -> None:
        self.x, self.y, self.width, self.height = map(number, (x, y, width, height))
        self.kind, self.strength = kind, f"{strength:.2f}"


class Mark:
    """A ring around a point of a line of this `kind`."""

    def __init__(self, kind: int, x: float, y: float) -> None:
        self.kind, self.x, self.y = kind, number(x), number(y)


class Drawing(NamedTuple):
    """The shapes of a chart.

    `band` is the outline of an area behind the lines, "" without one. Grid lines (`rules`) go from `left` to `right`.
    """

    texts: tuple[Text, ...]
    rules: tuple[Rule, ...] = ()
    band: str = ""
    lines: tuple[Line, ...] = ()
    boxes: tuple[Box, ...] = ()
    marks: tuple[Mark, ...] = ()
    height: int = HEIGHT
    width: int = WIDTH
    left: int = LEFT
    right: int = WIDTH - RIGHT


class Chart(NamedTuple):
    """A chart with its data: `rows` are the cells of a table with the header `head`; the first cell names the row."""

    name: str
    title: str
    summary: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    drawing: Drawing

    @property
    def has_values(self) -> bool:
        """Whether there is anything to draw; otherwise only the summary is shown."""
        return bool(self.drawing.boxes or self.drawing.lines)


def x_scale(low: float, high: float, right: float = WIDTH - RIGHT) -> Scale:
    return partial(_coordinate, low, high, LEFT, right)


def y_scale(low: float, high: float, height: int = HEIGHT) -> Scale:
    return partial(_coordinate, low, high, height - BOTTOM, TOP)


def _coordinate(low: float, high: float, start: float, end: float, value: float) -> float:
    """Return where a value lies when `low` lies at `start` and `high` at `end`."""
    return start + (value - low) / ((high - low) or 1) * (end - start)


def ticks(low: float, high: float) -> list[int]:
    """Return about five round numbers that span `low` to `high`."""
    steps = (lead * 10**power for power in range(9) for lead in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= 5)
    first, last = int(low // step), int(-(-high // step))
    return [place * step for place in range(first, max(last, first + 1) + 1)]


def grid(values: Sequence[int], y: Scale) -> tuple[tuple[Rule, ...], tuple[Text, ...]]:
    """Return grid lines at the values, and their labels on the left."""
    rules = tuple(Rule(y(value), base=value == 0) for value in values)
    return rules, tuple(Text(LEFT - 6, y(value) + 4, plain(value), "end") for value in values)


def number(value: float) -> str:
    """Return a coordinate as text, with a decimal point in every language."""
    return f"{value:.1f}"


def curve(points: Sequence[Point]) -> str:
    """Return the points in the format of an SVG polyline."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Return the positions, moved at least `gap` apart in the same order, so that labels do not overlap."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved = list(places)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + gap)
    return moved


def bars(values: Sequence[float | None], texts: Sequence[str], names: Sequence[str], top: float) -> Drawing:
    """Return vertical bars on a scale from zero to `top`, with texts above and names below; None leaves a gap.

    Long names are wrapped, which makes the drawing higher.
    """
    y = y_scale(0, top)
    slot = (WIDTH - LEFT - RIGHT) / len(values)
    width = min(46.0, slot * 0.7)
    boxes, letters, most_lines = [], [], 1
    for index, (value, above, name) in enumerate(zip(values, texts, names, strict=True)):
        middle = LEFT + slot * (index + 0.5)
        words = textwrap.wrap(name, int(slot / LETTER), break_long_words=False)
        letters += [Text(middle, HEIGHT - 9 + LINE * line, word) for line, word in enumerate(words)]
        most_lines = max(most_lines, len(words))
        if value is not None:
            boxes.append(Box(middle - width / 2, y(value), width, y(0) - y(value), "bar"))
            letters.append(Text(middle, y(value) - 4, above))
    rules = (Rule(y(0), base=True),)
    return Drawing(tuple(letters), rules, boxes=tuple(boxes), height=HEIGHT + LINE * (most_lines - 1))


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
        summary=_points_summary(names, runs, is_over=snapshot.stage is Stage.OVER),
        head=(_("Deal"), *labels),
        rows=tuple((str(deal), *(plain(run[deal]) for run in runs)) for deal in range(1, len(runs[0]))),
        drawing=_of_game(runs, labels, 0 if snapshot.mode.from_zero else snapshot.rules.target),
    )


def _points_summary(names: Names, runs: Sequence[Sequence[int]], *, is_over: bool) -> str:
    leaders, changes = _leaders(runs), len(_turning_points(runs))
    you = _("After %(deals)s you lead with %(points)s points.")
    about = _("After %(deals)s %(name)s leads with %(points)s points.")
    if is_over:
        you = _("After %(deals)s you end with %(points)s points, the most.")
        about = _("After %(deals)s %(name)s ends with %(points)s points, the most.")
    summary = names.say(
        leaders[-1],
        you,
        about,
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


def _of_game(runs: Sequence[Sequence[int]], names: Sequence[str], target: int) -> Drawing:
    """Return the lines of a game up to its target, with a ring where the lead has changed."""
    last = len(runs[0]) - 1
    feet = {deal: str(deal) for deal in sorted({1, last})}
    return three_lines(runs, names, feet, highest=target, marks=_turning_points(runs))


def three_lines(
    runs: Sequence[Sequence[int]],
    names: Sequence[str],
    feet: Mapping[int, str],
    highest: int = 0,
    marks: Sequence[tuple[int, int]] = (),
) -> Drawing:
    """Return a line for each player, named at its end: the values in `runs` one after another, up to `highest` or
    higher. `feet` are labels by position below the lines, and `marks` positions with a line to ring there.
    """
    values = ticks(min(map(min, runs)), max(highest, *map(max, runs)))
    y, x = y_scale(values[0], values[-1]), x_scale(0, len(runs[0]) - 1, WIDTH - NAME_SPACE)
    rules, texts = grid(values, y)
    heights = spread([y(run[-1]) for run in runs], 15)
    labels = [
        Text(WIDTH - NAME_SPACE + 7, height + 4, name if len(name) <= 9 else f"{name[:8]}…", "start")
        for height, name in zip(heights, names, strict=True)
    ]
    lines = tuple(
        Line(kind, [(x(place), y(points)) for place, points in enumerate(run)], label)
        for kind, (run, label) in enumerate(zip(runs, labels, strict=True))
    )
    rings = tuple(Mark(line, x(place), y(runs[line][place])) for place, line in marks)
    below = (Text(x(place), FOOT, words) for place, words in feet.items())
    return Drawing(texts=(*texts, *below), rules=rules, lines=lines, marks=rings)
