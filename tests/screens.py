"""Screenshots of every page and phase: `python -m tests.screens OUTDIR [--only WORD] [--sizes 360,zoom] ...`.

Needs Chromium but no server. OUTDIR/index.html is a contact sheet of them all, page by page. Prints the pages that are
wider than the screen, and the tables in play that have to be scrolled.
"""

import argparse
import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import django
from django.test.utils import setup_databases, setup_test_environment
from django.utils import translation
from playwright.sync_api import Browser

from tests import chromium

SIZES = {
    "360": (360, 640), "390": (390, 844), "768": (768, 1024), "1440": (1440, 900), "2560": (2560, 1440),
    "zoom": (720, 450), "short": (360, 560), "landscape": (740, 360), "4k": (3840, 2160),
}  # fmt: skip
"""By name, in CSS pixels; "zoom" is a laptop at 200 %, "short" a phone whose browser shows its bars."""

NOW = "2029-12-31T23:59:42Z"  # a little before the scenes' next deal
STYLE = """
    body { font: 12px sans-serif; margin: 1rem }
    section { display: flex; flex-wrap: wrap; gap: 8px; align-items: start }
    figure { margin: 0; width: 160px } img { width: 100% }
"""
Theme: TypeAlias = Literal["light", "dark"]


class Look(NamedTuple):
    """One way to look at every page."""

    size: str
    theme: Theme
    language: str
    four_colours: bool = False

    @property
    def name(self) -> str:
        return "-".join((self.size, self.theme, self.language, *(["four"] if self.four_colours else [])))


def looks(sizes: list[str], themes: list[Theme], languages: list[str]) -> Iterator[Look]:
    """Every combination, and four colours in the first size and language."""
    yield from (Look(size, theme, language) for size, theme, language in product(sizes, themes, languages))
    yield from (Look(sizes[0], theme, languages[0], four_colours=True) for theme in themes)


def rendered(look: Look, word: str) -> dict[str, str]:
    """The pages whose name contains `word`, by path."""
    from tests.pages.pages import every_page  # needs Django set up

    with translation.override(look.language):
        pages = every_page(four_colours=look.four_colours)
        return {f"/{name}": html for name, html in pages if word in name}


def shoot(browser: Browser, html: dict[str, str], out: Path, look: Look) -> list[Path]:
    """A screenshot of each page: of a table what the first screen shows, of any other page all of it."""
    from tests.pages.pages import ORIGIN, show  # needs Django set up

    width, height = SIZES[look.size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=look.theme, reduced_motion="reduce"
    )
    page = context.new_page()
    show(page, html)
    page.clock.set_fixed_time(NOW)
    page.on("console", lambda message: print(f"  {message.text}") if message.type == "error" else None)
    shots = []
    for path in html:
        page.goto(ORIGIN + path)
        table = page.locator(".at-table .felt")
        felt = table.bounding_box() if table.count() else None
        shots.append(out / f"{path[1:]}-{look.name}.png")
        page.screenshot(path=shots[-1], full_page=felt is None)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            print(f"{shots[-1].stem}: wider than the screen")
        if felt and felt["y"] + felt["height"] > height:
            print(f"{shots[-1].stem}: the table ends at {felt['y'] + felt['height']:.0f}")
    context.close()
    return shots


def contact_sheet(shots: list[Path], out: Path) -> None:
    """All screenshots small on one page, those of one page together."""
    by_page: dict[str, list[Path]] = {}
    for shot in shots:
        by_page.setdefault(_page_of(shot), []).append(shot)
    sections = "".join(f"<h2>{page}</h2><section>{''.join(map(_figure, of))}</section>" for page, of in by_page.items())
    (out / "index.html").write_text(f"<!doctype html><style>{STYLE}</style>{sections}")


def _page_of(shot: Path) -> str:
    return next(shot.stem.partition(f"-{size}-")[0] for size in SIZES if f"-{size}-" in shot.stem)


def _figure(shot: Path) -> str:
    return f'<figure><a href="{shot.name}"><img src="{shot.name}" loading="lazy"></a><br>{shot.stem}</figure>'


def main() -> None:
    parser = argparse.ArgumentParser(description="Take screenshots of every page and phase.")
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--only", default="", help="pages whose name contains this")
    parser.add_argument("--sizes", default="360,768,1440,zoom", help=f"of {','.join(SIZES)}")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--languages", default="en,es")
    given = parser.parse_args()
    given.outdir.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in this thread
    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    with chromium.opened() as browser:
        shots = [
            shot
            for look in looks(given.sizes.split(","), given.themes.split(","), given.languages.split(","))
            for shot in shoot(browser, rendered(look, given.only), given.outdir, look)
        ]
        contact_sheet(shots, given.outdir)


if __name__ == "__main__":
    main()
