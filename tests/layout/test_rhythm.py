"""The rhythm of pages around the table: distances are steps of 4 pixels, those between the blocks of a page of 8."""

from collections import defaultdict
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.layout.one_page import OnePage
from tests.layout.sizes import LAPTOP, MIDDLE_PHONE, UPRIGHT_TABLET, Screen
from tests.pages.pages import usual_tables_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGES: Final = (
    *("home", "home-signed-in", "play-waiting", "today-played", "today-none", "learn", "find-players", "rules"),
    *(
        "people-with-clubs",
        "people-menus",
        "me",
        "player-badges",
        "player-games",
        "player-statistics",
        "player-lessons",
    ),
    *("ranks", "seasons", "leaders-empty", "new-table", "new-challenge", "new-club", "trio", "club-public"),
    *("settings-look", "settings-table", "settings-alerts", "settings-account", "settings-guest", "settings-tokens"),
    *("board-day", "board-of-two", "set-closed", "set-eight", "tournament", "tournament-open", "tournament-round"),
)
DRAWN: Final = "svg, .felt, .own-result, .hero, .turn-tag, .picture, .sample, .card, .calendar td"
"""What is drawn to scale, as a table is; the cells of a calendar are 4 pixels from each other."""

OFF_THE_GRID: Final = """drawn => [...document.querySelectorAll("main *")].flatMap(block => {
    const style = getComputedStyle(block);
    if (!block.checkVisibility() || style.display === "inline" || block.closest(drawn)) return [];
    return ["marginTop", "marginBottom", "paddingTop", "paddingBottom", "rowGap"]
        .filter(side => parseFloat(style[side]) % 4)
        .map(side => `${block.tagName.toLowerCase()}.${block.className}: ${side} ${style[side]}`);
})"""
BETWEEN_BLOCKS: Final = """() => {
    const blocks = [...document.querySelector("main").children]
        .filter(block => block.checkVisibility() && getComputedStyle(block).position !== "absolute");
    const edges = blocks.map(block => block.getBoundingClientRect());
    return blocks.slice(1).flatMap((block, number) => {
        const distance = edges[number + 1].top - edges[number].bottom, step = Math.round(distance / 8) * 8;
        return distance > 0 && Math.abs(distance - step) > .5 ? [`${distance} above ${block.className}`] : [];
    });
}"""


@pytest.mark.parametrize("screen", [MIDDLE_PHONE, UPRIGHT_TABLET, LAPTOP], ids=str)
def test_distances_are_steps_of_the_grid(
    browser: Browser, site_in: Callable[[str], dict[str, str]], screen: Screen
) -> None:
    pages = site_in("en")
    shown, faults = [pages[name] for name in PAGES], defaultdict[str, list[str]](list)
    with OnePage(browser, screen, usual_tables_in("en")["follow"]) as page:
        for found in (page.on_each(shown, OFF_THE_GRID, DRAWN), page.on_each(shown, BETWEEN_BLOCKS)):
            for name, distances in zip(PAGES, found, strict=True):
                faults[name] += sorted(set(distances))
    assert {name: found for name, found in faults.items() if found} == {}
