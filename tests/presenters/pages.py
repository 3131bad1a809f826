"""Whole pages without a server: rendered here, and handed to a browser from memory and disk."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, Route

from games.analysis import bids_to_json, tricks_to_json
from games.analysis.bids import review_bids
from games.analysis.double_dummy import double_dummy
from games.chat.messages import (
    Person,
    Phrase,
    Said,
    Talk,
)
from games.components.rendering import render_table
from games.engine import PeekRule, Rules, replay
from games.forms.tables import TableForm
from games.lobby.presets import BUILT_IN
from games.lobby.queries import GameLine, OpenTable
from games.models import Analysis
from games.play.snapshot import (
    Snapshot,
    Stage,
    TableOptions,
    Who,
)
from games.presenters import TablePage, score_sheet
from games.presenters.chat import talk_panel
from games.presenters.curves import points_over_game
from games.views.review import review_context
from tests.presenters.scenes import reviewed_deal, scenes
from tests.presenters.visited import unfolded, visited_pages

ORIGIN = "http://table.test"
SILENT_SOCKET = "WebSocket = class extends EventTarget { static OPEN = 1; close() {} }"


def alex(**taste: str | bool) -> SimpleNamespace:
    """A player, as templates see one."""
    return SimpleNamespace(is_authenticated=True, username="Alex", pk=1, **taste)


def people(*names: str) -> tuple[Who, ...]:
    """Players who all have a page; "" for a free seat."""
    return tuple(Who(name, name) for name in names)


MINE = [
    GameLine("KQJT98", "Thursday table", people("Alex", "Ana", "Lark"), Stage.DEAL, 4, 500, your_turn=True),
    GameLine("A23456", "Slow Sunday", people("Alex", "Ben", ""), Stage.OPEN, 0, 300, your_turn=False),
]
OPEN = [
    OpenTable("B23456", "Everybody welcome", people("Cleo", "", ""), Rules(), TableOptions(public=True)),
    OpenTable(
        "C23456", "Quick and open", people("Dora", "Emil", ""), Rules(PeekRule.FLIP2), TableOptions(True, True, "fast")
    ),
]
INVITATIONS = [{"inviter": {"username": "Ana"}, "game": {"code": "KQJT98", "name": "Thursday table"}}]
LOBBY = {
    "mine": MINE,
    "open": OPEN,
    "invitations": INVITATIONS,
    "presets": BUILT_IN,
    "user": alex(),
    "turns_waiting": 2,
    "invitation": INVITATIONS[0],
}


TALK = Talk(
    "KQJT98",
    may_write=True,
    said=(
        Said(1, "Ana", "", Phrase.GOOD_LUCK, is_own=False),
        Said(2, "Alex", "Thank you. I have not held a spade higher than a nine all evening.", None, is_own=True),
        Said(3, "Ana", "Nor have I!", None, is_own=False),
    ),
    newest=3,
    people=(Person("Ana", muted=False, blocked=False),),
)  # fmt: skip


def table(snapshot: Snapshot, turns_waiting: int = 0, talk: Talk | None = None, **taste: str | bool) -> str:
    """The page of a table, for a player of this taste; whoever watches has no account."""
    signed_in = snapshot.viewer is not None
    rendered = render_table(
        snapshot,
        csrf_token="token",
        signed_in=signed_in,
        link=f"{ORIGIN}/tables/{snapshot.code}/",
        talk=talk_panel(talk) if talk else None,
    )
    context = {"page": TablePage(snapshot), "table": rendered, "snapshot": snapshot, "turns_waiting": turns_waiting}
    return _render("games/table.html", context | ({"user": alex(**taste)} if signed_in else {}))


def every_page(**taste: str | bool) -> Iterator[tuple[str, str]]:
    """Every page of the site by name, a table in every phase among them, for a player of this taste.

    Needs a database.
    """
    yield from table_pages(**taste)
    yield "lobby", lobby()
    yield "change-rules", _render("games/new_table.html", {"form": TableForm(), "code": "KQJT98"})
    yield from review_pages()
    yield from visited_pages(**taste)
    for name in ("400", "403", "403_csrf", "429", "500"):
        yield f"error-{name}", _render(f"{name}.html", {})


def lobby(**changes: object) -> str:
    return _render("games/lobby.html", LOBBY | changes)


def table_pages(**taste: str | bool) -> Iterator[tuple[str, str]]:
    """A table in every phase, as text in some, with talk, with what lies folded up opened; and its score sheet."""
    tables = dict(scenes())
    for name, snapshot in tables.items():
        yield name, table(snapshot, **taste)
    for name in ("peek-flip2", "bid-flip2", "follow", "declarer-dummy", "claim", "gathering"):
        yield f"text-{name}", table(tables[name], as_text=True, **taste)
    yield "turns-elsewhere", table(tables["clock-theirs"], turns_waiting=2, **taste)
    yield "turns-elsewhere-bidding", table(tables["bid-wait"], turns_waiting=2, **taste)
    for name in ("follow", "gathering", "scored"):
        yield f"talk-{name}", table(tables[name], talk=TALK, **taste)
    yield "talk-open", unfolded(table(tables["follow"], talk=TALK, **taste), "talk", "flag-3", "talk-people")
    yield "menu-open", unfolded(table(tables["follow"], **taste), "menu", "leave")
    yield "last-trick-open", unfolded(table(tables["follow"], **taste), "last-trick")
    yield "claim-open", unfolded(table(tables["declarer-lead"], **taste), "claim-ask")
    over = tables["scored"]
    context = {"sheet": score_sheet(over), "chart": points_over_game(over), "snapshot": over}
    yield "sheet", _render("games/sheet.html", context)


def review_pages() -> Iterator[tuple[str, str]]:
    """A finished deal in the middle of its play, at its end and as a player saw it; judged, and while that is owed."""
    deal = reviewed_deal()
    end = replay(deal.log)
    judged = Analysis(tricks=tricks_to_json(double_dummy(end)), bids=bids_to_json(review_bids(end, deals=4)))
    owed = Analysis(due_at=deal.played_on)
    for name, at, seen_by, known in (
        ("review", 25, None, judged),
        ("review-end", 99, None, judged),
        ("review-owed", 5, None, owed),
        ("review-as", 10, 1, judged),
        ("review-bidding-as", 5, 0, owed),
    ):
        context = review_context(deal, min(at, len(deal.log) - 1), seen_by, lambda *_: "?at=7", known)
        yield name, _render("games/review.html", context)


def _render(template: str, context: dict[str, Any]) -> str:
    return render_to_string(template, context, _request())


def _request() -> HttpRequest:
    request = RequestFactory().get("/")
    request.user, request.htmx = AnonymousUser(), False  # type: ignore[attr-defined]  # as our middleware does
    return request


def show(page: Page, html: Mapping[str, str]) -> None:
    """Let `page` find these documents, by path, at `ORIGIN`; live updates stay silent."""
    page.add_init_script(SILENT_SOCKET)
    page.route("**/*", lambda route: _serve(route, html))


def push(page: Page, snapshot: Snapshot, notice: str = "") -> None:
    """Do with a rendering of this table what htmx does with a message from the socket."""
    page.evaluate(
        """html => {
            const game = document.getElementById("game");
            return htmx.swap({sourceElement: game, target: "#game", swap: "innerMorph", text: html});
        }""",
        render_table(snapshot, notice=notice),
    )


def _serve(route: Route, html: Mapping[str, str]) -> None:
    path = route.request.url.removeprefix(ORIGIN).split("?")[0]
    found = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
    if found:
        route.fulfill(body=Path(found).read_bytes(), content_type=mimetypes.guess_type(found)[0] or "")
    elif path in html:
        route.fulfill(body=html[path], content_type="text/html; charset=utf-8")
    else:
        route.fulfill(status=404)
