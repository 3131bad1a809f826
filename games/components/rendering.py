"""The one rendering of a table: for the page, for the answer to a move and for the live push alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString

from games.components import parts
from games.components.stamps import VERSION, rendered, stamped
from games.engine import HAND_NAMES
from games.play.snapshot import Snapshot, Stage
from games.presenters import TablePage
from games.presenters.chat import TalkPanel
from games.presenters.i18n_cache import remembered
from games.presenters.seating import reading_order


def render_table(
    snapshot: Snapshot,
    *,
    csrf_token: str = "",
    notice: str = "",
    signed_in: bool = True,
    link: str = "",
    talk: TalkPanel | None = None,
) -> str:
    """The inside of the table's page for the viewer of `snapshot`, in the active language.

    `csrf_token` goes into the forms; a live push has none: its forms go with the header
    that the page around them sends along.
    `notice` is a sentence for this viewer alone, such as why a move was refused.
    Whoever is not `signed_in` gives a name with a seat. `link` is the table's whole address, where it is known.
    `talk` is the talk at the table; only the page itself has it, and what comes later leaves it alone.
    """
    page = TablePage(snapshot, VERSION)
    context = {"signed_in": signed_in, "link": link, "talk": talk}
    html = assemble(page, parts.parts_of(page), notice, context)
    return stamped(html, snapshot.version, csrf_token)


def assemble(page: TablePage, drawn: parts.Parts, notice: str = "", context: Mapping[str, object] | None = None) -> str:
    """The whole table made of its parts, not yet stamped."""
    about = context or {}
    pieces = {**_pieces(page, drawn), "now": SafeString(parts.now(page, notice)), "talk": _talk_box(about.get("talk"))}
    if page.in_parts:
        return _filled(page, pieces)
    return rendered("games/_table.html", {"page": page, "parts": pieces, **about})


def _filled(page: TablePage, pieces: Mapping[str, str]) -> str:
    """A table in a deal or on its sheet: nothing of it but the pieces needs a template any more."""
    skeleton = _skeleton(page.stage, page.phase, page.dummy_position, page.is_alone_with_bots, bool(page.name))
    words = {"page_name": page.name, "page_where": page.where, "page_commitment": page.commitment}
    filling = {**pieces, **{hole: escape(text) for hole, text in words.items()}}
    whole = list(skeleton)
    whole[1::2] = [filling[hole] for hole in skeleton[1::2]]
    return "".join(whole)


@remembered
def _skeleton(stage: str, phase: str, dummy_position: str, is_solo: bool, has_name: bool) -> list[str]:
    """The table with holes in place of all that differs between tables: every second string is the name of a hole."""
    page = {"stage": stage, "phase": phase, "dummy_position": dummy_position, "is_alone_with_bots": is_solo}
    page |= {"shows_sheet": Stage(stage).shows_sheet, "name": has_name and "[[page_name]]"}
    page |= {"where": "[[page_where]]", "commitment": "[[page_commitment]]"}
    return _HOLE.split(render_to_string("games/_table.html", {"page": page, "parts": _Holes()}))


_HOLE: Final = re.compile(r"\[\[(\w+)\]\]")


class _Holes(dict[str, str]):
    """A hole for each piece a template asks for."""

    def __missing__(self, name: str) -> str:
        return f"[[{name}]]"


def _talk_box(talk: object) -> SafeString:
    return rendered("games/_talk_box.html", {"talk": talk}) if talk else _no_talk()


@cache
def _no_talk() -> SafeString:
    """What a live update brings instead of the talk, which it leaves as it is."""
    return render_to_string("games/_talk_box.html")


def render_alone(template: str, snapshot: Snapshot, csrf_token: str = "") -> SafeString:
    """One of the templates a table is made of, by itself: its felt in a lesson, or a picture of it."""
    page = TablePage(snapshot, VERSION)
    context = {"page": page, "parts": _pieces(page, parts.parts_of(page))}
    return stamped(rendered(template, context), snapshot.version, csrf_token)


def _pieces(page: TablePage, drawn: parts.Parts) -> dict[str, SafeString]:
    """The parts by the names templates give them."""
    pieces = {name.replace("-", "_"): SafeString(html) for name, html in drawn.html.items()}
    plates = [parts.whole(drawn, name) for name in plate_parts(page) if name in drawn.html]
    pieces["plates"] = SafeString("".join(plates))
    return pieces


def plate_parts(page: TablePage) -> list[str]:
    """The names of the four plates' parts, in reading order."""
    return [f"plate-{HAND_NAMES[hand]}" for hand in reading_order(page.places)]


def render_talk(talk: TalkPanel | None) -> str:
    """What has been said, for one reader."""
    return render_to_string("games/_talk_messages.html", {"talk": talk})


def render_talk_answer(talk: TalkPanel | None, csrf_token: str, notice: str, is_refusal: bool) -> str:
    """The same with a sentence about what the reader has just done, "" if there is nothing to say."""
    context = {"talk": talk, "csrf_token": csrf_token, "notice": notice, "is_refusal": is_refusal}
    return render_to_string("games/_talk_answer.html", context)
