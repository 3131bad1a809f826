"""A page that shows one page of the site after another without loading each: a tenth of the time."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count, product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.layout.looks import Look
from tests.layout.rules import Rule
from tests.layout.sizes import Screen
from tests.pages.pages import ORIGIN, show

HERE = Path(__file__).parent
OF_SOME_PAGES = ("/static/css/reviews.css", "/static/css/exercises.css")
TURN_TO = (HERE / "turn_to.js").read_text()
LET_TURN = """async () => {
    const [site, people] = await Promise.all(["site", "people"].map(name => import(`/static/js/${name}.js`)));
    Object.assign(window, {refresh: site.refresh, catchUp: people.catchUp});
}"""
FAULTS = (HERE / "faults.js").read_text()
DRESS = """look => {
    const {dataset} = document.documentElement;
    Object.keys(dataset).forEach(name => delete dataset[name]);
    Object.assign(dataset, ownData, look);
}"""
LOOK = f"""text => {{
    const [rules, pages, looks] = JSON.parse(text);
    return pages.map(([html, numbers]) => {{
        ({TURN_TO})(html);
        return looks.map(look => {{
            ({DRESS})(look);
            return ({FAULTS})(numbers.map(number => rules[number]));
        }});
    }});
}}"""
PLACES = """parts => [...document.querySelectorAll(parts)].map(part => {
    const {left, top} = part.getBoundingClientRect();
    return [part.id || part.className, left, top];
})"""


class OnePage:
    """A page in a window of its own, which has the size and the letters of `screen` from the start."""

    def __init__(self, browser: Browser, screen: Screen, first: str, **options: Any) -> None:
        """Load `first`, the page of a table: it has all scripts that change a layout."""
        self._screen = screen
        self._context = browser.new_context(viewport=screen.viewport, reduced_motion="reduce", **options)
        self.page: Page = self._context.new_page()
        show(self.page, {"/": first})
        if screen.has_large_letters:
            sizes = {"fontSizes": {"standard": screen.letters}}
            self._context.new_cdp_session(self.page).send("Page.setFontSizes", sizes)
        self.page.goto(ORIGIN)
        for sheet in OF_SOME_PAGES:  # no rule of them is for other pages
            self.page.add_style_tag(url=sheet)
        self.page.evaluate("document.fonts.ready.then(() => true)")
        self.page.evaluate(LET_TURN)

    def __enter__(self) -> "OnePage":
        return self

    def __exit__(self, *_: object) -> None:
        self._context.close()

    def turn_to(self, html: str) -> Page:
        """Show this page."""
        self.page.evaluate(TURN_TO, html)
        return self.page

    def dress(self, look: Look) -> Page:
        """Show the same page in this look: that takes half the time of another page."""
        self.page.evaluate(DRESS, look.data)
        return self.page

    def faults(
        self, pages: Mapping[str, str], rules: Sequence[Rule], looks: Sequence[Look] = (), *, all_apply: bool = True
    ) -> list[str]:
        """Show these pages, each in all of these looks, if any, and return a line for each fault on one of them.

        A rule that applies to none of them is a fault too, if all of them are to apply.
        """
        here = [rule for rule in rules if self._screen in rule.screens]
        numbers = {name: [number for number, rule in enumerate(here) if rule.holds_for(name)] for name in pages}
        shown = [[html, numbers[name]] for name, html in pages.items()]
        work = [list(map(_for_javascript, here, count())), shown, [look.data for look in looks] or [{}]]
        # As one text: Playwright takes a second to pass as many values one by one.
        results = self.page.evaluate(LOOK, json.dumps(work))
        ways = product(pages, [f"{look} " for look in looks] or [""])
        looked = dict(zip(ways, chain.from_iterable(results), strict=True))
        used = {number for result in looked.values() for number in result["used"]}
        idle = [
            f"nothing to look at: {rule.kind} {rule.parts}"
            for at, rule in enumerate(here)
            if all_apply and at not in used
        ]
        return idle + [f"{name}: {look}{fault}" for (name, look), each in looked.items() for fault in each["faults"]]

    def on_each(self, pages: Iterable[str], script: str, argument: object = None) -> list[Any]:
        """Show these pages, and return what this function of JavaScript returns on each of them."""
        work = f"([pages, argument]) => pages.map(html => {{ ({TURN_TO})(html); return ({script})(argument); }})"
        results: list[Any] = self.page.evaluate(work, [list(pages), argument])
        return results

    def places(self, pages: Iterable[str], parts: str) -> list[list[tuple[str, float, float]]]:
        """Where these parts are on each of the pages."""
        return self.on_each(pages, PLACES, parts)


def _for_javascript(rule: Rule, number: int) -> dict[str, object]:
    of_the_rule = {name: getattr(rule, name) for name in ("kind", "parts", "others", "axes", "at_the_end")}
    return of_the_rule | {"number": number}
