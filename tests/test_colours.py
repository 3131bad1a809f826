"""Colours of the style sheet: legible, and distinguished by everybody, on every felt in both themes."""

from collections.abc import Iterable
from itertools import combinations, product

import pytest

from accounts.models import Felt
from tests.colours import THEMES, VISIONS, Colour, Palette, Theme, contrast, difference

TEXT, MARK = 4.5, 3.0
"""The least contrast of letters, and of what is not read."""

APART = 0.1
"""The least difference of colours that have a meaning: five times what one just notices."""

SUITS = ("--spade", "--heart", "--club", "--diamond")
PLATE = ':where(:root:not([data-table="text"])) :is(.plate:not(.chair), .review-hand, .exercise-top .scroll)'


def palette(felt: str, theme: Theme, *selectors: str) -> Palette:
    return Palette(theme, *([f'[data-felt="{felt}"]'] if felt else []), *selectors)


def grounds(felt: str, theme: Theme) -> list[Colour]:
    """The felt in its middle and at its edge."""
    colours = palette(felt, theme)
    return [colours["--felt"], colours["--felt-edge"]]


def plates(felt: str, theme: Theme) -> list[Colour]:
    """What names stand on: the shade of a plate on the felt, and the night of whoever has the turn."""
    plate = palette(felt, theme, PLATE)
    return [*(plate["background"].over(ground) for ground in grounds(felt, theme)), plate["--night"]]


def least(colours: Iterable[Colour], on: Iterable[Colour]) -> float:
    return min(contrast(colour, ground) for colour, ground in product(colours, list(on)))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("felt", Felt.values)
def test_words_on_the_felt_are_legible(felt: str, theme: Theme) -> None:
    plate = palette(felt, theme, PLATE)
    words = [plate[name] for name in ("--ink", "--ink-2", "--good", "--bad")]
    button = palette(felt, theme, ".on-the-felt")["background"]
    assert least([plate["--on-felt"]], grounds(felt, theme)) >= TEXT
    assert least([plate["--on-felt"]], (button.over(ground) for ground in grounds(felt, theme))) >= TEXT
    assert least(words, plates(felt, theme)) >= TEXT
    assert contrast(plate["--on-accent"], plate["--accent"]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("felt", Felt.values)
def test_marks_stand_out_from_the_felt(felt: str, theme: Theme) -> None:
    colours = palette(felt, theme)
    sides = [palette(felt, theme, side)["--side"] for side in (".declares", ".defends")]
    assert least(sides, plates(felt, theme)) >= MARK
    assert least([colours["--accent"], colours["--ivory"]], [*grounds(felt, theme), colours["--night"]]) >= MARK


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("felt", Felt.values)
def test_sides_and_turn_can_be_distinguished(felt: str, theme: Theme, vision: str) -> None:
    sides = [palette(felt, theme, side)["--side"] for side in (".declares", ".defends")]
    marks = [*sides, palette(felt, theme)["--accent"]]
    for one, other in [*combinations(marks, 2), *product(marks, plates(felt, theme))]:
        assert difference(one, other, vision) >= APART


@pytest.mark.parametrize("theme", THEMES)
def test_words_on_paper_are_legible(theme: Theme) -> None:
    colours = Palette(theme)
    papers = [colours[name] for name in ("--room", "--panel", "--well")]
    assert least((colours[name] for name in ("--ink", "--ink-2", "--act", "--good", "--bad")), papers) >= TEXT
    assert least((colours[name] for name in ("--edge", "--focus")), papers[:2]) >= MARK
    assert contrast(colours["--on-act"], colours["--act"]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", [(), ('[data-suits="four"]',)], ids=["two colours", "four colours"])
def test_suits_are_legible(theme: Theme, deck: tuple[str, ...]) -> None:
    cards = Palette(theme, *deck)
    panel = Palette(theme, ".mini", *(f"{selector} .mini" for selector in deck))
    assert least([cards[suit] for suit in SUITS], [cards["--ivory"]]) >= TEXT
    assert least([cards[suit] for suit in SUITS], [cards["--ivory-dim"]]) >= MARK
    assert least([panel[suit] for suit in SUITS], [panel["--panel"], panel["--well"]]) >= TEXT


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_suits_of_four_colours_can_be_distinguished(theme: Theme, vision: str) -> None:
    four = '[data-suits="four"]'
    for colours in (Palette(theme, four), Palette(theme, ".mini", f"{four} .mini")):
        for one, other in combinations(SUITS, 2):
            assert difference(colours[one], colours[other], vision) >= APART, (one, other)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_red_and_black_can_be_distinguished(theme: Theme, vision: str) -> None:
    for colours in (Palette(theme), Palette(theme, ".mini")):
        assert difference(colours["--heart"], colours["--spade"], vision) >= APART


def test_difference_is_that_of_oklab() -> None:
    black, white, red, green = map(Colour.read, ("#000000", "#ffffff", "#ff0000", "#008000"))
    assert difference(black, white, "full colours") == pytest.approx(1, abs=0.001)
    assert difference(red, green, "deuteranopia") < difference(red, green, "full colours") / 2
    assert contrast(black, white) == pytest.approx(21)
