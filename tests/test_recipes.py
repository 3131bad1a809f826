"""The programs of docs/recipes.md run as they stand."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder
from hypothesis import given

from games.engine import act, record_of, view_for, waiting_for
from tests.builders import bid, new_deal, play_out
from tests.engine.strategies import Moment, moments
from tests.sites import ROOT

PAGE = (ROOT / "docs" / "recipes.md").read_text()
RECIPES = dict(re.findall(r"^## (.*?)\n.*?```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL))

OF_BOT: dict[str, Any] = {"__name__": "recipe"}
exec(RECIPES["Write your own bot"].replace("dummy_hand_spades", "games"), OF_BOT)


def run(name: str, directory: Path, *arguments: str, more: str = "") -> str:
    """Run a recipe, and `more` in place of its last block, with the package under its own name; return its output."""
    (directory / "dummy_hand_spades").symlink_to(ROOT / "games")
    (directory / "recipe.py").write_text(RECIPES[name].partition("\nif __name__")[0] + more)
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


BOT = """
leads = list(compare(Bot("mine", choose), Bot("beginner", bots.choose), Rules(), deals=2))
print(len(leads))
"""


def test_bot_of_ones_own_plays_a_match(tmp_path: Path) -> None:
    assert run("Write your own bot", tmp_path, more=BOT) == "2\n"


@given(moments())
def test_bot_of_ones_own_does_what_is_legal_in_each_position(moment: Moment) -> None:
    for player in waiting_for(moment.state):
        act(moment.state, OF_BOT["choose"](view_for(moment.state, player), moment.rng))


SEAT = """
seat, rng, points = OneSeat(), np.random.default_rng(1), []
for seed in range(3):
    seen, _info = seat.reset(seed=seed)
    over = False
    while not over:
        assert seat.observation_space.contains(seen)
        seen, reward, over, _truncated, _info = seat.step(rng.choice(np.flatnonzero(seat.action_masks())))
    points.append(reward)
print(len(points))
"""


def test_environment_of_one_seat_that_maskable_ppo_learns_in(tmp_path: Path) -> None:
    """PyTorch is too large to be installed for this: any legal action is taken."""
    assert run("Learn with MaskablePPO", tmp_path, more=SEAT) == "3\n"


@pytest.mark.campaign  # it downloads OpenSpiel
@pytest.mark.timeout(3600)
def test_wrap_for_openspiel(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", f"{wheel}[rl]", "open_spiel"], check=True)
    (tmp_path / "recipe.py").write_text(RECIPES["Wrap for OpenSpiel"])
    done = subprocess.run([python, "recipe.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_replay_a_file_of_records(tmp_path: Path) -> None:
    record = json.dumps(record_of(play_out(bid(new_deal(), 4, 3, 3))))
    (tmp_path / "deals.jsonl").write_text(f"{record}\nnonsense\n")
    first, second = run("Replay a file of records", tmp_path, "deals.jsonl").splitlines()
    assert first.startswith("1: player 0 bid 4, ")
    assert second == "2: record: The line is not well-formed JSON."
