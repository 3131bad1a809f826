"""A player's page in Chromium that was loaded before an upgrade and stays open, with its old script."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import ConsoleMessage, Page, async_playwright

from tests.browser.person import SHOWS_VERSION
from tests.chromium import FLAGS, path

MESSAGE: Final = "Still the page from before"
_AWAY: Final = ("Failed to load resource", "WebSocket connection", "htmx:ws")
"""What a page says while no process serves it."""


class OldPage:
    """The page of a table. `faults` are its script's errors."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(said in message.text for said in _AWAY):
            self.faults.append(message.text)

    async def use(self) -> str:
        """Wait for a move of the others, say something in the chat, and return whether it is still the same page."""
        version = int(await self._page.locator("#state").get_attribute("data-version") or 0)
        await self._page.wait_for_function(SHOWS_VERSION, arg=str(version + 1))
        await self._page.locator("#chat-text").fill(MESSAGE)
        await self._page.locator("#chat-text").press("Enter")
        await self._page.locator("#chat .words", has_text=MESSAGE).wait_for()
        stayed = await self._page.evaluate("!!window.wasLoadedBefore")
        return "the same page" if stayed else "loaded again by itself"


@asynccontextmanager
async def old_page(address: str, code: str, session: str) -> AsyncIterator[OldPage]:
    """Open the table's page for the player of this session."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path(), args=FLAGS)
        context = await browser.new_context(viewport={"width": 1440, "height": 900})
        await context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
        page = await context.new_page()
        opened = OldPage(page)
        await page.goto(f"{address}/tables/{code}/")
        await page.evaluate("window.wasLoadedBefore = true")
        yield opened
        await browser.close()
