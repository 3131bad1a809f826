"""Matches of two bots, and programs that do not do their part."""

import shlex
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from games.engine import view_for
from games.match import Program, ProgramFault
from games.match.__main__ import main
from tests.builders import new_deal
from tests.sites import ROOT

ANSWERS = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "hello":
        print("ready", flush=True)
    if word == "go":
        {go}
    if word == "quit":
        break
"""


def program(directory: Path, code: str) -> str:
    """Return the command that runs this Python code."""
    path = directory / "bot.py"
    path.write_text(code)
    return shlex.join([sys.executable, str(path)])


def test_equal_bots_are_equally_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["beginner", "beginner", "--deals", "3", "--peek", "three"]) == 0
    assert capsys.readouterr().out == "A - B: +0.00 ± 0.00 points a deal in 3 deals, each played six times\n"


def test_bots_of_this_package_play_as_a_program_as_they_do_here(capsys: pytest.CaptureFixture[str]) -> None:
    command = shlex.join([sys.executable, str(Path(__file__).with_name("beginner.py"))])
    assert main(["beginner", command, "--deals", "2"]) == 0
    assert "A - B: +0.00 ± 0.00" in capsys.readouterr().out


def test_match_says_who_is_better_and_how_certain_that_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program that bids 13 and plays what it may loses to a beginner."""
    assert main(["beginner", program(tmp_path, WILD), "--deals", "3", "--every", "2"]) == 0
    printed = capsys.readouterr()
    assert float(printed.out.split()[3]) > 50
    assert "2 deals: " in printed.err


WILD = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from games.engine import read_view
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("ready", flush=True)
    if word == "position":
        view = read_view(rest)
    if word == "go":
        print("best", f"play {{view.playable[0]}}" if view.playable else "bid 13", flush=True)
    if word == "quit":
        break
"""

FAULTS = {"is not there": ("/no/such/program", "can’t be begun"), "is not a command": ("'", "can’t be begun")}


@pytest.mark.parametrize(("command", "sentence"), FAULTS.values(), ids=FAULTS)
def test_command_that_cannot_be_run_is_refused(command: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["beginner", command, "--deals", "1"]) == 1
    assert sentence in capsys.readouterr().err


HOSTILE = {
    "ends at once": ("", "the program has ended"),
    "says nothing": ("import time; time.sleep(60)", "no answer within 0.5 seconds"),
    "never stops talking": ("while True: print('info', flush=True)", "no answer within 0.5 seconds"),
    "writes no end of a line": (
        "import sys\nwhile True: sys.stdout.write('x' * 100000)",
        "no answer within 0.5 seconds",
    ),
    "does not answer": (ANSWERS.format(go="pass"), "no answer within 0.5 seconds"),
    "complains": (ANSWERS.format(go="print('error I give up', flush=True)"), "it says: I give up"),
    "answers nonsense": (ANSWERS.format(go="print('best move e2e4', flush=True)"), "this is no action"),
    "bids too much": (ANSWERS.format(go="print('best bid 14', flush=True)"), "bid 14 is not legal (bad_bid)"),
    "plays too early": (ANSWERS.format(go="print('best play SA', flush=True)"), "play SA is not legal (too_early)"),
    "writes bytes": ("import sys; sys.stdout.buffer.write(bytes(range(256)) * 9)", "the program has ended"),
}


@pytest.mark.parametrize(("code", "sentence"), HOSTILE.values(), ids=HOSTILE)
def test_program_that_does_not_do_its_part_is_named(
    code: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, seconds = program(tmp_path, code), "0.5" if "0.5" in sentence else "60"
    starts = "60" if "ready" in code else seconds
    assert main([command, "beginner", "--deals", "1", "--patience", seconds, "--start", starts]) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith(command)
    assert sentence in printed.err
    assert printed.out == ""


def test_program_has_more_time_to_get_ready_than_for_an_answer(tmp_path: Path) -> None:
    """One that compiles itself first is not ready within the patience."""
    fault = pytest.raises(ProgramFault, match="no answer within 0 seconds")
    with closing(Program(program(tmp_path, ANSWERS.format(go="pass")), patience=0.0)) as begun, fault:
        begun.choose(view_for(new_deal(), 0), Random(1))


def test_options_are_sent_to_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = (
        ANSWERS.format(go="pass")
        + """
    if word == "option":
        print("error the option was", *line.split()[1:], flush=True)
"""
    )
    assert main(["beginner", program(tmp_path, code), "--deals", "1", "--option-b", "level=club"]) == 1
    assert "it says: the option was level club" in capsys.readouterr().err


def test_level_of_the_bots_can_be_named_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = shlex.join([sys.executable, str(Path(__file__).with_name("site_bots.py")), "--level", "beginner"])
    assert main(["beginner", command, "--deals", "1"]) == 0
    assert capsys.readouterr().out == "A - B: +0.00 points a deal in 1 deals, each played six times\n"


@pytest.mark.parametrize(
    "wrong",
    [
        ["--deals", "0"],
        ["--deals", "x"],
        ["--seed", "-1"],
        ["--peek", "all"],
        ["--option-b", "style=bold"],
        ["--option-a", "style"],
    ],
)
def test_usage_errors_exit_with_2(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["beginner", "club", *wrong])
    assert end.value.code == 2
