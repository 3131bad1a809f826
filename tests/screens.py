"""Screenshots of every page and phase: `python -m tests.screens OUTDIR [--only WORD] [--sizes 360] [--language es]`.

Needs Chromium and nothing else: no database, no server. Pages come from the same templates, styles from disk.
"""

from __future__ import annotations

import argparse
import mimetypes
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in this thread; no database is touched
django.setup()

from django.contrib.auth.models import AnonymousUser  # noqa: E402  # after setup()
from django.contrib.staticfiles import finders  # noqa: E402
from django.http import HttpRequest  # noqa: E402
from django.template.loader import render_to_string  # noqa: E402
from django.test import RequestFactory  # noqa: E402
from django.utils import translation  # noqa: E402
from playwright.sync_api import Browser, Route, sync_playwright  # noqa: E402

from games.forms import PRESETS, TableForm  # noqa: E402
from games.presenters.sheet import score_sheet  # noqa: E402
from games.presenters.table import table_page  # noqa: E402
from games.rendering import render_table  # noqa: E402
from tests.presenters.scenes import scenes  # noqa: E402

SIZES = {"360": (360, 640), "768": (768, 1024), "1440": (1440, 900), "lying": (740, 360), "4k": (3840, 2160)}
ORIGIN = "http://table.test"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


def pages() -> Iterator[tuple[str, str]]:
    """Every page by name, as HTML."""
    for name, snapshot in scenes():
        context = {"page": table_page(snapshot), "table": render_table(snapshot, csrf_token="x"), "snapshot": snapshot}
        yield name, render_to_string("games/table.html", context, _request())
        if name == "scored":
            context = {"sheet": score_sheet(snapshot), "snapshot": snapshot}
            yield "sheet", render_to_string("games/sheet.html", context, _request())
    mine = [
        {"code": "KQJT98", "name": "Thursday table", "players": ["You", "Ana", "Bot Lark"], "your_turn": True,
         "status": "Deal 4, bidding", "deal_number": 4},
        {"code": "A23456", "name": "Slow Sunday", "players": ["You", "Bot Wren", "Bot Lark"], "your_turn": False,
         "status": "Deal 1, trick 3", "deal_number": 1},
    ]  # fmt: skip
    yield "home", render_to_string("games/home.html", {"mine": [], "presets": PRESETS, "form_name": ""}, _request())
    yield "lobby", render_to_string("games/lobby.html", {"mine": mine, "presets": PRESETS}, _request())
    yield "lobby-empty", render_to_string("games/lobby.html", {"mine": [], "presets": PRESETS}, _request())
    yield "new-table", render_to_string("games/new_table.html", {"form": TableForm(), "presets": PRESETS}, _request())
    wrong = TableForm({"peek": "none", "bidding": "standard", "target": "7", "bag_limit": "off", "floor": "12"})
    yield "new-table-wrong", render_to_string("games/new_table.html", {"form": wrong, "presets": PRESETS}, _request())
    yield "rules", render_to_string("games/rules.html", {}, _request())


def _request() -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return request


def serve(route: Route, html: dict[str, str]) -> None:
    """Answer the browser from memory and from the static files on disk."""
    path = route.request.url.removeprefix(ORIGIN).split("?")[0]
    found = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
    if found:
        route.fulfill(body=Path(found).read_bytes(), content_type=mimetypes.guess_type(found)[0] or "")
    elif path in html:
        route.fulfill(body=html[path], content_type="text/html; charset=utf-8")
    else:
        route.fulfill(status=404)


def shoot(browser: Browser, html: dict[str, str], out: Path, size: str, theme: str) -> list[Path]:
    """A screenshot of each page; tables as the first screen shows them, other pages whole."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=theme,
        reduced_motion="reduce",  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.route("**/*", lambda route: serve(route, html))
    page.add_init_script("WebSocket = class extends EventTarget { close() {} }")
    page.clock.set_fixed_time("2029-12-31T23:59:42Z")
    page.on("console", lambda message: print(f"  {message.text}") if message.type == "error" else None)
    shots = []
    for path in html:
        page.goto(ORIGIN + path)
        overflow = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        at_table = page.evaluate("document.querySelector('.felt') !== null")
        bottom = page.evaluate("Math.round(document.querySelector('.felt')?.getBoundingClientRect().bottom ?? 0)")
        name = f"{path.strip('/')}-{size}-{theme}"
        print(f"{name}{'  SIDEWAYS' if overflow else ''}{f'  felt ends at {bottom}' if bottom > height else ''}")
        shots.append(out / f"{name}.png")
        page.screenshot(path=shots[-1], full_page=not at_table)
    context.close()
    return shots


def contact_sheet(browser: Browser, shots: list[Path], out: Path) -> None:
    """All screenshots small on one page, index.html."""
    figures = "".join(
        f'<figure><a href="{shot.name}"><img src="{shot.name}" width="240"></a>{shot.stem}</figure>' for shot in shots
    )
    style = "body{font:12px sans-serif;display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}"
    (out / "index.html").write_text(f"<style>{style}</style>{figures}")
    page = browser.new_page(viewport={"width": 1500, "height": 900})
    page.goto((out / "index.html").resolve().as_uri())
    page.screenshot(path=out / "contact-sheet.png", full_page=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--only", default="", help="pages whose name contains this")
    parser.add_argument("--sizes", default="360,768,1440", help=f"of {','.join(SIZES)}")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--language", default="en")
    given = parser.parse_args()
    given.outdir.mkdir(parents=True, exist_ok=True)
    with translation.override(given.language):
        html = {f"/{name}": text for name, text in pages() if given.only in name}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        shots = [
            shot
            for size in given.sizes.split(",")
            for theme in given.themes.split(",")
            for shot in shoot(browser, html, given.outdir, size, theme)
        ]
        contact_sheet(browser, shots, given.outdir)


if __name__ == "__main__":
    main()
