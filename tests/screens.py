"""Screenshots of every page and phase: `python -m tests.screens OUTDIR [--only WORD] [--sizes 360] [--language es]`.

Needs Chromium and nothing else: no database, no server. OUTDIR/contact-sheet.png shows them all.
"""

from __future__ import annotations

import argparse
import os
import shutil
from pathlib import Path
from typing import Literal

import django
from django.utils import translation
from playwright.sync_api import Browser, sync_playwright

SIZES = {"360": (360, 640), "768": (768, 1024), "1440": (1440, 900), "lying": (740, 360), "4k": (3840, 2160)}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
NOW = "2029-12-31T23:59:42Z"  # a little before the scenes' next deal


def rendered(language: str, word: str) -> dict[str, str]:
    """The pages whose name contains `word`, by path."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.presenters.pages import every_page  # needs Django set up

    with translation.override(language):
        return {f"/{name}": html for name, html in every_page() if word in name}


def shoot(browser: Browser, html: dict[str, str], out: Path, size: str, theme: Literal["light", "dark"]) -> list[Path]:
    """A screenshot of each page: of a table what the first screen shows, of any other page all of it."""
    from tests.presenters.pages import ORIGIN, show  # needs Django set up

    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
    )
    page = context.new_page()
    show(page, html)
    page.clock.set_fixed_time(NOW)
    page.on("console", lambda message: print(f"  {message.text}") if message.type == "error" else None)
    shots = []
    for path in html:
        page.goto(ORIGIN + path)
        felt = page.locator(".felt").bounding_box() if page.locator(".felt").count() else None
        shots.append(out / f"{path[1:]}-{size}-{theme}.png")
        page.screenshot(path=shots[-1], full_page=felt is None)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            print(f"{shots[-1].stem}: wider than the screen")
        if felt and felt["y"] + felt["height"] > height:
            print(f"{shots[-1].stem}: the table ends at {felt['y'] + felt['height']:.0f}")
    context.close()
    return shots


def contact_sheet(browser: Browser, shots: list[Path], out: Path) -> None:
    """All screenshots small on one page, and a picture of that page."""
    figures = "".join(
        f'<figure><a href="{shot.name}"><img src="{shot.name}" width="240"></a><br>{shot.stem}</figure>'
        for shot in shots
    )
    style = "body { font: 12px sans-serif; display: flex; flex-wrap: wrap; gap: 8px } figure { margin: 0 }"
    (out / "index.html").write_text(f"<style>{style}</style>{figures}")
    page = browser.new_page(viewport={"width": 1500, "height": 900})
    page.goto((out / "index.html").resolve().as_uri())
    page.screenshot(path=out / "contact-sheet.png", full_page=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Take screenshots of every page and phase.")
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--only", default="", help="pages whose name contains this")
    parser.add_argument("--sizes", default="360,768,1440", help=f"of {','.join(SIZES)}")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--language", default="en")
    given = parser.parse_args()
    given.outdir.mkdir(parents=True, exist_ok=True)
    html = rendered(given.language, given.only)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"), args=FLAGS
        )
        shots = [
            shot
            for size in given.sizes.split(",")
            for theme in given.themes.split(",")
            for shot in shoot(browser, html, given.outdir, size, theme)
        ]
        contact_sheet(browser, shots, given.outdir)


if __name__ == "__main__":
    main()
