"""The second implementation of the ladder agrees with the site's, and notices what is wrong."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.competitions.sets.scoring import Result, ladder
from tests.competitions.sets import recompute

ROWS = st.integers(1, 6).flatmap(
    lambda boards: st.dictionaries(
        st.sampled_from(["Ana", "Ben", "Cai", "Dora", "Eva", "Finn"]),
        st.lists(st.none() | st.integers(-61, 61), min_size=boards, max_size=boards),
        min_size=1,
    )
)
EXAMPLE = {"Ana": [52, 71, -50], "Ben": [61, 50, 40], "Cai": [-60, 71, 63], "Dora": [52, None, None]}


def exported(rows: dict[str, list[int | None]]) -> dict[str, Any]:
    boards = [
        [Result(player, points) for player, points in zip(rows, column, strict=True) if points is not None]
        for column in zip(*rows.values(), strict=True)
    ]
    return {
        "set": "example",
        "boards": [
            {
                "number": number,
                "expert": None,
                "results": [{"player": result.participant, "points": result.points} for result in board],
            }
            for number, board in enumerate(boards, start=1)
        ],
        "ladder": [
            {
                "place": entry.place,
                "player": entry.participant,
                "points": entry.score.total,
                "percent": entry.score.rounded,
                "boards": entry.score.boards,
            }
            for entry in ladder(boards)
        ],
    }


@given(ROWS)
def test_both_implementations_agree(rows: dict[str, list[int | None]]) -> None:
    export = json.loads(json.dumps(exported(rows)))
    assert list(recompute.faults(export)) == []


def change(export: dict[str, Any], at: int, **values: object) -> None:
    export["ladder"][at].update(values)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda export: change(export, 0, percent=58.3333334), "Cai: percent 58.3333334 in the ladder, 58.33333333333"),
        (lambda export: change(export, 1, points=150), "Ben: points 150 in the ladder, 151 by the results"),
        (lambda export: change(export, 3, place=4), "Dora: place 4 in the ladder, None by the results"),
        (lambda export: change(export, 3, boards=2), "Dora: boards 2 in the ladder, 1 by the results"),
        (lambda export: change(export, 3, player="Eva"), "Eva is in the ladder and has no result"),
        (lambda export: export["ladder"].reverse(), "the ladder is not in the order of its places"),
        (lambda export: export["ladder"].pop(0), "Cai has a result on every board and is not in the ladder"),
        (lambda export: export["ladder"].append(export["ladder"][3]), "ladder: Dora is there 2 times"),
        (
            lambda export: export["boards"][1]["results"].append({"player": "Ana", "points": 3}),
            "board 2: Ana is there 2 times",
        ),
    ],
)
def test_wrong_ladder_is_noticed(spoil: Callable[[dict[str, Any]], None], fault: str) -> None:
    export = exported(EXAMPLE)
    spoil(export)
    assert any(line.startswith(fault) for line in recompute.faults(export)), list(recompute.faults(export))


def test_script_needs_nothing_but_python(tmp_path: Path) -> None:
    right, wrong = exported(EXAMPLE), exported(EXAMPLE)
    change(wrong, 0, points=75)
    answers = [
        subprocess.run(
            [sys.executable, "-I", "-S", recompute.__file__],
            input=json.dumps(export),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        for export in (right, wrong)
    ]
    assert [answer.returncode for answer in answers] == [0, 1], answers[0].stderr
    assert answers[0].stdout == "The ladder agrees with the results.\n"
    assert answers[1].stdout == "Cai: points 75 in the ladder, 74 by the results\n"
