"""The pictures beside players' names: drawn from a code, which follows from the name."""

from xml.etree import ElementTree

import pytest

from accounts.base import avatars

NAMES = [f"Player {number}" for number in range(500)]


def test_avatar_of_a_name_is_always_the_same() -> None:
    assert avatars.of_name("Ana") == avatars.of_name("Ana") != avatars.of_name("Ben")


def test_every_name_has_a_code_and_few_share_one() -> None:
    codes = {avatars.of_name(name) for name in NAMES}
    assert all(avatars.is_code(code) for code in codes)
    assert len(codes) > 490
    assert {code[0] for code in codes} == set("abcdefghijk")


@pytest.mark.parametrize("code", [*(letter * avatars.LENGTH for letter in "abcdefghijk"), avatars.BOT])
def test_picture_is_small_and_can_be_read(code: str) -> None:
    picture = avatars.draw(code)
    assert len(picture) < 700
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert "style" not in picture


def test_each_page_offers_other_avatars_and_the_first_begins_with_that_of_the_name() -> None:
    first, second = avatars.suggested("Ana", 0), avatars.suggested("Ana", 1)
    assert first[0] == avatars.of_name("Ana")
    assert len({*first, *second}) == 2 * avatars.ON_A_PAGE


@pytest.mark.parametrize("text", ["", "bot", "abcd", "abcdef", "ABCDE", "abcdz", "abcd\n"])
def test_other_texts_are_no_codes(text: str) -> None:
    assert not avatars.is_code(text)
