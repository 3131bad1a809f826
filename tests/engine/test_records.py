"""docs/records.md: results of legal records, and the faults of phases 2 to 6."""

import json
from random import Random

import pytest

from games.engine import DUMMY, BiddingStyle, PeekRule, read_log, record_of, replay
from games.engine.records import VIEWERS
from tests.builders import ONE_SUIT_EACH, bid, claim, new_deal, play, play_out
from tests.engine.record_changes import FAULT_KEYS, Change, fault, fault_after, peeked_record, put, result

PLAYING_KEYS = {"legal", "phase", "declarer", "opening_leader", "order", "tricks", "trick_winners", "next"}
FINISHED_KEYS = PLAYING_KEYS - {"next"} | {"players", "game_over", "winner"}


# --- Legal records --------------------------------------------------------------------------------------------------


def test_result_of_unfinished_deal_has_exactly_the_documented_keys() -> None:
    assert result(peeked_record()).keys() == PLAYING_KEYS


def test_result_of_finished_deal_has_exactly_the_documented_keys() -> None:
    record = record_of(play_out(bid(new_deal(), 4, 4, 4)))
    assert result(record).keys() == FINISHED_KEYS
    assert result(record, "2").keys() == FINISHED_KEYS | {"view"}


def test_before_defaults_to_zeros() -> None:
    record = record_of(play_out(bid(new_deal(), 4, 4, 4)))
    without = {key: value for key, value in record.items() if key != "before"}
    assert result(without) == result(record)


@pytest.mark.parametrize("claimer", [0, 1, 2])
def test_claim_in_record_counts_as_accepted(claimer: int) -> None:
    players = [ONE_SUIT_EACH[(player - claimer) % 3] for player in range(3)]
    state = new_deal((*players, ONE_SUIT_EACH[DUMMY]), dealer=(claimer + 2) % 3)
    answer = result(record_of(claim(play(bid(state, 7, 4, 4), "SA HA CA DA"))))
    assert answer["phase"] == "finished"
    assert answer["tricks"][str(claimer)] == 13


def test_card_order_matters_in_the_dummy_only() -> None:
    record = peeked_record()
    shuffled = json.loads(json.dumps(record))
    for name in "012":
        Random(1).shuffle(shuffled["hands"][name])
    assert result(shuffled, "1") == result(record, "1")
    record["plays"] = []
    shuffled = json.loads(json.dumps(record))
    shuffled["hands"]["dummy"].reverse()
    assert result(shuffled, "1")["view"]["places"] != result(record, "1")["view"]["places"]


def test_result_is_ascii() -> None:
    record = peeked_record()
    record["hands"]["0"][0] = "\ud800é"
    assert json.dumps(result(record)).isascii()
    assert fault(record) == ("hands", "bad_deal")


def test_illegal_record_has_no_view() -> None:
    record = peeked_record()
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
def test_rules_value_not_allowed_is_bad_rules(change: Change) -> None:
    assert fault_after(change) == ("rules", "bad_rules")


def test_bags_before_not_below_limit_is_bad_record() -> None:
    assert fault_after(put("before", "bags", [0, 10, 0])) == ("before", "bad_record")
    assert fault_after(put("rules", "bag_limit", 5), put("before", "bags", [0, 0, 5])) == ("before", "bad_record")
    record = peeked_record()
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
def test_wrong_hands_are_bad_deal(change: Change) -> None:
    assert fault_after(change) == ("hands", "bad_deal")


def test_peek_without_peek_rule_is_bad_peek() -> None:
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
def test_first_illegal_entry_is_reported(change: Change, expected: tuple[str, str]) -> None:
    assert fault_after(change) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put("peeks", 0, "player", 1), ("peeks[0]", "wrong_player")),
        (put("peeks", 1, "places", [0, 1]), ("peeks[1]", "bad_peek")),
    ],
)
def test_flip_out_of_turn_or_of_wrong_places_is_reported(change: Change, expected: tuple[str, str]) -> None:
    record = peeked_record(PeekRule.FLIP2)
    change(record)
    assert fault(record) == expected


@pytest.mark.parametrize("nils", [["1"], ["0", "0"], ["0", "3"], ["4"], ["0", "1", "2", "dummy", "x"]])
@pytest.mark.parametrize("style", [BiddingStyle.MIRROR, BiddingStyle.WHIZ, BiddingStyle.SUICIDE])
def test_unknown_or_repeated_nil_hand_is_bad_nils_in_every_style(style: BiddingStyle, nils: list[str]) -> None:
    record = record_of(new_deal(ONE_SUIT_EACH, bidding=style))
    record["bids"] = [{"player": 0, "tricks": 13, "nils": nils}]
    assert fault(record) == ("bids[0]", "bad_nils")


def test_53rd_card_is_deal_over() -> None:
    record = record_of(play_out(bid(new_deal(), 4, 4, 4)))
    record["plays"].append("SA")
    assert fault(record) == ("plays[52]", "deal_over")


@pytest.mark.parametrize("tricks", [None, 0, 5])
def test_claim_comes_back_from_its_record(tricks: int | None) -> None:
    record = record_of(claim(play(bid(new_deal(ONE_SUIT_EACH), 7, 4, 4), "SA HA CA DA"), tricks))
    assert record["claim"] == {"player": 0} | ({} if tricks is None else {"tricks": tricks})
    assert record_of(replay(read_log(json.dumps(record).encode()))) == record


@pytest.mark.parametrize("tricks", [-1, 13, 10**40])
def test_claim_of_more_tricks_than_are_left_is_bad_claim(tricks: int) -> None:
    record = record_of(claim(play(bid(new_deal(ONE_SUIT_EACH), 7, 4, 4), "SA HA CA DA")))
    assert fault({**record, "claim": {"player": 0, "tricks": tricks}}) == ("claim", "bad_claim")


def test_claim_after_last_card_is_bad_claim() -> None:
    record = record_of(play_out(bid(new_deal(), 4, 4, 4)))
    assert {fault({**record, "claim": {"player": player}}) for player in range(3)} == {("claim", "bad_claim")}
