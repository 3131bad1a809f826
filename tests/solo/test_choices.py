"""The choice of a new game without a connection: what its form offers, and the game that begins."""

from pathlib import Path
from urllib.parse import urlencode

import pytest
from django import forms
from django.template.loader import render_to_string

from games.bots import MIXED, Level, PlayingStyle
from games.engine import BiddingStyle, PeekRule, Rules
from games.management.solo_bundle.bundle import NewGameForm
from games.solo import browser, storage
from games.solo.choices import FIELDS, chosen
from games.solo.game import Setup, SoloGame


def offered(name: str, *, with_experts: bool = True) -> list[str]:
    """Return the values of a field."""
    field = NewGameForm(with_experts=with_experts).fields[name]
    assert isinstance(field, forms.ChoiceField)
    return [str(value) for value, _label in field.choices]


def as_fields(setup: Setup) -> dict[str, str]:
    """Return what the form sends for such a game."""
    rules = setup.rules
    limit = "off" if rules.bag_limit is None else str(rules.bag_limit)
    values = (rules.peek, rules.bidding, str(rules.target), limit, setup.level, setup.style)
    return dict(zip(FIELDS, values, strict=True))


def test_form_offers_all_rules_and_bots() -> None:
    assert offered("peek") == list(PeekRule)
    assert offered("bidding") == list(BiddingStyle)
    assert offered("bot_level") == list(Level)
    assert offered("bot_style") == [MIXED, *PlayingStyle]
    assert offered("bot_level", with_experts=False) == [Level.BEGINNER]


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("with_experts", [True, False])
def test_game_begins_as_chosen(name: str, with_experts: bool) -> None:
    for value in offered(name, with_experts=with_experts):
        setup = chosen(urlencode({name: value}), with_experts=with_experts)
        assert as_fields(setup)[name] == value
        assert storage.load(storage.dump(SoloGame(setup))).setup == setup


def test_untouched_form_begins_the_game_that_begins_without_it() -> None:
    form = NewGameForm(with_experts=True)
    untouched = {name: str(form[name].value()) for name in FIELDS}
    assert as_fields(chosen(urlencode(untouched), with_experts=True)) == untouched
    assert as_fields(chosen("", with_experts=True)) == untouched


def test_rules_and_bots_stay_in_the_next_game() -> None:
    game = SoloGame(chosen("peek=flip3&bidding=whiz&bot_level=club&bot_style=bold", with_experts=True))
    game.give_up()
    assert as_fields(game.rematch().setup) == as_fields(game.setup)


@pytest.mark.parametrize(
    "query", ["peek=all", "bidding=none", "target=many", "bag_limit=x", "bot_style=odd", "target=-5"]
)
def test_what_no_form_sends_begins_the_usual_game(query: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # what says so differs: an enumeration, a number, a rule
        chosen(query, with_experts=True)
    session = browser.begin(str(tmp_path), asked=query)
    assert storage.load(session.stored()).setup.rules == Rules()


@pytest.mark.parametrize("with_experts", [True, False])
def test_page_says_why_there_are_no_stronger_bots(with_experts: bool) -> None:
    context = {"form": NewGameForm(with_experts=with_experts), "experts": with_experts}
    page = render_to_string("solo/new.html", context)
    assert ("Expert" in page) == with_experts
    assert ("Stronger bots need code" in page) != with_experts
