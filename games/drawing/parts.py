"""The table in parts: each is drawn anew only when what it shows has changed, and only such parts are sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.drawing import markup
from games.drawing.pieces import PART_INSIDE, Facts, parts_at
from games.drawing.stamps import TURN, VERSION
from games.presenters import TablePage
from games.presenters.remembering import in_one_language


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one page by name, in the active language, with the facts each was drawn from.

    `shape` is what decides which parts there are, and in which order they lie.
    """

    shape: Facts
    facts: dict[str, Facts]
    html: dict[str, str]


@in_one_language
def parts_of(page: TablePage, before: Parts | None = None) -> Parts:
    """The page in parts, taking those from `before` that would look the same."""
    shape = shape_of(page)
    known = before if before is not None and before.shape == shape else Parts(shape, {}, {})
    made_of = parts_at(page.snapshot.stage)
    facts = {name: part.facts(page) for name, part in made_of.items()}
    html = {
        name: known.html[name] if known.facts.get(name) == shown else _wrapped(name, made_of[name].draw(page))
        for name, shown in facts.items()
    }
    return Parts(shape, facts, html)


def shape_of(page: TablePage) -> Facts:
    """What has to be the same for one page's parts to take the place of another's."""
    table = page.snapshot
    return (page.names, page.stage, page.phase, page.deal_number, page.places, table.rules, table.dealer, table.options)


def whole(drawn: Parts, name: str) -> str:
    """One part with the part that lies within it, if there is one."""
    html, inner = drawn.html[name], PART_INSIDE.get(name)
    return html.replace(TURN, drawn.html[inner]) if inner else html


def now(page: TablePage, notice: str = "") -> str:
    """The part that is sent every time: the version, the title, and a sentence for this viewer alone."""
    return _wrapped("now", markup.now(VERSION, page.title, page.your_turn, notice))


def _wrapped(name: str, html: str) -> str:
    tag = "span" if name in _WITHIN else "div"
    return f'<{tag} class="part" id="part-{name}">{html}</{tag}>'


_WITHIN: Final = frozenset(PART_INSIDE.values())
