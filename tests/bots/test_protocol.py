"""The protocol of programs that choose actions (docs/protocol.md)."""

import subprocess
import sys

import pytest
from hypothesis import given

from games.bots.protocol import Engine, action_text, read_action
from games.engine import Claim, act, legal_actions, view_for, view_notation, waiting_for
from tests.builders import bid, new_deal
from tests.engine.strategies import Moment, moments
from tests.sites import ROOT


@given(moments())
def test_each_action_comes_back(moment: Moment) -> None:
    actions = list(legal_actions(moment.state))
    for action in moment.rng.sample(actions, min(len(actions), 20)):
        assert read_action(action.player, action_text(action)) == action


@pytest.mark.parametrize(
    "text",
    ["", "bid", "bid six", "bid 6 nil", "bid 6 nil 4", "play", "play XX", "peek", "peek 1,,2", "answer maybe", "x"],
)
def test_other_text_is_no_action(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_action(0, text)


def answers(engine: Engine, *lines: str) -> list[str]:
    return [answer for line in lines for answer in engine.answers(line)]


@pytest.mark.parametrize(("level", "compiled"), [("expert", True), ("club", True), ("beginner", False)])
def test_search_is_compiled_before_the_program_is_ready(
    level: str, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[bool] = []
    monkeypatch.setattr("games.bots.protocol.prepare", lambda: calls.append(True))
    engine = Engine()
    engine.options["level"] = level
    for answer in engine.answers("hello"):
        if answer == "ready":
            assert calls == [True] * compiled


@given(moments())
def test_engine_answers_each_position_with_a_legal_action(moment: Moment) -> None:
    for player in waiting_for(moment.state):
        position = f"position {view_notation(view_for(moment.state, player))}"
        (best,) = answers(Engine(), "option level beginner", position, "go seed 1")
        act(moment.state, read_action(player, best.removeprefix("best ")))


WRONG = {
    "nonsense": "Unknown word",
    "option level grandmaster": "No such option or value",
    "option hash 1": "No such option or value",
    "position SA": "position: A position has eight fields",
    "go": "no position that waits",
}


@pytest.mark.parametrize(("line", "sentence"), WRONG.items(), ids=WRONG)
def test_what_is_wrong_with_a_line_is_said(line: str, sentence: str) -> None:
    (answer,) = answers(Engine(), line)
    assert answer.startswith("error ")
    assert sentence in answer


def test_position_in_which_others_are_on_turn_is_not_answered() -> None:
    view = view_for(new_deal(), 2)
    (answer,) = answers(Engine(), f"position {view_notation(view)}", "go")
    assert answer.startswith("error There is no position")


@pytest.mark.slow  # it may have to compile
def test_expert_says_what_it_thinks_of_each_card() -> None:
    state = bid(new_deal(), 4, 3, 3)
    view = view_for(state, 0)
    *infos, best = answers(Engine(), "option info yes", f"position {view_notation(view)}", "go seed 1")
    assert {line.split()[2] for line in infos} == set(map(str, view.playable))
    assert best.split()[2] in set(map(str, view.playable))


def test_command_answers_line_by_line_and_ends_with_quit() -> None:
    view = view_notation(view_for(new_deal(), 0))
    command = [sys.executable, "-m", "games.bots"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"option level beginner\nposition {view}\ngo\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith("best bid ")
        process.stdin.write("quit\n")
        process.stdin.flush()
        assert process.wait(20) == 0


def test_claim_of_some_tricks() -> None:
    assert action_text(Claim(1, 4)) == "claim 4"
    assert read_action(1, "claim") == Claim(1)
