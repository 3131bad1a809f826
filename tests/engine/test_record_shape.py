"""docs/records.md, phase 1: the shape of a record, and the order in which faults are reported."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.records import check
from tests.engine.record_changes import Change, Record, drop, fault, fault_after, peeked_record, put, result

MALFORMED_LINES = [
    *(
        b"{",
        b"nonsense",
        b"[]",
        b"null",
        b"1",
        b'"text"',
        b"{} {}",
        b"{'a': 1}",
        b"NaN",
        b"\xff\xfe",
        b'{"a": "\xed\xa0\x80"}',
    ),
    *(b"[" * 100_000, b'{"a":' * 100_000, b"9" * 10_000, b'{"format": -' + b"9" * 5000 + b"}", b'{"a": 1, "a": 1}'),
    *(b"\xef\xbb\xbf{}", b'{"a": Infinity}', b'{"a": -Infinity}', b'{"a": "\x01"}', b"{}"),
]


@pytest.mark.parametrize("line", MALFORMED_LINES, ids=lambda line: repr(line[:20]))
def test_malformed_line_is_bad_record(line: bytes) -> None:
    answer = check(line)
    assert (answer["at"], answer["code"]) == ("record", "bad_record")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"dealer": 2', '"dealer": 2, "dealer": 2'),
        ('"target": 500', '"target": 500, "target": 500'),
        ('"tricks": 7', '"tricks": 7, "tricks": 7'),
        ('"tricks": 7', '"tricks": NaN'),
        ('"tricks": 7', '"tricks": -Infinity'),
        ('"tricks": 7', '"tricks": ' + "7" * 5000),
        ('"floor": null', '"floor": ' + "[" * 5000 + "]" * 5000),
    ],
)
def test_malformed_json_inside_is_bad_record(old: str, new: str) -> None:
    line = json.dumps(peeked_record())
    assert line.count(old) == 1
    answer = check(line.replace(old, new).encode())
    assert (answer["at"], answer["code"]) == ("record", "bad_record")


def _answer_with_floor(floor: str) -> tuple[str, str]:
    answer = check(json.dumps(peeked_record()).replace('"floor": null', f'"floor": {floor}').encode())
    return answer["at"], answer["code"]


def test_how_deep_a_record_may_nest_is_no_affair_of_the_interpreter() -> None:
    assert _answer_with_floor("[" * 98 + "]" * 98) == ("rules", "bad_record")  # the record and `rules` are two more
    assert _answer_with_floor("[" * 99 + "]" * 99) == ("record", "bad_record")
    assert _answer_with_floor('"' + "[" * 5000 + r"\"[[{" + '"') == ("rules", "bad_record")
    assert _answer_with_floor('"' + "[" * 500 + r"\\" + '"' + ", " + "[" * 500) == ("record", "bad_record")


@pytest.fixture
def fewest_digits() -> Iterator[None]:
    """Let Python itself read no integer of more than 640 digits, as PYTHONINTMAXSTRDIGITS can."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.str_digits_check_threshold)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("fewest_digits")
def test_how_long_an_integer_may_be_is_no_affair_of_the_interpreter() -> None:
    assert _answer_with_floor("1" * 4300) == ("rules", "bad_rules")
    assert _answer_with_floor("-" + "1" * 4301) == ("record", "bad_record")


def test_long_line_of_quotes_is_judged_at_once() -> None:
    assert check(rb'{"a": "' + rb"\"" * 1_000_000)["code"] == "bad_record"


@pytest.mark.parametrize("key", ["format", "rules", "dealer", "hands", "peeks", "bids", "plays"])
def test_missing_required_key_is_bad_record(key: str) -> None:
    assert fault_after(drop(key)) == ("record", "bad_record")


PROOF: Record = {
    "commitment": "00" * 32, "game": "a", "number": 1, "seeds": ["", "", ""], "secret": "00" * 32, "draw": None
}  # fmt: skip

