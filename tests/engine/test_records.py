"""RECORDS.md, the result and phases 2 to 6: what is legal, and what the rules do not allow."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.engine import DUMMY, BiddingStyle, PeekRule, record_of
from games.engine.records import VIEWERS
from tests.builders import ONE_SUIT_EACH, bid, claim, new_deal, play, play_out
from tests.engine.tampering import FAULT_KEYS, Change, fault, faults_of, peeked, put, result

PLAYING_KEYS = {"legal", "phase", "declarer", "opening_leader", "order", "tricks", "trick_winners", "next"}
FINISHED_KEYS = PLAYING_KEYS - {"next"} | {"players", "game_over", "winner"}


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
def test_rules_with_a_value_not_allowed(change: Change) -> None:
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
def test_hands_that_are_not_four_times_thirteen_different_cards(change: Change) -> None:
    assert faults_of(change) == ("hands", "bad_deal")


def test_peeks_where_there_are_none() -> None:
    record = record_of(new_deal())
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
def test_the_first_thing_the_rules_do_not_allow(change: Change, expected: tuple[str, str]) -> None:
    assert faults_of(change) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put("peeks", 0, "player", 1), ("peeks[0]", "wrong_player")),
        (put("peeks", 1, "places", [0, 1]), ("peeks[1]", "bad_peek")),
    ],
)
def test_flips_are_made_in_turn_and_of_hidden_places(change: Change, expected: tuple[str, str]) -> None:
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
