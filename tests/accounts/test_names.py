"""Validation and comparison of player names."""

import unicodedata
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from accounts import names


@pytest.mark.parametrize(
    "name",
    ["Al", "Alex", "Ana María", "O.K.-name_1", "Ñandú", "Владимир", "小明", "हिन्दी", "42", "Sixteen letters."[:15]],
)
def test_letters_and_digits_of_any_script_are_allowed(name: str) -> None:
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
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        names.validate_name(names.tidy(name) if "\u3164" in name else name)


def test_tidy_composes_letters_and_reduces_white_space() -> None:
    assert names.tidy("  Jose\u0301 \t Luis\n") == "José Luis"


@pytest.mark.parametrize(
    ("one", "other"), [("Alex", "aLEX"), ("Ñandú", "ñANDÚ"), ("Straße", "STRASSE"), ("\uff21lex", "alex")]
)
def test_fold_ignores_case_and_width(one: str, other: str) -> None:
    assert names.fold(one) == names.fold(other)


def test_key_of_a_name_with_a_nul_is_nobodys_and_can_be_looked_for() -> None:
    """PostgreSQL refuses a query with a NUL."""
    assert "\0" not in names.fold("a\0b")
    with pytest.raises(ValidationError):
        names.validate_name(names.fold("a\0b"))


def test_fold_keeps_accents() -> None:
    assert names.fold("Jose") != names.fold("José")


@pytest.mark.parametrize("name", ["Аlex", "Alех", "Ꭺlex", "Jοsé", "Ana\u05d0", "שAlex", "Ана小明", "Ελλαs"])  # noqa: RUF001
def test_letters_of_scripts_that_are_not_written_together_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="same alphabet"):
        names.validate_name(name)


@pytest.mark.parametrize("name", ["Ana 小明", "日本のカード", "카드 2", "O'Ána"[2:], "Ñandú_1", "עברית", "Αλέξης"])
def test_letters_that_are_written_together_are_allowed(name: str) -> None:
    names.validate_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Аех", "aex"), ("Poca", "Роса"), ("TOM", "ТОМ"), ("Nov", "Νον"), ("Ana", "ANA")],  # noqa: RUF001
)
def test_name_looks_like_itself_in_another_script(one: str, other: str) -> None:
    assert names.fold(other) in names.lookalikes(one)
    assert names.fold(one) in names.lookalikes(other)


@pytest.mark.parametrize(("one", "other"), [("вор", "Bop"), ("José", "Jose"), ("Ana", "Anna")])
def test_names_that_look_different_do_not_count_as_alike(one: str, other: str) -> None:
    assert names.fold(other) not in names.lookalikes(one)


@pytest.mark.parametrize("read", [names.tidy, names.fold])
def test_overlong_name_is_refused_without_composing_it(read: Callable[[str], str]) -> None:
    """Composing a million marks on one letter would block the server for half an hour."""
    endless = "a" + "\u0301" * 500_000 + "\u0316" * 500_000
    with pytest.raises(ValidationError):
        names.validate_name(read(endless))


def test_name_with_many_combining_marks_is_composed() -> None:
    written = unicodedata.normalize("NFD", "Ậ" * names.LONGEST)
    assert names.tidy(written) == "Ậ" * names.LONGEST
    assert names.fold(written) == "ậ" * names.LONGEST
