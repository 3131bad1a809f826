"""A person at a table, who sees a page and clicks only what it offers."""

from typing import Final

from playwright.sync_api import Locator, Page, Position

SHOWS_VERSION = "version => +document.querySelector('#state')?.dataset.version >= +version"
LOOK_EVERY = 20
"""Milliseconds. At each frame, as Playwright does by default, a page that waits takes eight times the processor."""

LEGAL_CARD = "button.card:not([aria-disabled], form:has([name=ahead]) *)"
CORNER: Final[Position] = {"x": 6, "y": 12}
"""Where a card has its rank. In a long suit on a phone the next card covers its middle."""
TO_DO = f"#ready button, #peek, .bid-form, .claim-box [name=accept], #hand {LEGAL_CARD}, #dummy {LEGAL_CARD}"
THE_END = ".standings"


class Person:
    """Plays the game on a page. How well does not matter; that it can be played does.

    `bids` is the number to bid wherever there is a choice.
    """

    def __init__(self, page: Page, bids: int = 4) -> None:
        self.page = page
        self.bids = bids
        self.cards_played = 0

    @property
    def version(self) -> str:
        return self.page.locator("#state").get_attribute("data-version") or ""

    def act(self) -> None:
        """Do what the table asks for, and wait for the next version."""
        self.page.locator(TO_DO).first.wait_for()
        before = int(self.version)
        self.click()
        self.wait_for_version(str(before + 1))

    def wait_for_version(self, version: str) -> None:
        """Wait until the page shows the table at `version`, or later."""
        self.page.wait_for_function(SHOWS_VERSION, arg=version, polling=LOOK_EVERY)

    def click(self) -> None:
        page = self.page
        if (ready := page.locator("#ready button")).count():
            ready.click()
        elif (peek := page.locator("#peek")).count():
            self._pick(peek)
        elif (bids := page.locator(".bid-form")).count():
            self._bid(bids.first)
        elif (accept := page.locator(".claim-box [name=accept][value=no]")).count():
            accept.click()
        else:
            page.locator(f"#hand {LEGAL_CARD}, #dummy {LEGAL_CARD}").first.click(position=CORNER)
            self.cards_played += 1

    def _pick(self, peek: Locator) -> None:
        places = peek.locator("label:has([name=places])")
        for place in range(int(peek.get_attribute("data-pick") or 0)):
            places.nth(place).click()
        peek.locator("button").click()
        peek.wait_for(state="detached")  # others peek meanwhile, so a new version need not be the answer

    def _bid(self, form: Locator) -> None:
        numbers = form.locator(".numbers label")
        if count := numbers.count():
            numbers.nth(min(self.bids, count - 1)).click()
        if (one_nil := form.locator("label:has([type=radio][name=nils])")).count():
            one_nil.first.click()
        form.locator("button").click()
