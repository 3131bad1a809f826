"""Rules of the engine in words: each is offered in forms, and documented."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from games.engine import BiddingStyle, PeekRule
from games.words.options import PEEKS, STYLES, ExplainedOption

RECORDS = (Path(__file__).parents[2] / "docs/records.md").read_text("utf-8")

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
