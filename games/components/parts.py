"""The table in parts: each is drawn anew only when what it shows has changed, and only such parts are sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.components import markup
from games.components.facts import Facts, differing, facts_of
from games.components.pieces import (
    PARTS_INSIDE,
    WITHIN_TEXT,
    made_of,
    parts_at,
)
from games.components.stamps import VERSION
from games.presenters import TablePage
from games.presenters.i18n_cache import in_one_language


class Parts(NamedTuple):
    """The parts of one page by name, in the active language, with the facts they are made of.

    `shape` is what decides which parts there are, and in which order they lie. `changed` are those that were different
    in `earlier`, the parts of the page before.
    """

    shape: Facts
    facts: Facts
    html: dict[str, str]
    earlier: dict[str, str]
    changed: Sequence[str]


@in_one_language
def parts_of(page: TablePage, before: Parts | None = None) -> Parts:
    """The page in parts, taking those from `before` that look the same."""
    shape, facts, stage = shape_of(page), facts_of(page), page.snapshot.stage
    if before is None or before.shape != shape:
        drawn = {name: _wrapped(name, part.draw(page)) for name, part in parts_at(stage).items()}
        return Parts(shape, facts, drawn, {}, tuple(drawn))
    html, changed = dict(before.html), []
    for name, part in made_of(differing(before.facts, facts), stage):
        new = _wrapped(name, part.draw(page))
        if new != html[name]:
            html[name] = new
            changed.append(name)
    return Parts(before.shape, facts, html, before.html, changed)


def changed_since(before: Parts, now: Parts) -> Sequence[str]:
    """The names of the parts that are not as they were `before`, on a page of the same shape."""
    if now.earlier is before.html:
        return now.changed
    return [name for name, html in now.html.items() if html is not before.html[name]]


def shape_of(page: TablePage) -> Facts:
    """What has to be the same for one page's parts to take the place of another's."""
    table = page.snapshot
    return (page.names, page.stage, page.phase, page.deal_number, page.places, table.rules, table.dealer, table.options)


def whole(drawn: Parts, name: str) -> str:
    """One part with those that lie within it."""
    html = drawn.html[name]
    if name in PARTS_INSIDE:
        for mark, inner in PARTS_INSIDE[name].items():
            html = html.replace(mark, drawn.html[inner])
    return html


def now(page: TablePage, notice: str = "") -> str:
    """The part that is sent every time: the version, the title, and a sentence for this viewer alone."""
    return _wrapped("now", markup.now(VERSION, page.title, page.is_awaited, notice))


def _wrapped(name: str, html: str) -> str:
    tag = "span" if name in WITHIN_TEXT else "div"
    return f'<{tag} class="part" id="part-{name}">{html}</{tag}>'
