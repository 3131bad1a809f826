"""`python -m games.engine`: every line gets a result, whatever it contains."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine import record_of
from tests.builders import bid, new_deal, play_out
from tests.engine.record_mutations import mutate
from tests.engine.reference_engine import reference_result

ROOT = Path(__file__).parents[2]
GOOD = json.dumps(record_of(play_out(bid(new_deal(), 4, 4, 4)))).encode()


def run(*lines: bytes, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "games.engine", *options],
        input=b"\n".join(lines),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )


def results(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    assert done.stderr == b""
    assert done.stdout.isascii()
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_only_legal_records_exit_with_0() -> None:
    done = run(GOOD, GOOD)
    assert done.returncode == 0
    assert [result["legal"] for result in results(done)] == [True, True]


def test_no_records_exit_with_0() -> None:
    assert (run().returncode, run().stdout) == (0, b"")


def test_blank_lines_are_skipped() -> None:
    done = run(b"", GOOD, b"   ", b"\t\r", GOOD, b"", b"")
    assert done.returncode == 0
    assert len(results(done)) == 2


def test_windows_line_ends_are_accepted() -> None:
    assert [result["legal"] for result in results(run(GOOD + b"\r", GOOD + b"\r"))] == [True, True]


TEN_MEGABYTES = 10_000_000
MALFORMED = {
    "broken": b'{"format": ',
    "not UTF-8": b'{"format": "\xff\xfe"}',
    "NaN": b'{"format": NaN}',
    "duplicate keys": b'{"format": 1, "format": 1}',
    "an endless number": b'{"format": ' + b"9" * TEN_MEGABYTES + b"}",
    "an endless string": b'{"format": "' + b"x" * TEN_MEGABYTES + b'"}',
    "deeply nested lists": b"[" * TEN_MEGABYTES,
    "deeply nested objects": b'{"format":' * (TEN_MEGABYTES // 10),
    "null bytes": b"\x00" * 100,
}


def test_malformed_line_is_a_fault_and_other_lines_are_answered() -> None:
    lines = [line for malformed in MALFORMED.values() for line in (malformed, GOOD)]
    done = run(*lines)
    assert done.returncode == 1
    answers = results(done)
    assert [answer["legal"] for answer in answers] == [False, True] * len(MALFORMED)
    assert {(answer["at"], answer["code"]) for answer in answers[::2]} == {("record", "bad_record")}


@pytest.mark.slow
def test_ten_megabytes_of_entries_are_answered_with_a_short_message() -> None:
    entries: dict[str, Any] = {
        "peeks": {"player": 0, "places": [1]},
        "bids": {"player": 0, "tricks": 1, "nils": []},
        "plays": "SA",
        "hands": "SA",
    }
    answers = results(run(*(json.dumps(with_ten_megabytes_of(key, entry)).encode() for key, entry in entries.items())))
    assert [answer["at"].split("[")[0] for answer in answers] == list(entries)
    assert max(len(answer["message"]) for answer in answers) < 200


def with_ten_megabytes_of(key: str, entry: Any) -> dict[str, Any]:
    """Return a record with so many of these entries."""
    record: dict[str, Any] = json.loads(GOOD)
    many = [entry] * (TEN_MEGABYTES // len(json.dumps(entry)))
    record[key] = {**record["hands"], "0": many} if key == "hands" else many
    return record


def test_mutated_records_get_the_reference_result() -> None:
    rng = Random(7)
    mutated = [json.dumps(mutate(json.loads(GOOD), rng)).encode() for _ in range(300)]
    cut = [GOOD[: rng.randrange(1, len(GOOD))] for _ in range(50)]
    garbled = [bytes(rng.choice((byte, byte, byte, rng.randrange(11, 256))) for byte in GOOD[:300]) for _ in range(50)]
    lines = mutated + cut + garbled
    done = run(*lines)
    answers = results(done)
    for answer in answers:
        answer.pop("message", None)
    assert answers == [reference_result(line) for line in lines]
    assert done.returncode == 1


@pytest.mark.parametrize("view", ["0", "1", "2", "spectator"])
def test_view_option_adds_view(view: str) -> None:
    (answer,) = results(run(GOOD, options=("--view", view)))
    assert (answer["view"]["hand"] is None) is (view == "spectator")


@pytest.mark.parametrize(
    "options", [("--view", "3"), ("--view", ""), ("--view",), ("--vie", "1"), ("--unknown",), ("records.jsonl",)]
)
def test_usage_error_exits_with_2_and_prints_usage(options: tuple[str, ...]) -> None:
    done = run(GOOD, options=options)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"usage: python -m games.engine" in done.stderr


def test_each_line_is_answered_before_the_next_is_read() -> None:
    command = [sys.executable, "-m", "games.engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as done:
        assert done.stdin
        assert done.stdout
        for _record in range(2):
            done.stdin.write(GOOD + b"\n")
            done.stdin.flush()
            assert json.loads(done.stdout.readline())["legal"]
        done.stdin.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals of pipes")
def test_reader_that_stops_is_no_error() -> None:
    """As in `python -m games.engine < records | head -1`."""
    command = [sys.executable, "-m", "games.engine"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, cwd=ROOT, **pipes) as done:
        assert done.stdout
        done.stdout.close()
        _output, errors = done.communicate(b"\n".join([GOOD] * 50))
    assert errors == b""
    assert done.returncode == -signal.SIGPIPE
