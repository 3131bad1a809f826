"""docs/protocol.md: its dialogue and its program are what the package does."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from games.bots.protocol import Engine
from games.engine import legal_actions, view_for, waiting_for
from games.match.__main__ import main
from tests.engine.strategies import Moment, moments
from tests.sites import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text()
(CODE,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_dialogue_is_what_the_bots_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.bots.protocol.prepare", lambda: None)  # the dialogue goes on with beginners
    (dialogue,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    engine = Engine()
    expected: list[str] = []
    answered: list[str] = []
    for line in dialogue.splitlines():
        if line.startswith("> ") and line != "> quit":
            answered += engine.answers(line[2:])
        elif line.startswith("< "):
            expected.append(line[2:])
    assert answered == expected


def begin(directory: Path) -> list[str]:
    """Return the command that runs the program of the page."""
    (directory / "dummy_hand_spades").symlink_to(ROOT / "games")
    (directory / "mybot.py").write_text(CODE)
    return [sys.executable, str(directory / "mybot.py")]


@pytest.mark.parametrize("peek", ["none", "flip2"])
def test_program_of_the_page_plays_a_match(peek: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = shlex.join(begin(tmp_path))
    assert main(["beginner", command, "--deals", "2", "--peek", peek]) == 0
    assert "points a deal in 2 deals" in capsys.readouterr().out


OF_PROGRAM: dict[str, Any] = {"__name__": "mybot"}
exec(CODE.replace("dummy_hand_spades", "games"), OF_PROGRAM)


@given(moments())
def test_program_of_the_page_does_what_is_legal_in_each_position(moment: Moment) -> None:
    """Answers to claims and the dummy's cards too."""
    for player in waiting_for(moment.state):
        assert OF_PROGRAM["choose"](view_for(moment.state, player)) in set(legal_actions(moment.state))


def test_program_of_the_page_refuses_to_go_without_a_position_and_ends_when_it_is_asked(tmp_path: Path) -> None:
    lines = "hello\ngo\nquit\nhello\n"
    done = subprocess.run(begin(tmp_path), input=lines, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["ready", "error There is no position that waits for its viewer."]
