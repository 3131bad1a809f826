"""RECORDS.md: what is wrong with a record, where, and which of several faults is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.engine import DUMMY, BiddingStyle, Peek, PeekRule, act
from games.engine.records import VIEWERS, check
from tests.builders import ONE_SUIT_EACH, bid, claim, hands, new_deal, play, play_out, record_of

Record = dict[str, Any]

MIXED = hands("SAK HAKQJ DAKQJ CAKQ", "SQJT HT98 DT98 CT987", "S987 H765", "S65432")
FAULT_KEYS = {"legal", "at", "code", "message"}
PLAYING_KEYS = {"legal", "phase", "declarer", "opening_leader", "order", "tricks", "trick_winners", "next"}
FINISHED_KEYS = PLAYING_KEYS - {"next"} | {"players", "game_over", "winner"}


def peeked(rule: PeekRule = PeekRule.THREE) -> Record:
    """A deal in which all have looked and bid, and two cards have been played."""
    state = new_deal(MIXED, peek=rule)
    for player in (0, 1, 2):
        state = act(state, Peek(player, tuple(range(player, 13, 3))[: rule.places_each]))
    return record_of(play(bid(state, 7, (4, "0 dummy"), 4), "DA D8"))


def played(cards: str = "DA D8", *, style: BiddingStyle = BiddingStyle.STANDARD) -> Record:
    return record_of(play(bid(new_deal(MIXED, bidding=style), 7, 4, 4), cards))


def result(record: Any, view: str | None = None) -> dict[str, Any]:
    return check(json.dumps(record).encode(), view)


def fault(record: Any) -> tuple[str, str]:
    answer = result(record)
    assert answer.keys() == FAULT_KEYS
    assert answer["legal"] is False
    assert answer["message"].endswith(".")
    return answer["at"], answer["code"]


def put(*path: Any) -> Callable[[Record], None]:
    """A change: the value at the end of the path is put where the rest of the path leads."""

    def change(record: Any) -> None:
        *way, key, value = path
        for step in way:
            record = record[step]
        record[key] = value

    return change


def drop(*path: Any) -> Callable[[Record], None]:
    def change(record: Any) -> None:
        *way, key = path
        for step in way:
            record = record[step]
        del record[key]

    return change


def faults_of(*changes: Callable[[Record], None]) -> tuple[str, str]:
    record = peeked()
    for change in changes:
        change(record)
    return fault(record)


# --- What is legal --------------------------------------------------------------------------------------------------


def test_a_deal_under_way_has_exactly_these_keys() -> None:
    assert result(peeked()).keys() == PLAYING_KEYS


def test_a_finished_deal_has_exactly_these_keys() -> None:
    record = record_of(play_out(bid(new_deal(), 4, 4, 4)))
    assert result(record).keys() == FINISHED_KEYS
    assert result(record, "2").keys() == FINISHED_KEYS | {"view"}


def test_before_is_zeros_if_left_out() -> None:
    record = record_of(play_out(bid(new_deal(), 4, 4, 4)))
    without = {key: value for key, value in record.items() if key != "before"}
    assert result(without) == result(record)


@pytest.mark.parametrize("claimer", [0, 1, 2])
def test_a_claim_by_any_player_is_accepted_by_the_others(claimer: int) -> None:
    players = [ONE_SUIT_EACH[(player - claimer) % 3] for player in range(3)]
    state = new_deal((*players, ONE_SUIT_EACH[DUMMY]), dealer=(claimer + 2) % 3)
    answer = result(record_of(claim(play(bid(state, 7, 4, 4), "SA HA CA DA"))))
    assert answer["phase"] == "finished"
    assert answer["tricks"][str(claimer)] == 13


def test_the_order_of_a_players_cards_means_nothing_and_that_of_the_dummy_does() -> None:
    record = peeked()
    shuffled = json.loads(json.dumps(record))
    for name in "012":
        Random(1).shuffle(shuffled["hands"][name])
    assert result(shuffled, "1") == result(record, "1")
    record["plays"] = []
    shuffled = json.loads(json.dumps(record))
    shuffled["hands"]["dummy"].reverse()
    assert result(shuffled, "1")["view"]["places"] != result(record, "1")["view"]["places"]


def test_an_answer_is_ascii_whatever_the_question() -> None:
    record = peeked()
    record["hands"]["0"][0] = "\ud800é"
    assert json.dumps(result(record)).isascii()
    assert fault(record) == ("hands", "bad_deal")


def test_an_illegal_record_has_no_view() -> None:
    record = peeked()
    record["dealer"] = 3
    assert all(result(record, view).keys() == FAULT_KEYS for view in VIEWERS)


# --- Phase 1: shape -------------------------------------------------------------------------------------------------

LINES_THAT_ARE_NO_RECORD = [
    *(b"{", b"nonsense", b"[]", b"null", b"1", b'"text"', b"{} {}", b"{'a': 1}", b"NaN", b"\xff\xfe", b'{"a": "\xed\xa0\x80"}'),
    *(b"[" * 100_000, b'{"a":' * 100_000, b"9" * 10_000, b'{"format": -' + b"9" * 5000 + b"}", b'{"a": 1, "a": 1}'),
    *(b"\xef\xbb\xbf{}", b'{"a": Infinity}', b'{"a": -Infinity}', b'{"a": "\x01"}', b"{}"),
]


@pytest.mark.parametrize("line", LINES_THAT_ARE_NO_RECORD, ids=lambda line: repr(line[:20]))
def test_a_line_that_is_no_record(line: bytes) -> None:
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
def test_a_broken_object_inside_breaks_the_record(old: str, new: str) -> None:
    line = json.dumps(peeked())
    assert line.count(old) == 1
    answer = check(line.replace(old, new).encode())
    assert (answer["at"], answer["code"]) == ("record", "bad_record")


@pytest.mark.parametrize("key", ["format", "rules", "dealer", "hands", "peeks", "bids", "plays"])
def test_a_required_key_is_missing(key: str) -> None:
    assert faults_of(drop(key)) == ("record", "bad_record")


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (put("extra", 1), "record"),
        (put("format", "dummy-hand-spades/2"), "record"),
        (put("format", None), "record"),
        *((put("rules", value), "rules") for value in (None, [], {}, "none")),
        *((put("rules", "peek", value), "rules") for value in (None, 3, ["none"])),
        *((put("rules", "bidding", value), "rules") for value in (None, 1)),
        *((put("rules", "target", value), "rules") for value in (None, "500", 500.0, True)),
        *((put("rules", "bag_limit", value), "rules") for value in ("10", 10.0, False)),
        *((put("rules", "floor", value), "rules") for value in ("-300", -300.0, True)),
        (put("rules", "extra", 1), "rules"),
        (drop("rules", "floor"), "rules"),
        *((put("dealer", value), "dealer") for value in (None, -1, 3, 1.0, True, "0", [0])),
        *((put("before", value), "before") for value in (None, [], {}, {"points": [0, 0, 0]})),
        *((put("before", "points", value), "before") for value in (None, [0, 0], [0] * 4, [0, 0, 0.0], [True, 0, 0])),
        *((put("before", "points", value), "before") for value in ([100_001, 0, 0], [0, 0, -100_001], "000")),
        *((put("before", "bags", value), "before") for value in ([-1, 0, 0], [0, 0, None], [10**9, 0, 0])),
        (put("before", "extra", 1), "before"),
        *((put("hands", value), "hands") for value in (None, [], {}, "SA")),
        *((put("hands", "0", value), "hands") for value in (None, "SA", {}, [1], [None], [["SA"]])),
        (put("hands", "3", []), "hands"),
        (drop("hands", "dummy"), "hands"),
        *((put(key, value), key) for key in ("peeks", "bids", "plays") for value in (None, {}, "", 0)),
        *((put("peeks", 1, value), "peeks[1]") for value in (None, [], {}, {"player": 1})),
        *((put("peeks", 1, "player", value), "peeks[1]") for value in (None, 3, -1, True, 1.0)),
        *((put("peeks", 1, "places", value), "peeks[1]") for value in (None, 0, [0.0], [True], ["0"], {})),
        (put("peeks", 1, "extra", 1), "peeks[1]"),
        *((put("bids", 2, value), "bids[2]") for value in (None, 4, {}, {"player": 2, "tricks": 4})),
        *((put("bids", 2, "player", value), "bids[2]") for value in (None, 3, "2")),
        *((put("bids", 2, "tricks", value), "bids[2]") for value in (None, "4", 4.0, False)),
        *((put("bids", 2, "nils", value), "bids[2]") for value in (None, "0", [0], [None], {})),
        *((put("plays", 1, value), "plays[1]") for value in (None, 1, "S1", "", "d8", ["D8"], {})),
        *((put("claim", value), "claim") for value in (None, {}, 1, {"player": 3}, {"player": True})),
        (put("claim", {"player": 0, "extra": 1}), "claim"),
    ],
)
def test_the_shape_is_wrong_at(change: Callable[[Record], None], at: str) -> None:
    assert faults_of(change) == (at, "bad_record")


def test_shape_faults_are_told_in_the_order_of_the_contract() -> None:
    """All of them at once: each repair uncovers the next."""
    spoiled: list[tuple[str, Callable[[Record], None], Callable[[Record], None]]] = [
        ("record", put("extra", 1), drop("extra")),
        ("rules", put("rules", "target", None), put("rules", "target", 120)),
        ("dealer", put("dealer", 3), put("dealer", 2)),
        ("before", put("before", "bags", [-1, 0, 0]), put("before", "bags", [10, 0, 0])),
        ("hands", put("hands", "0", 0, 1), put("hands", "0", 0, "XX")),
        ("peeks[0]", put("peeks", 0, None), put("peeks", 0, {"player": 0, "places": []})),
        ("bids[0]", put("bids", 0, None), put("bids", 0, {"player": 0, "tricks": 14, "nils": []})),
        ("plays[1]", put("plays", 1, None), put("plays", 1, "SQ")),
        ("claim", put("claim", None), put("claim", {"player": 2})),
    ]
    record = peeked()
    for _, spoiling, _ in spoiled:
        spoiling(record)
    for at, _, repair in spoiled:
        assert fault(record) == (at, "bad_record")
        repair(record)
    assert_the_later_faults_in_order(record)


def assert_the_later_faults_in_order(record: Record) -> None:
    """Phases 2 to 6 in a record that has a fault in each."""
    repairs: list[tuple[tuple[str, str], Callable[[Record], None]]] = [
        (("rules", "bad_rules"), put("rules", "target", 500)),
        (("before", "bad_record"), put("before", "bags", [0, 0, 0])),
        (("hands", "bad_deal"), put("hands", peeked()["hands"])),
        (("peeks[0]", "bad_peek"), put("peeks", peeked()["peeks"])),
        (("bids[0]", "bad_bid"), put("bids", peeked()["bids"])),
        (("plays[1]", "must_follow_suit"), put("plays", ["DA", "D8"])),
        (("claim", "bad_claim"), drop("claim")),
    ]
    for expected, repair in repairs:
        assert fault(record) == expected
        repair(record)
    assert result(record)["legal"]


# --- Phases 2 to 6 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        *(put("rules", "peek", value) for value in ("", "flip0", "flip5", "Three")),
        *(put("rules", "bidding", value) for value in ("", "nil", "STANDARD")),
        *(put("rules", "target", value) for value in (0, 50, 120, 1050, -100, 10**40)),
        *(put("rules", "bag_limit", value) for value in (0, 4, 21, -10, 10**40)),
        *(put("rules", "floor", value) for value in (0, 300, 10**40)),
    ],
)
def test_rules_with_a_value_not_allowed(change: Callable[[Record], None]) -> None:
    assert faults_of(change) == ("rules", "bad_rules")


def test_bags_before_the_deal_are_below_the_limit_if_there_is_one() -> None:
    assert faults_of(put("before", "bags", [0, 10, 0])) == ("before", "bad_record")
    assert faults_of(put("rules", "bag_limit", 5), put("before", "bags", [0, 0, 5])) == ("before", "bad_record")
    record = peeked()
    record["rules"]["bag_limit"] = None
    record["before"]["bags"] = [100_000, 0, 0]
    assert result(record)["legal"]


@pytest.mark.parametrize(
    "change",
    [
        put("hands", "0", 0, "XX"),
        put("hands", "0", 0, "S2"),
        put("hands", "0", []),
        lambda record: record["hands"]["0"].append(record["hands"]["1"].pop()),
        lambda record: record["hands"]["0"].append("SA"),
    ],
)
def test_hands_that_are_not_four_times_thirteen_different_cards(change: Callable[[Record], None]) -> None:
    assert faults_of(change) == ("hands", "bad_deal")


def test_peeks_where_there_are_none() -> None:
    record = played()
    record["peeks"] = [{"player": 0, "places": []}]
    assert fault(record) == ("peeks[0]", "bad_peek")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put("peeks", 1, "player", 0), ("peeks[1]", "wrong_player")),
        (put("peeks", 1, "places", [0, 1]), ("peeks[1]", "bad_peek")),
        (put("peeks", 1, "places", [0, 1, 1]), ("peeks[1]", "bad_peek")),
        (put("peeks", 1, "places", [0, 1, 13]), ("peeks[1]", "bad_peek")),
        (put("peeks", 2, {"player": 0, "places": []}), ("peeks[2]", "wrong_player")),
        (lambda record: record["peeks"].append({"player": 1, "places": []}), ("peeks[3]", "wrong_player")),
        (lambda record: record["peeks"].pop(), ("bids[0]", "too_early")),
        (put("bids", 1, "player", 2), ("bids[1]", "wrong_player")),
        (lambda record: record["bids"].append({"player": 0, "tricks": 1, "nils": []}), ("bids[3]", "wrong_player")),
        (put("bids", 1, "tricks", 14), ("bids[1]", "bad_bid")),
        (put("bids", 1, "tricks", -(10**40)), ("bids[1]", "bad_bid")),
        (put("bids", 1, "nils", ["3"]), ("bids[1]", "bad_nils")),
        (put("bids", 1, "nils", ["0", "dummy", "0"]), ("bids[1]", "bad_nils")),
        (put("bids", 1, {"player": 1, "tricks": 14, "nils": ["x", "x"]}), ("bids[1]", "bad_bid")),
        (lambda record: record["bids"].pop(), ("plays[0]", "too_early")),
        (put("plays", 0, "D8"), ("plays[0]", "card_not_held")),
        (put("plays", 1, "H8"), ("plays[1]", "must_follow_suit")),
        (put("plays", 0, "SA"), ("plays[0]", "spades_not_broken")),
        (put("claim", {"player": 2}), ("claim", "bad_claim")),
    ],
)
def test_the_first_thing_the_rules_do_not_allow(
    change: Callable[[Record], None], expected: tuple[str, str]
) -> None:
    assert faults_of(change) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put("peeks", 0, "player", 1), ("peeks[0]", "wrong_player")),
        (put("peeks", 1, "places", [0, 1]), ("peeks[1]", "bad_peek")),
    ],
)
def test_flips_are_made_in_turn_and_of_hidden_places(
    change: Callable[[Record], None], expected: tuple[str, str]
) -> None:
    record = peeked(PeekRule.FLIP2)
    change(record)
    assert fault(record) == expected


@pytest.mark.parametrize("nils", [["1"], ["0", "0"], ["0", "3"], ["4"], ["0", "1", "2", "dummy", "x"]])
@pytest.mark.parametrize("style", [BiddingStyle.MIRROR, BiddingStyle.WHIZ, BiddingStyle.SUICIDE])
def test_a_style_never_accepts_an_unknown_or_repeated_hand(style: BiddingStyle, nils: list[str]) -> None:
    record = record_of(new_deal(ONE_SUIT_EACH, bidding=style))
    record["bids"] = [{"player": 0, "tricks": 13, "nils": nils}]
    assert fault(record) == ("bids[0]", "bad_nils")


def test_a_53rd_card() -> None:
    record = record_of(play_out(bid(new_deal(), 4, 4, 4)))
    record["plays"].append("SA")
    assert fault(record) == ("plays[52]", "deal_over")


def test_a_claim_after_the_last_card() -> None:
    record = record_of(play_out(bid(new_deal(), 4, 4, 4)))
    assert {fault({**record, "claim": {"player": player}}) for player in range(3)} == {("claim", "bad_claim")}
