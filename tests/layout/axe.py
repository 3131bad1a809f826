"""Faults that axe-core finds on a page."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_THE_THEME = ["color-contrast", "link-in-text-block"]
"""The rules about colours; to the others a page is the same in light and dark."""

RUN = """async rules => {
    const also = {"td-has-header": {enabled: true}}; // experimental, but Lighthouse looks for it
    const {violations} = await axe.run({runOnly: rules, rules: also, resultTypes: ["violations"], preload: false});
    return violations.flatMap(({id, nodes}) => nodes.map(({target}) => `${id} ${target}`));
}"""


def axe_faults(page: Page, *, of_the_theme: bool = False) -> list[str]:
    """A line for each fault; only those of the theme if the page is checked for all the others in the other one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    faults: list[str] = page.evaluate(RUN, OF_THE_THEME if of_the_theme else WCAG)
    return faults
