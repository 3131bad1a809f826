"""The form of a new table, and the presets of rules."""

import pytest
from django.utils import translation

from games.engine import BiddingStyle, PeekRule, Rules
from games.lobby.forms import TableForm
from games.lobby.presets import BUILT_IN, presets
from games.values import TableOptions

pytestmark = pytest.mark.django_db  # which words are blocked stands there

RULES = {"name": "", "peek": "none", "bidding": "standard", "target": "500", "bag_limit": "10", "floor": ""}
BOTS = {"bot_level": "expert", "bot_style": "mixed", "bot_pause": "human"}
OPTIONS = {"spectators": "on", "chat": "on", "clock": "none", "patience": "120", **BOTS}
STANDARD = RULES | OPTIONS


def test_untouched_form_is_the_standard_game() -> None:
    form = TableForm(STANDARD)
    assert form.is_valid()
    assert form.rules() == Rules()
    assert form.options() == TableOptions()
    assert TableForm().initial["peek"] == Rules().peek


def test_every_option_reaches_the_rules() -> None:
    form = TableForm(
        OPTIONS
        | {"peek": "flip3", "bidding": "whiz", "target": "250", "bag_limit": "7", "floor": "-500", "name": "Mine"}
    )
    assert form.is_valid()
    assert form.rules() == Rules(PeekRule.FLIP3, BiddingStyle.WHIZ, 250, 7, -500)


@pytest.mark.parametrize(
    ("name", "called"),
    [
        (" Friday \t night\n", "Friday night"),
        ("\u202eyadirF\u202c", "yadirF"),
        ("\u200b\u2066", ""),
        ("Café ♠ №1", "Café ♠ №1"),
    ],
)
def test_table_name_loses_invisible_characters(name: str, called: str) -> None:
    form = TableForm(STANDARD | {"name": name})
    assert form.is_valid()
    assert form.cleaned_data["name"] == called


def test_every_option_reaches_the_table() -> None:
    bots = {"bot_level": "club", "bot_style": "bold", "bot_pause": "none"}
    form = TableForm(RULES | {"public": "on", "clock": "fast", "patience": "30", **bots})
    assert form.is_valid()
    assert form.options() == TableOptions(True, False, "fast", 30, False, "club", "bold", "none")


def test_bags_may_cost_nothing() -> None:
    form = TableForm(STANDARD | {"bag_limit": "off"})
    assert form.is_valid()
    assert form.rules().bag_limit is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("peek", "all"),
        ("bidding", ""),
        ("target", "510"),
        ("target", "50"),
        ("target", "1e3"),
        ("bag_limit", "4"),
        ("bag_limit", "21"),
        ("floor", "0"),
        ("floor", "100"),
        ("floor", "-99999999999999999999"),
        ("name", "x" * 41),
        ("clock", "hourglass"),
        ("bot_level", "oracle"),
        ("bot_style", "furious"),
        ("bot_pause", "-1"),
        ("clock", ""),
        ("patience", "1"),
        ("patience", ""),
    ],
)
def test_invalid_value_is_an_error_of_its_field(field: str, value: str) -> None:
    form = TableForm(STANDARD | {field: value})
    assert list(form.errors) == [field]


@pytest.mark.parametrize("peek", PeekRule)
@pytest.mark.parametrize("bidding", BiddingStyle)
def test_every_peek_rule_goes_with_every_style(peek: PeekRule, bidding: BiddingStyle) -> None:
    form = TableForm(STANDARD | {"peek": peek, "bidding": bidding})
    assert form.is_valid()
    assert (form.rules().peek, form.rules().bidding) == (peek, bidding)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_new_site_has_the_built_in_presets(language: str) -> None:
    with translation.override(language):
        assert [(of.name, of.line, of.rules) for of in presets()] == [(of.name, of.line, of.rules) for of in BUILT_IN]


def test_presets_differ_and_the_first_is_the_standard_game() -> None:
    assert BUILT_IN[0].rules == Rules()
    assert len({preset.rules for preset in BUILT_IN}) == len({preset.code for preset in BUILT_IN}) == len(BUILT_IN)


def test_duplicate_table_is_not_shown_one_deal_behind() -> None:
    form = TableForm(STANDARD | {"duplicate": "on"})
    assert form.is_valid()
    assert form.options() == TableOptions(duplicate=True)
    both = TableForm(STANDARD | {"duplicate": "on", "delayed": "on"})
    assert not both.is_valid()
    assert list(both.errors) == ["delayed"]
