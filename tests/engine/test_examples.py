"""44 records with known results, checked by the function and by the command line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.engine.records import check
from tests.engine.reference_engine import reference_result

ROOT = Path(__file__).parents[2]
EXAMPLES: list[dict[str, Any]] = [
    json.loads(line) for line in (ROOT / "tests/data/examples.jsonl").read_text("utf-8").splitlines()
]
VIEWS = [None, "0", "1", "2", "spectator"]


def view_of(example: dict[str, Any]) -> str | None:
    return str(example["viewer"]) if "viewer" in example else None


def without_message(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key != "message"}


def test_number_of_examples_is_44() -> None:
    assert len(EXAMPLES) == 44


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_check_and_reference_give_the_known_result(example: dict[str, Any]) -> None:
    line = json.dumps(example["record"]).encode()
    result = check(line, view_of(example))
    assert without_message(result) == example["result"]
    assert ("message" in result) is not result["legal"]
    assert reference_result(line, view_of(example)) == example["result"]


def test_deal_of_another_program_has_its_tricks_and_points() -> None:
    """Partnership Spades as OpenSpiel plays it: tricks, contracts and overtricks are counted as here."""
    published = json.loads((ROOT / "tests/data/published/openspiel_spades.json").read_text("utf-8"))
    for result in (check, reference_result):
        answer = result(json.dumps(published["record"]).encode(), None)
        assert answer["tricks"] == published["tricks"]
        assert [player["total"] for player in answer["players"]] == published["points"]


@pytest.mark.parametrize("view", VIEWS)
def test_command_line_prints_the_known_results_in_order(view: str | None) -> None:
    examples = [example for example in EXAMPLES if view_of(example) == view]
    done = subprocess.run(
        [sys.executable, "-m", "games.engine", *(["--view", view] if view else [])],
        input="".join(json.dumps(example["record"]) + "\n" for example in examples).encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    results = [without_message(json.loads(line)) for line in done.stdout.splitlines()]
    assert results == [example["result"] for example in examples]
    assert done.returncode == int(not all(result["legal"] for result in results))
    assert done.stderr == b""
