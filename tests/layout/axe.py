"""Faults that axe-core finds on a page."""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_THE_THEME = ["link-in-text-block"]
"""The rule about colours besides that of contrast; to the others a page is the same in light and dark."""

RUN = (Path(__file__).parent / "axe.js").read_text()


def axe_faults(page: Page, *, of_the_theme: bool = False) -> list[str]:
    """A line for each fault; only those of the theme if the page is checked for all the others in the other one.

    The contrast of texts that look like others, which had enough of it since the page was loaded, is taken for theirs:
    to measure it takes longer than all other rules.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    faults: list[str] = page.evaluate(RUN, OF_THE_THEME if of_the_theme else WCAG)
    return faults
