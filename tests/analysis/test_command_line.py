"""`python -m games.analysis`: each line is answered at once, and what it says of a record that it cannot analyse."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import record_of
from tests.builders import bid, new_deal, play_out
from tests.sites import ROOT

FINISHED = json.dumps(record_of(play_out(bid(new_deal(), 4, 4, 4)))).encode()
BIDDING = json.dumps(record_of(bid(new_deal(), 4))).encode()

REFUSED = {
    "no JSON": (b"nonsense", "bad_record"),
    "no record": (b'{"bad": 1}', "bad_record"),
    "no play": (BIDDING, "too_early"),
}


@pytest.fixture(scope="module")
def analysis() -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "games.analysis", "tricks"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.terminate()


def ask(analysis: "subprocess.Popen[bytes]", line: bytes) -> Any:
    """Return the answer to a line while more may follow."""
    assert analysis.stdin is not None
    assert analysis.stdout is not None
    analysis.stdin.write(line + b"\n")
    analysis.stdin.flush()
    return json.loads(analysis.stdout.readline())


@pytest.mark.slow  # it may have to compile
@pytest.mark.parametrize(("line", "code"), REFUSED.values(), ids=REFUSED)
def test_record_is_refused_with_a_sentence_and_the_next_is_analysed(
    analysis: "subprocess.Popen[bytes]", line: bytes, code: str
) -> None:
    refusal = ask(analysis, line)
    assert (refusal["legal"], refusal["code"]) == (False, code)
    assert refusal["message"].endswith(".")
    assert len(ask(analysis, FINISHED)) == 52


@pytest.mark.slow
def test_exit_status_says_whether_all_records_were_analysed() -> None:
    command = [sys.executable, "-m", "games.analysis", "tricks"]
    for lines, status in ((b"", 0), (FINISHED, 0), (FINISHED + b"\nnonsense", 1)):
        done = subprocess.run(command, cwd=ROOT, input=lines, capture_output=True, check=False)
        assert done.returncode == status
