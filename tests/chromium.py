"""The Chromium browser of the tests."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

# The headless shell first: the same browser without a window takes two thirds of the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]


def path() -> str | None:
    """Where the browser is: what CHROMIUM names, else the first one installed, else None."""
    return next(filter(None, [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]), None)


@contextmanager
def opened() -> Iterator[Browser]:
    """Open a browser for as long as the block takes."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path(), args=FLAGS)
        yield browser
        browser.close()
