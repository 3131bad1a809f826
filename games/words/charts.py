"""Charts as SVG shapes: all coordinates are computed here and the template only writes them.

A chart is as wide as a phone (`WIDTH`), so that its text is readable everywhere. It always has a summary sentence and
a table of its data.
"""

import textwrap
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from games.words.names import plain

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
