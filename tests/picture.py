"""Takes new screenshots for the README, of a running game: `python -m tests.picture`. Needs Chromium."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests import chromium
from tests.browser.person import TO_DO, Person
from tests.sites import ROOT, Site

CARDS_OF_THE_TRICK = "#trick .played-card"


def main() -> None:
    with tempfile.TemporaryDirectory() as directory, chromium.opened() as browser:
        site = Site(Path(directory))
        site.start()
        page = in_the_middle_of_a_trick(site, browser)
        page.mouse.move(0, 0)  # no card stands out under the pointer
        page.screenshot(path=ROOT / "docs" / "table.png")
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size({"width": 360, "height": 640})
        page.reload()  # colours that change while a picture is taken are on their way only
        page.screenshot(path=ROOT / "docs" / "phone.png")
        site.stop()


def in_the_middle_of_a_trick(site: Site, browser: Browser) -> Page:
    """The page of a player who has the turn after two or three others."""
    page = browser.new_page(base_url=site.address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.goto("/")
    page.get_by_role("button", name="I know Spades: play").click()
    page.wait_for_url("**/tables/*/")
    person = Person(page)
    while person.cards_played < 3 or page.locator(CARDS_OF_THE_TRICK).count() not in (2, 3):
        person.act()
        page.locator(TO_DO).first.wait_for()
    return page


if __name__ == "__main__":
    main()
