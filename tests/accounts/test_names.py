"""Which names are allowed, and which of them are the same."""

import pytest
from django.core.exceptions import ValidationError

from accounts import names


@pytest.mark.parametrize(
    "name",
    ["Al", "Alex", "Ana María", "O.K.-name_1", "Ñandú", "Владимир", "小明", "हिन्दी", "42", "Sixteen letters."[:15]],
)
def test_letters_and_digits_of_any_script_make_a_name(name: str) -> None:
    names.validate_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "Seventeen letters",
        " Alex",
        "Alex ",
        "-Alex",
        "Alex.",
        "Al<b>ex",
        "Al\nex",
        "Al\u200bex",
        "Al\ufe0fex",
        "Al\u202eex",
        "\u3164\u3164",
        "\u0301\u0301",
        "A🂡",
    ],
)
def test_anything_else_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        names.validate_name(names.tidy(name) if "\u3164" in name else name)


def test_tidying_composes_letters_and_reduces_white_space() -> None:
    assert names.tidy("  Jose\u0301 \t Luis\n") == "José Luis"


@pytest.mark.parametrize(
    ("one", "other"), [("Alex", "aLEX"), ("Ñandú", "ñANDÚ"), ("Straße", "STRASSE"), ("\uff21lex", "alex")]
)
def test_case_and_width_make_no_other_name(one: str, other: str) -> None:
    assert names.fold(one) == names.fold(other)


def test_accents_do_make_another_name() -> None:
    assert names.fold("Jose") != names.fold("José")
