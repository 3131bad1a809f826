"""Nothing moves that stays: a player aims at a card while others play."""

import pytest
from playwright.sync_api import Browser

from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import EVERY_TIME, IN_ENGLISH_TOO, LANGUAGES, SCREENS, Screen
from tests.layout.still import sequences_in

SCREENS_TO_LOOK_AT = [
    screen if screen in EVERY_TIME else pytest.param(screen, marks=pytest.mark.campaign) for screen in SCREENS
]


@pytest.mark.parametrize("screen", SCREENS_TO_LOOK_AT, ids=str)
def test_nothing_moves_that_stays(browser: Browser, screen: Screen) -> None:
    moved = []
    with OnePage(browser, screen, tables_in("en")["follow"]) as page:
        for language in LANGUAGES if screen in IN_ENGLISH_TOO else ["es"]:
            for sequence in sequences_in(language):
                if screen in sequence.screens:
                    first, *others = page.places(sequence.pages, sequence.parts)
                    assert first, f"{sequence.name} has such parts"
                    moved += [f"{screen} {language} {sequence.name}: {first} {now}" for now in others if now != first]
    assert not moved, "\n".join(moved)
