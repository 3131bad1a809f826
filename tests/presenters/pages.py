"""Whole pages without a database or a server: rendered here, and handed to a browser from memory and disk."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, Route

from games.forms import PRESETS, TableForm
from games.presenters import score_sheet, table_page
from games.rendering import render_table
from games.snapshot import TableSnapshot
from tests.presenters.scenes import scenes

ORIGIN = "http://table.test"
SILENT_SOCKET = "WebSocket = class extends EventTarget { close() {} }"
MINE = [
    {
        "code": "KQJT98",
        "name": "Thursday table",
        "players": ["Alex", "Ana", "Bot Lark"],
        "your_turn": True,
        "status": "Deal 4, bidding",
    },
    {
        "code": "A23456",
        "name": "Slow Sunday",
        "players": ["Alex", "Bot Wren", "Bot Lark"],
        "your_turn": False,
        "status": "Deal 1, trick 3",
    },
]
WRONG_RULES = {"peek": "none", "bidding": "standard", "target": "7", "bag_limit": "off", "floor": "12"}


def table(snapshot: TableSnapshot) -> str:
    """The page of a table."""
    context = {"page": table_page(snapshot), "table": render_table(snapshot, csrf_token="token"), "snapshot": snapshot}
    return _render("games/table.html", context)


def every_page() -> Iterator[tuple[str, str]]:
    """Every page of the games by name, a table in every phase among them."""
    for name, snapshot in scenes():
        yield name, table(snapshot)
        if name == "scored":
            yield "sheet", _render("games/sheet.html", {"sheet": score_sheet(snapshot), "snapshot": snapshot})
    yield "home", _render("games/home.html", {"mine": [], "presets": PRESETS})
    yield "lobby", _render("games/lobby.html", {"mine": MINE, "presets": PRESETS})
    yield "lobby-empty", _render("games/lobby.html", {"mine": [], "presets": PRESETS})
    yield "new-table", _render("games/new_table.html", {"form": TableForm(), "presets": PRESETS})
    yield "new-table-wrong", _render("games/new_table.html", {"form": TableForm(WRONG_RULES), "presets": PRESETS})
    yield "rules", _render("games/rules.html", {})


def _render(template: str, context: dict[str, Any]) -> str:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return render_to_string(template, context, request)


def show(page: Page, html: Mapping[str, str]) -> None:
    """Let `page` find these documents, by path, at `ORIGIN`; live updates stay silent."""
    page.add_init_script(SILENT_SOCKET)
    page.route("**/*", lambda route: _serve(route, html))


def _serve(route: Route, html: Mapping[str, str]) -> None:
    path = route.request.url.removeprefix(ORIGIN).split("?")[0]
    found = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
    if found:
        route.fulfill(body=Path(found).read_bytes(), content_type=mimetypes.guess_type(found)[0] or "")
    elif path in html:
        route.fulfill(body=html[path], content_type="text/html; charset=utf-8")
    else:
        route.fulfill(status=404)
