"""A page that the browser translates: texts are wrapped in elements, and updates of the table come all the same."""

import re
from typing import Final

from playwright.sync_api import Page

from games.engine import Play, State, act, legal_cards
from tests.pages.scenes import Scene, playing, snapshot, with_declarer
from tests.scripts.conftest import Screen

TRANSLATE: Final = """() => {
    const walker = document.createTreeWalker(document.getElementById("game"), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
        if (!text.data.trim() || text.parentElement.closest("[translate=no], script, style")) continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        outer.style.verticalAlign = inner.style.verticalAlign = "inherit";
        text.replaceWith(outer);
        outer.append(inner);
        inner.append(text);
    }
}"""
"""What Chrome's translator does, except that the words stay as they are."""
TEXT: Final = """() => {
    const game = document.getElementById("game").cloneNode(true);
    for (const part of game.querySelectorAll("script, #live-region, #say, #ask")) part.remove();
    return game.textContent.replace(/\\\\s+/g, " ").trim();
}"""


def next_card(state: State) -> State:
    assert state.player_to_play is not None
    return act(state, Play(state.player_to_play, legal_cards(state)[0]))


def text_of(page: Page) -> str:
    return re.sub(r"\s+", "", page.evaluate(TEXT))


def test_table_that_is_translated_shows_the_same_as_a_fresh_page(screen: Screen) -> None:
    state = playing(with_declarer(0), 1, 0)
    page = screen.open(snapshot(state, version=10))
    page.evaluate(TRANSLATE)
    for version in range(11, 20):
        state = next_card(state)
        scene: Scene = snapshot(state, version=version)
        screen.push(scene)
        shown = text_of(page)
        page.evaluate(TRANSLATE)
    assert shown == text_of(screen.open(scene))
