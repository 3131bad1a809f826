"""docs/protocol.md: its dialogue and its program are what the package does."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from games.bots.protocol import Engine
from games.match.__main__ import main
from tests.sites import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text()


def test_dialogue_is_what_the_bots_answer() -> None:
    (dialogue,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    engine, expected, given = Engine(), [], []
    for line in dialogue.splitlines():
        if line.startswith("> ") and line != "> quit":
            given += engine.answers(line[2:])
        elif line.startswith("< "):
            expected.append(line[2:])
    assert given == expected


@pytest.mark.parametrize("peek", ["none", "flip2"])
def test_program_of_the_page_plays_a_match(peek: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "dummy_hand_spades").symlink_to(ROOT / "games")
    (tmp_path / "mybot.py").write_text(code)
    command = shlex.join([sys.executable, str(tmp_path / "mybot.py")])
    assert main(["beginner", command, "--deals", "2", "--peek", peek]) == 0
    assert "points a deal in 2 deals" in capsys.readouterr().out
