"""Rules of the engine in words: each is offered in forms, documented, and explained to players."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from games.engine import BiddingStyle, PeekRule
from games.words.options import PEEKS, STYLES, ExplainedOption

ROOT = Path(__file__).parents[2]
RECORDS = (ROOT / "docs/records.md").read_text("utf-8")
RULES = (ROOT / "docs/rules.md").read_text("utf-8")
PAGE = (ROOT / "templates/web/rules.html").read_text("utf-8")

Rules = type[PeekRule] | type[BiddingStyle]


@pytest.mark.parametrize(("rules", "options"), [(PeekRule, PEEKS), (BiddingStyle, STYLES)])
def test_each_rule_is_offered_in_forms(rules: Rules, options: Sequence[ExplainedOption]) -> None:
    missing = set(rules) - {value for value, _name, _line in options}
    assert not missing, "add a line to games/words/options.py"


@pytest.mark.parametrize(("key", "rules"), [("peek", PeekRule), ("bidding", BiddingStyle)])
def test_each_rule_is_documented(key: str, rules: Rules) -> None:
    [row] = [line for line in RECORDS.splitlines() if line.startswith(f'| `{key}` | `"')]
    missing = [rule for rule in rules if f'`"{rule}"`' not in row]
    assert not missing, f"add the value to the row of `{key}` in docs/records.md"


def section(number: int) -> str:
    return RULES.split(f"\n## {number}. ")[1].split("\n## ")[0]


def test_each_peek_rule_is_in_its_section_of_the_rules() -> None:
    missing = [rule for rule in PeekRule if f"`{rule}`" not in section(4)]
    assert not missing, "add the value to the table in section 4 of docs/rules.md"


def test_each_bidding_style_is_in_its_section_of_the_rules() -> None:
    missing = [style for style in BiddingStyle if f"\n### {style.title()}" not in section(9)]
    assert not missing, "add a heading with the style to section 9 of docs/rules.md"


def test_each_rule_is_explained_on_the_page_of_rules() -> None:
    """The rules that turn cards up are explained together: Flip 1 to Flip 4."""
    explained = (*(option for option in PEEKS if not option[0].is_flip), *STYLES)
    missing = [str(name) for _value, name, _line in explained if f"{name}" not in PAGE]
    assert not missing, "explain the rule in templates/web/rules.html"
