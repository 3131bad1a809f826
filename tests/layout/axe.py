"""Faults that axe-core finds on a page."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_THE_LOOK = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]
"""The rules whose result depends on colours and sizes; to the others a page is the same in every look."""

RUN = """async rules => {
    const {violations} = await axe.run({runOnly: rules, resultTypes: ["violations"], preload: false});
    return violations.flatMap(({id, nodes}) => nodes.map(({target}) => `${id} ${target}`));
}"""


def axe_faults(page: Page, *, of_the_look: bool = False) -> list[str]:
    """A line for each fault; only those of the look if another look of the same page is checked for all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    faults: list[str] = page.evaluate(RUN, OF_THE_LOOK if of_the_look else WCAG)
    return faults
