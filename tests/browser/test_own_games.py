"""The live list of a player's own games, in the lobby and on the home page: only what changed is updated."""

import pytest
from django.utils import translation
from playwright.sync_api import Browser

from tests.presenters.pages import ORIGIN, lobby, show

PLACES = """() => [...document.querySelectorAll("nav a, main, h1, h2, .room, .room .btn")]
    .map(part => {
        const {left, top} = part.getBoundingClientRect();
        return [left, top];
    })"""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [320, 360, 700, 768, 960, 1440])
def test_turn_badge_moves_nothing_else_in_the_header(browser: Browser, language: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    with translation.override(language):
        show(page, {f"/{turns}": lobby(turns_waiting=turns, invitation=None) for turns in (0, 12)})
    places = []
    for turns in (0, 12):
        page.goto(f"{ORIGIN}/{turns}")
        places.append(page.evaluate(PLACES))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert places[0] == places[1]
    page.close()
