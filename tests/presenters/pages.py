"""Whole pages without a database or a server: rendered here, and handed to a browser from memory and disk."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, Route

from games.engine import PeekRule, Rules
from games.forms import PRESETS, TableForm
from games.presenters import score_sheet, table_page
from games.rendering import render_table
from games.selectors import GameLine, OpenTable
from games.snapshot import Stage, TableOptions, TableSnapshot
from tests.presenters.scenes import scenes

ORIGIN = "http://table.test"
SILENT_SOCKET = "WebSocket = class extends EventTarget { close() {} }"
ALEX = SimpleNamespace(is_authenticated=True, username="Alex", pk=1)
MINE = [
    GameLine("KQJT98", "Thursday table", ("Alex", "Ana", "Lark"), Stage.DEAL, 4, 500, your_turn=True),
    GameLine("A23456", "Slow Sunday", ("Alex", "Ben", ""), Stage.OPEN, 0, 300, your_turn=False),
]
OPEN = [
    OpenTable("B23456", "Everybody welcome", ("Cleo", "", ""), Rules(), TableOptions(public=True)),
    OpenTable(
        "C23456", "Quick and open", ("Dora", "Emil", ""), Rules(PeekRule.FLIP2), TableOptions(True, True, "fast")
    ),
]
INVITATIONS = [{"inviter": {"username": "Ana"}, "game": {"code": "KQJT98", "name": "Thursday table"}}]
LOBBY = {"mine": MINE, "open": OPEN, "invitations": INVITATIONS, "presets": PRESETS, "user": ALEX, "turns_waiting": 2}
WRONG_RULES = {
    "peek": "none", "bidding": "standard", "target": "7", "bag_limit": "off", "floor": "12", "clock": "none"
}  # fmt: skip


def table(snapshot: TableSnapshot, turns_waiting: int = 0) -> str:
    """The page of a table; whoever watches has no account."""
    signed_in = snapshot.viewer is not None
    rendered = render_table(snapshot, csrf_token="token", signed_in=signed_in, link=f"{ORIGIN}/tables/{snapshot.code}/")
    context = {"page": table_page(snapshot), "table": rendered, "snapshot": snapshot, "turns_waiting": turns_waiting}
    return _render("games/table.html", context | ({"user": ALEX} if signed_in else {}))


def every_page() -> Iterator[tuple[str, str]]:
    """Every page of the games by name, a table in every phase among them."""
    for name, snapshot in scenes():
        yield name, table(snapshot)
        if name == "clock-theirs":
            yield "turns-elsewhere", table(snapshot, turns_waiting=2)
        if name == "scored":
            yield "sheet", _render("games/sheet.html", {"sheet": score_sheet(snapshot), "snapshot": snapshot})
    yield "home", _render("games/home.html", {"mine": [], "presets": PRESETS})
    yield "lobby", _render("games/lobby.html", LOBBY)
    yield "lobby-empty", _render("games/lobby.html", {"mine": [], "presets": PRESETS})
    yield "new-table", _render("games/new_table.html", {"form": TableForm(), "presets": PRESETS})
    yield "new-table-wrong", _render("games/new_table.html", {"form": TableForm(WRONG_RULES), "presets": PRESETS})
    yield "change-rules", _render("games/new_table.html", {"form": TableForm(), "code": "KQJT98"})
    yield "rules", _render("games/rules.html", {})


def _render(template: str, context: dict[str, Any]) -> str:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return render_to_string(template, context, request)


def show(page: Page, html: Mapping[str, str]) -> None:
    """Let `page` find these documents, by path, at `ORIGIN`; live updates stay silent."""
    page.add_init_script(SILENT_SOCKET)
    page.route("**/*", lambda route: _serve(route, html))


def push(page: Page, snapshot: TableSnapshot, notice: str = "") -> None:
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
