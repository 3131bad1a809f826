"""Nothing moves that stays: a player aims at a card while others play."""

from collections.abc import Iterable

import pytest
from playwright.sync_api import Browser

from tests.layout.looks import one_of
from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import EVERY_TIME, LANGUAGES, SCREENS, Screen
from tests.layout.still import Sequence, sequences_in


@pytest.mark.parametrize("screen", EVERY_TIME, ids=str)
def test_nothing_moves_that_stays(browser: Browser, screen: Screen) -> None:
    """Each sequence is shown in one of the languages."""
    by_language = zip(*map(sequences_in, LANGUAGES), strict=True)
    check(browser, screen, (one_of(same, f"{same[0].name} {screen}") for same in by_language))


@pytest.mark.campaign
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_nothing_moves_that_stays_in_any_language(browser: Browser, screen: Screen, language: str) -> None:
    check(browser, screen, sequences_in(language))


def check(browser: Browser, screen: Screen, sequences: Iterable[Sequence]) -> None:
    moved = []
    with OnePage(browser, screen, tables_in("en")["follow"]) as page:
        for sequence in sequences:
            if screen in sequence.screens:
                first, *others = page.places(sequence.pages, sequence.parts)
                assert first, f"{sequence.name} has such parts"
                moved += [f"{screen} {sequence.name}: {first} {now}" for now in others if now != first]
    assert not moved, "\n".join(moved)
