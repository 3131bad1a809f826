"""A chart: its shapes as SVG, a sentence that sums it up, and a table of its numbers (`games.words.charts`)."""

from collections.abc import Iterable, Sequence

from games.components.html import NOTHING, Html, Template, join
from games.words.charts import Chart, Drawing, Line
from games.words.language_cache import gettext as _

_CHART = Template(
    '<figure class="panel chart" id="chart-{name}"><figcaption><{heading} id="chart-{name}-title">{title}</{heading}>'
    "<p>{summary}</p></figcaption>{shapes}{numbers}</figure>"
)
_SHAPES = Template(
    '<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="chart-{name}-title">'
    "{rules}{band}{boxes}{lines}{marks}{texts}</svg>"
)
_RULE = Template('<path class="{classes}" d="M{left} {y}H{right}"/>')
_BAND = Template('<polygon class="band" points="{points}"/>')
_BOX = Template(
    '<rect class="box {kind}" x="{x}" y="{y}" width="{width}" height="{height}" fill-opacity="{strength}"/>'
)
_LINE = Template('<polyline class="line line-{kind}" points="{points}"/>{end}')
_END = Template(
    '<circle class="end line-{kind}" cx="{x}" cy="{y}" r="3.5"/>'
    '<text class="line-{kind}" x="{name_x}" y="{name_y}">{name}</text>'
)
_MARK = Template('<circle class="mark line-{kind}" cx="{x}" cy="{y}" r="6"/>')
_TEXT = Template('<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>')

_NUMBERS = Template(
    '<details><summary>{show}</summary><div class="scroll" role="region" aria-label="{title}" tabindex="0">'
    '<table class="list"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></details>'
)
_ROW = Template("<tr>{name}{cells}</tr>")
_NAME = Template('<th scope="row">{name}</th>')
_CELL = Template('<td class="num">{text}</td>')
_HEAD = Template('<th scope="col"{kind}>{text}</th>')
_NUMERIC = Html(' class="num"')
_NO_HEAD = Html("<td></td>")


def draw_chart(chart: Chart, heading: str = "h3") -> Html:
    """Draw a chart under a heading of this level; without values, only the sentence."""
    return _CHART(
        name=chart.name,
        heading=Html(heading),
        title=chart.title,
        summary=chart.summary,
        shapes=_shapes(chart.name, chart.drawing) if chart.has_values else NOTHING,
        numbers=draw_numbers(chart.title, chart.head, chart.rows) if chart.has_values else NOTHING,
    )


def draw_numbers(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    """Draw a folded table of numbers; the first cell of a row is its name."""
    heads = (
        _HEAD(kind=_NUMERIC if place else NOTHING, text=name) if name else _NO_HEAD for place, name in enumerate(head)
    )
    return _NUMBERS(show=_("Show the numbers"), title=title, head=join(heads), rows=join(map(_row, rows)))


def _row(row: Sequence[str]) -> Html:
    return _ROW(name=_NAME(name=row[0]), cells=join([_CELL(text=cell) for cell in row[1:]]))


def _shapes(name: str, drawing: Drawing) -> Html:
    return _SHAPES(
        name=name,
        width=drawing.width,
        height=drawing.height,
        rules=join(
            _RULE(classes="rule base" if rule.base else "rule", left=drawing.left, y=rule.y, right=drawing.right)
            for rule in drawing.rules
        ),
        band=_BAND(points=drawing.band) if drawing.band else NOTHING,
        boxes=join(_BOX(**vars(box)) for box in drawing.boxes),
        lines=join(map(_line, drawing.lines)),
        marks=join(_MARK(**vars(mark)) for mark in drawing.marks),
        texts=join(_TEXT(**vars(text)) for text in drawing.texts),
    )


def _line(line: Line) -> Html:
    end, name = NOTHING, line.name
    if name is not None:
        end = _END(kind=line.kind, x=line.end_x, y=line.end_y, name_x=name.x, name_y=name.y, name=name.text)
    return _LINE(kind=line.kind, points=line.points, end=end)
