"""Takes the film strip of the documentation, twelve moments of a game on a phone: `python -m tests.film`.

Needs Chromium but no server. In each picture the table has just changed, and what moves is stopped on its way.
"""

import os
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import django
from django.test.utils import setup_test_environment
from PIL import Image
from playwright.sync_api import Page, ViewportSize

from tests import chromium
from tests.sites import ROOT

FILM = ROOT / "docs" / "film.webp"
SCREEN: ViewportSize = {"width": 390, "height": 700}
WIDTH, COLUMNS, GAP = 300, 6, 8
"""The width of each picture, and the space between two, in pixels."""

NOW = datetime(2029, 12, 31, 23, 59, 42, tzinfo=UTC)
"""A little before the next deal, for the site and for the page."""
STOP = """milliseconds => document.getAnimations().forEach(animation => {
    animation.pause();
    animation.currentTime = milliseconds;
})"""


def take(page: Page) -> list[Image.Image]:
    """Return a picture of each moment."""
    from tests.pages.moments import moments  # needs Django set up

    pictures = []
    for moment in moments():
        moment.open(page)
        moment.happen(page)
        page.evaluate(STOP, moment.milliseconds)
        picture = Image.open(BytesIO(page.screenshot()))
        pictures.append(picture.resize((WIDTH, WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS))
    return pictures


def strip(pictures: list[Image.Image]) -> Image.Image:
    """Return all pictures in rows, in reading order."""
    height, rows = pictures[0].height, -(-len(pictures) // COLUMNS)
    film = Image.new("RGB", (COLUMNS * (WIDTH + GAP) - GAP, rows * (height + GAP) - GAP), "white")
    for number, picture in enumerate(pictures):
        film.paste(picture, (number % COLUMNS * (WIDTH + GAP), number // COLUMNS * (height + GAP)))
    return film


def main(to: Path = FILM) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    setup_test_environment()
    with chromium.opened() as browser, patch("django.utils.timezone.now", return_value=NOW):
        page = browser.new_page(viewport=SCREEN, reduced_motion="no-preference", device_scale_factor=2)
        page.clock.set_fixed_time(NOW)
        strip(take(page)).save(to, quality=82, method=6)


if __name__ == "__main__":
    main()
