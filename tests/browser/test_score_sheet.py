"""The score sheet on a phone: the button to go on and all three players are visible."""

from dataclasses import replace

import pytest
from django.utils import translation

from tests.browser.conftest import At
from tests.browser.test_sizes import OVER_ANY
from tests.presenters.scenes import SEATS, scenes

LONG = ("Bartholomew Elde", "Alexandra-Marie", "Wilhelmina Ilse")

IN_SIGHT = """way => {
    const {top, bottom} = way.getBoundingClientRect();
    const seen = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && way.contains(seen);
}"""

TO_THE_SIDE = "sheet => sheet.scrollWidth - sheet.clientWidth"


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (740, 360), (1440, 900)])
@pytest.mark.parametrize("language", ["en", "es"])
def test_button_to_the_next_deal_stays_in_view(at: At, language: str, size: tuple[int, int]) -> None:
    with translation.override(language):
        page = at(dict(scenes())["scored"], size)
    way = page.locator(".actions")
    assert way.evaluate(IN_SIGHT)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert not way.evaluate(OVER_ANY, "#last-of-deal, #why")


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("language", ["en", "es"])
def test_scores_of_all_players_are_in_view(at: At, language: str, width: int) -> None:
    scored = dict(scenes())["scored"]
    long = tuple(replace(seat, name=name) for seat, name in zip(SEATS, LONG, strict=True))
    for shown in (scored, scored.changed(seats=long)):
        with translation.override(language):
            page = at(shown, (width, 640))
        assert page.locator("#sheet .scroll").evaluate(TO_THE_SIDE) == 0
