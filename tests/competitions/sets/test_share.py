"""The lines in which somebody publishes a result."""

import pytest
from hypothesis import given, strategies as st

from games.competitions.sets.outcome import set_lines, share_lines, trick_signs

TRICKS = [True, True, False, True, False, False, True, True, True, False, False, False, True]


def test_lines_say_title_points_place_and_tricks() -> None:
    assert share_lines("Deal of the day 212", "+52", "place 17 of 35", TRICKS, made=True) == (
        "Deal of the day 212",
        "✅ +52 · place 17 of 35",
        "🟩🟩⬜🟩⬜ ⬜🟩🟩🟩⬜ ⬜⬜🟩",
    )
    assert share_lines("Reparto del día 212", "−60", "", TRICKS, made=False)[1] == "❌ −60"


def test_lines_of_several_deals_say_title_points_and_contracts() -> None:
    assert set_lines("Eight a day", "+175", [True, True, False]) == ("Eight a day", "+175 ✅✅❌")


@given(st.lists(st.booleans(), min_size=13, max_size=13))
def test_every_trick_has_its_sign(tricks: list[bool]) -> None:
    signs = trick_signs(tricks)
    assert [sign == "🟩" for sign in signs.replace(" ", "")] == tricks
    assert [len(group) for group in signs.split(" ")] == [5, 5, 3]


@pytest.mark.parametrize("number", [0, 12, 14])
def test_unfinished_deal_has_no_signs(number: int) -> None:
    with pytest.raises(ValueError, match="13 tricks"):
        trick_signs([True] * number)
