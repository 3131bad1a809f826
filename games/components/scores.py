"""The score panel, written out by hand."""

from __future__ import annotations

from games.components.markup import address, text
from games.presenters.i18n_cache import gettext as _
from games.presenters.scores import Column


def panel(columns: tuple[Column, ...], target: int, code: str) -> str:
    """Points, bags and bids of the three players; `target` is what they play to."""
    first_to, to = _("first to %(target)s") % {"target": target}, _("to %(target)s") % {"target": target}
    heading, whole_sheet, names = _("Score"), _("Full score sheet"), "".join(map(_name, columns))
    return (
        '<section class="scores" id="scores" aria-labelledby="score-title">'
        f'<h2 id="score-title">{heading} <small>{first_to}</small></h2>'
        f'<table><thead><tr><td><span class="target">{to}</span></td>{names}</tr></thead><tbody>'
        f"{_rows(columns)}</tbody></table>"
        f'<a class="btn sheet-link" href="{address("sheet", code)}">{whole_sheet}</a></section>'
    )


def _rows(columns: tuple[Column, ...]) -> str:
    points, bags, bid = _("Points"), _("Bags"), _("Bid")
    all_points = "".join([f"<td>{column.points}</td>" for column in columns])
    all_bags = "".join([f"<td>{text(column.bags)}</td>" for column in columns])
    bids = "".join([f'<td id="bid-of-{place}">{text(column.contract)}</td>' for place, column in enumerate(columns)])
    return (
        f'<tr class="points"><th scope="row">{points}</th>{all_points}</tr>'
        f'<tr><th scope="row">{bags}</th>{all_bags}</tr><tr><th scope="row">{bid}</th>{bids}</tr>'
    )


def _name(column: Column) -> str:
    you = ' class="you"' if column.is_you else ""
    return f'<th scope="col"{you}><span class="name">{text(column.name)}</span></th>'