WRONG_SHAPES: list[tuple[str, tuple[Any, ...], list[Any]]] = [
    ("record", ("extra",), [1]),
    ("record", ("format",), ["dummy-hand-spades/2", None, 1]),
    ("rules", ("rules",), [None, [], {}, "none"]),
    ("rules", ("rules", "peek"), [None, 3, ["none"]]),
    ("rules", ("rules", "bidding"), [None, 1]),
    ("rules", ("rules", "target"), [None, "500", 500.0, True]),
    ("rules", ("rules", "bag_limit"), ["10", 10.0, False]),
    ("rules", ("rules", "floor"), ["-300", -300.0, True]),
    ("rules", ("rules", "extra"), [1]),
    ("dealer", ("dealer",), [None, -1, 3, 1.0, True, "0", [0]]),
    ("before", ("before",), [None, [], {}, {"points": [0, 0, 0]}]),
    ("before", ("before", "points"), [None, "000", [0, 0], [0] * 4, [0, 0, 0.0], [True, 0, 0]]),
    ("before", ("before", "points"), [[100_001, 0, 0], [0, 0, -100_001]]),
    ("before", ("before", "bags"), [[-1, 0, 0], [0, 0, None], [10**9, 0, 0]]),
    ("before", ("before", "extra"), [1]),
    ("hands", ("hands",), [None, [], {}, "SA"]),
    ("hands", ("hands", "0"), [None, "SA", {}, [1], [None], [["SA"]]]),
    ("hands", ("hands", "3"), [[]]),
    ("peeks", ("peeks",), [None, {}, "", 0]),
    ("peeks[1]", ("peeks", 1), [None, [], {}, {"player": 1}]),
    ("peeks[1]", ("peeks", 1, "player"), [None, 3, -1, True, 1.0]),
    ("peeks[1]", ("peeks", 1, "places"), [None, 0, {}, [0.0], [True], ["0"]]),
    ("peeks[1]", ("peeks", 1, "extra"), [1]),
    ("bids", ("bids",), [None, {}, "", 0]),
    ("bids[2]", ("bids", 2), [None, 4, {}, {"player": 2, "tricks": 4}]),
    ("bids[2]", ("bids", 2, "player"), [None, 3, "2"]),
    ("bids[2]", ("bids", 2, "tricks"), [None, "4", 4.0, False]),
    ("bids[2]", ("bids", 2, "nils"), [None, "0", {}, [0], [None]]),
    ("plays", ("plays",), [None, {}, "", 0]),
    ("plays[1]", ("plays", 1), [None, 1, "S1", "", "d8", ["D8"], {}]),
    ("claim", ("claim",), [None, {}, 1, {"player": 3}, {"player": True}, {"player": 0, "extra": 1}]),
    ("claim", ("claim",), [{"tricks": 3}, {"player": 0, "tricks": None}, {"player": 0, "tricks": True}]),
    ("claim", ("claim",), [{"player": 0, "tricks": 3.0}, {"player": 0, "tricks": "3"}, {"player": 3, "tricks": 3}]),
    ("proof", ("proof",), [None, {}, 1, PROOF | {"extra": 1}, PROOF | {"number": 0}, PROOF | {"number": 1001}]),
    ("proof", ("proof",), [PROOF | {"number": True}, PROOF | {"secret": "00"}, PROOF | {"commitment": "G" * 64}]),
    ("proof", ("proof",), [PROOF | {"game": ""}, PROOF | {"game": "a\nb"}, PROOF | {"draw": ["SA", "SK"]}]),
    ("proof", ("proof",), [PROOF | {"seeds": seeds} for seeds in (["", ""], ["", "", None], ["", "x", ""], "bot")]),
]


@pytest.mark.parametrize(("at", "path", "values"), WRONG_SHAPES, ids=str)
def test_wrong_shape_is_bad_record_at_its_place(at: str, path: tuple[Any, ...], values: list[Any]) -> None:
    assert [fault_after(put(*path, value)) for value in values] == [(at, "bad_record")] * len(values)


@pytest.mark.parametrize(
    ("at", "path"), [("rules", ("rules", "floor")), ("before", ("before", "bags")), ("hands", ("hands", "dummy"))]
)
def test_missing_inner_key_is_bad_record_at_its_place(at: str, path: tuple[str, ...]) -> None:
    assert fault_after(drop(*path)) == (at, "bad_record")


def test_faults_are_reported_in_documented_order() -> None:
    """The record has all faults at once; each repair uncovers the next."""
    faults: list[tuple[str, Change, Change]] = [
        ("record", put("extra", 1), drop("extra")),
        ("rules", put("rules", "target", None), put("rules", "target", 120)),
        ("dealer", put("dealer", 3), put("dealer", 2)),
        ("before", put("before", "bags", [-1, 0, 0]), put("before", "bags", [10, 0, 0])),
        ("hands", put("hands", "0", 0, 1), put("hands", "0", 0, "XX")),
        ("peeks[0]", put("peeks", 0, None), put("peeks", 0, {"player": 0, "places": []})),
        ("bids[0]", put("bids", 0, None), put("bids", 0, {"player": 0, "tricks": 14, "nils": []})),
        ("plays[1]", put("plays", 1, None), put("plays", 1, "SQ")),
        ("claim", put("claim", None), put("claim", {"player": 2})),
        ("proof", put("proof", None), put("proof", PROOF)),
    ]
    record = peeked_record()
    for _, add_fault, _ in faults:
        add_fault(record)
    for at, _, repair in faults:
        assert fault(record) == (at, "bad_record")
        repair(record)
    assert_later_faults_in_order(record)


def assert_later_faults_in_order(record: Record) -> None:
    """Check phases 2 to 7 in a record that has a fault in each."""
    repairs: list[tuple[tuple[str, str], Change]] = [
        (("rules", "bad_rules"), put("rules", "target", 500)),
        (("before", "bad_record"), put("before", "bags", [0, 0, 0])),
        (("hands", "bad_deal"), put("hands", peeked_record()["hands"])),
        (("peeks[0]", "bad_peek"), put("peeks", peeked_record()["peeks"])),
        (("bids[0]", "bad_bid"), put("bids", peeked_record()["bids"])),
        (("plays[1]", "must_follow_suit"), put("plays", ["DA", "D8"])),
        (("claim", "bad_claim"), drop("claim")),
        (("proof", "bad_proof"), drop("proof")),
    ]
    for expected, repair in repairs:
        assert fault(record) == expected
        repair(record)
    assert result(record)["legal"]
