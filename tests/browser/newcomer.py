"""A newcomer, who plays a lesson by doing only what the coach says."""

import re
from typing import Final

from playwright.sync_api import Page, expect

CARD: Final = re.compile(r"the (\w+ of \w+)")


class Newcomer:
    """A newcomer who reads the coach and finds on the page what it mentions."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def learn(self) -> None:
        """Do what the step asks, or go on; return when the next step is shown."""
        counter = self.page.locator(".coach header p > span").first
        step = counter.inner_text()
        task = self.page.locator("#coach-says .task")
        if task.count():
            expect(self.page.locator(".asked").first).to_be_visible()
            self.do(task.inner_text())
        else:
            self.page.locator("#go-on").click()
        expect(counter).not_to_have_text(step)
        self.page.wait_for_load_state("domcontentloaded")

    def do(self, task: str) -> None:
        if number := re.search(r"Choose (\d+)(?:, tick “(.+?)”)?", task):
            self.page.get_by_role("radio", name=number[1], exact=True).check()
            if number[2]:
                self.page.get_by_role("checkbox", name=number[2]).check()
            self.page.locator(".bid-form button").click()
        elif card := CARD.search(task):
            self.page.get_by_role("button", name=card[1].capitalize()).click()
        else:
            words = re.search("“(.+?)”", task)
            assert words, task
            self.page.locator("summary", has_text=words[1]).click()
            self.page.get_by_role("button", name=words[1]).click()
