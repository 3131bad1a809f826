"""Validation and comparison of player names."""

import unicodedata
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from accounts.base import names


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


@pytest.mark.parametrize("name", ["Аlex", "Alех", "Jοsé", "Ana\u05d0", "שAlex", "Ана小明", "Ελλαs"])  # noqa: RUF001
def test_letters_of_scripts_that_are_not_written_together_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="same alphabet"):
        names.validate_name(name)


@pytest.mark.parametrize("name", ["Ana 小明", "日本のカード", "카드 2", "O'Ána"[2:], "Ñandú_1", "עברית", "Αλέξης"])
def test_letters_that_are_written_together_are_allowed(name: str) -> None:
    names.validate_name(name)


def alike(one: str, other: str) -> bool:
    """Whether one of two names is refused beside the other."""
    return names.look_key(one) == names.look_key(other) or names.latin_key(one) == names.latin_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Аех", "aex"),  # noqa: RUF001
        ("Poca", "Роса"),  # noqa: RUF001
        ("TOM", "ТОМ"),  # noqa: RUF001
        ("Tim", "ΤΙΜ"),  # noqa: RUF001
        ("Niko", "ΝΙΚΟ"),  # noqa: RUF001
        ("Nov", "Νον"),  # noqa: RUF001
        ("Ana", "ANA"),
        ("Iris", "lris"),
        ("limes11", "Iimes11"),
        ("Jim", "Jım"),  # noqa: RUF001
        ("JIM", "Jım"),  # noqa: RUF001
        ("Marnie", "Mamie"),
        ("Leo 10", "Leo lO"),
        ("Пор", "ПОР"),
        ("Greg", "Greɡ"),  # noqa: RUF001
        ("ANA", "ꓮꓠꓮ"),  # noqa: RUF001
        ("DAVE", "ᎠᎪᏙᎬ"),  # noqa: RUF001
        ("Dave", "ᎠᎪᏙᎬ"),  # noqa: RUF001
    ],
)
def test_names_that_look_the_same_are_alike(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("вор", "Bop"),
        ("José", "Jose"),
        ("Ana", "Anna"),
        ("Ana", "Ava"),
        ("Neil", "Nell"),
        ("Ali", "All"),
        ("Ella", "Elia"),
        ("Guy", "Guu"),
        ("Anna 10", "Anna 11"),
    ],
)
def test_names_that_look_different_are_not_alike(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize("name", ["Greɡ", "Anɴa", "ᴀɴᴀ", "ꓮꓠꓮ", "ᎠᎪᏙᎬ", "Ꭺlex", "Ana ǃ", "ꜱam"])  # noqa: RUF001
def test_characters_that_unicode_does_not_recommend_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="everyday use"):
        names.validate_name(name)


@pytest.mark.parametrize("name", ["Ana ٣", "7 ७", "カタВ"])
def test_digits_of_two_kinds_and_rare_mixtures_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="same alphabet"):
        names.validate_name(name)


@pytest.mark.parametrize(
    "name", ["ที่รัก", "משה 5", "شَدَّاد", "ကျော်", "Nguyễn", "İbrahim", "Ağaoğlu", "Łukasz", "Þór", "ラーメン"]
)
def test_names_of_many_languages_are_allowed(name: str) -> None:
    names.validate_name(names.tidy(name))


@pytest.mark.parametrize("marks", ["\u0301" * 15, "\u0316\u0301\u0301", "\u0489", "\u20dd", "\u20e3"])
def test_letter_with_many_or_enclosing_marks_is_refused(marks: str) -> None:
    with pytest.raises(ValidationError):
        names.validate_name(names.tidy(f"Xq{marks}x"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x" + "\u0301" * 15 + "y", "x\u0301\u0301y"),
        ("x\u0301\u0301\u200d\u0301\u0301y", "x\u0301\u0301\u200dy"),
        ("x\u0489\u20dd", "x"),
        ("1\ufe0f\u20e3 \u2764\ufe0f", "1\ufe0f\u20e3 \u2764\ufe0f"),
    ],
)
def test_legible_text_covers_no_other_line(text: str, shown: str) -> None:
    assert names.legible(text) == shown


@pytest.mark.parametrize("name", ["Dummy", "DUMMY", "Y0u", "YOU", "Durnmy", "TÚ"])
def test_words_of_the_table_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="The table itself"):
        names.validate_name(name)


OF_STAFF = [
    "admin", "Staff", "moderator", "MODERATOR", "Adm1n", "\N{CYRILLIC SMALL LETTER A}dmin", "Adrnin", "admin 7",
    "Admin2", "The Staff", "s.t.a.f.f", "Moderador",
]  # fmt: skip


@pytest.mark.parametrize("name", OF_STAFF)
def test_words_of_staff_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="reserved for the staff"):
        names.validate_choice(name)


@pytest.mark.parametrize("name", ["BOTx", "b o t", "B.o.t", "Max Bot", "B0Ts", "BOT7", "b_o_t_Max"])
def test_name_that_would_pass_for_a_bot_s_account_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="names of bots"):
        names.validate_choice(name)


@pytest.mark.parametrize("name", ["Staffan", "Modesta", "Bottom", "Botond", "Adminton", "Abbot", "Jo R", "Stefania"])
def test_name_that_only_contains_such_a_word_is_free(name: str) -> None:
    names.validate_choice(name)


def test_words_of_staff_stay_with_who_has_them() -> None:
    names.validate_name("Staff")


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
