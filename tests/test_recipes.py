"""The programs of docs/recipes.md run as they stand."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import record_of
from tests.builders import bid, new_deal, play_out
from tests.sites import ROOT

PAGE = (ROOT / "docs" / "recipes.md").read_text()
RECIPES = dict(re.findall(r"^## (.*?)\n.*?```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL))


def run(name: str, directory: Path, *arguments: str) -> str:
    """Run a recipe with the package under its own name; return what it prints."""
    (directory / "dummy_hand_spades").symlink_to(ROOT / "games")
    (directory / "recipe.py").write_text(RECIPES[name])
    command = [sys.executable, "recipe.py", *arguments]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_count_hands(tmp_path: Path) -> None:
    assert re.fullmatch(r"With \d+ spades in hand, .* in \d+% of the deals\.\n", run("Count hands", tmp_path))


@pytest.mark.slow
def test_judge_a_bid(tmp_path: Path) -> None:
    points = [line.split() for line in run("Judge a bid", tmp_path).splitlines()]
    assert [int(tricks) for tricks, _points in points] == [2, 3, 4, 5, 6, 7]


def test_replay_a_file_of_records(tmp_path: Path) -> None:
    record = json.dumps(record_of(play_out(bid(new_deal(), 4, 3, 3))))
    (tmp_path / "deals.jsonl").write_text(f"{record}\nnonsense\n")
    first, second = run("Replay a file of records", tmp_path, "deals.jsonl").splitlines()
    assert first.startswith("1: player 0 bid 4, ")
    assert second == "2: record: The line is not well-formed JSON."
