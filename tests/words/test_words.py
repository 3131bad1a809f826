"""Words that a single English sentence does not test: articles, prepositions and Spanish conjunctions."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from games.engine import parse_cards
from games.words.names import Names, card_name, days_and_hours, decimal, listing, the_card
from tests.pages.scenes import SEATS


@pytest.fixture
def spanish() -> Iterator[None]:
    with translation.override("es"):
        yield


def test_number_is_rounded_and_written_as_the_reader_writes_it() -> None:
    assert [decimal(2.67), decimal(-0.96), decimal(1234.567, 2)] == ["2.7", "-1.0", "1,234.57"]
    with translation.override("es"):
        assert decimal(2.67) == "2,7"


def test_card_is_named_with_or_without_its_article() -> None:
    (card,) = parse_cards("HQ")
    assert (card_name(card), the_card(card)) == ("queen of hearts", "the queen of hearts")


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize(
    ("code", "words"), [("SA", "el as de picas"), ("CQ", "la dama de tréboles"), ("DT", "el diez de diamantes")]
)
def test_spanish_article_follows_the_rank(code: str, words: str) -> None:
    assert the_card(parse_cards(code)[0]) == words


def test_items_are_listed_in_a_sentence() -> None:
    assert [listing(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "Ines"])] == [
        "",
        "a",
        "a and b",
        "a, b and Ines",
    ]


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize(
    ("last", "words"),
    [("Ana", "Ben y Ana"), ("Ines", "Ben e Ines"), ("Hilda", "Ben e Hilda"), ("Hiedra", "Ben y Hiedra")],
)
def test_spanish_and_changes_before_the_sound_of_i(last: str, words: str) -> None:
    assert listing(["Ben", last]) == words


@pytest.mark.usefixtures("spanish")
def test_defender_plays_with_you_or_with_a_named_player() -> None:
    names = Names(SEATS, 0)
    assert (names.defender(0), names.defender(1)) == ("Defensa, contigo", "Defensa, con Ana")


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0 min"), (0.4, "1 min"), (119, "1 min"), (7260, "2 h 1 min"), (90_000, "1 d 1 h")]
)
def test_time_left_is_a_minute_until_it_is_over(seconds: float, words: str) -> None:
    assert days_and_hours(seconds) == words
