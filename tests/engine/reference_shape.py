"""Phase 1 of docs/records.md, the shape of a record, as a naive second implementation."""

import json
import re
from collections.abc import Callable
from typing import Any

PACK = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]

HASH = "[0-9a-f]{64}"


class RecordFault(Exception):
    """A record is not legal; the arguments are the place and the code."""


def require(condition: bool, at: str, code: str = "bad_record") -> None:
    if not condition:
        raise RecordFault(at, code)


def is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def list_of(value: Any, test: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(test(item) for item in value)


def has_keys(value: Any, keys: str) -> bool:
    return isinstance(value, dict) and sorted(value) == sorted(keys.split())


def is_player(value: Any) -> bool:
    return is_integer(value) and 0 <= value <= 2


def is_string(value: Any) -> bool:
    return isinstance(value, str)


def is_peek(value: Any) -> bool:
    return has_keys(value, "player places") and is_player(value["player"]) and list_of(value["places"], is_integer)


def is_bid(value: Any) -> bool:
    shaped = has_keys(value, "player tricks nils") and is_player(value["player"]) and is_integer(value["tricks"])
    return shaped and list_of(value["nils"], is_string)


def is_claim(value: Any) -> bool:
    if has_keys(value, "player tricks"):
        return is_player(value["player"]) and is_integer(value["tricks"])
    return has_keys(value, "player") and is_player(value["player"])


def is_proof(value: Any) -> bool:
    keys = "commitment game number seeds secret draw"
    if not (has_keys(value, keys) or (has_keys(value, f"{keys} duplicate") and value["duplicate"] is True)):
        return False
    texts = [value["commitment"], value["secret"], value["game"]]
    if not (list_of(texts, is_string) and list_of(value["seeds"], is_string) and is_integer(value["number"])):
        return False
    forms = [re.fullmatch(form, text) for form, text in zip([HASH, HASH, "[a-zA-Z0-9_-]{1,40}"], texts, strict=True)]
    forms += [re.fullmatch("bot|[0-9a-f]{0,64}", seed) for seed in value["seeds"]]
    drawn = value["draw"] is None or (list_of(value["draw"], lambda card: card in PACK) and len(value["draw"]) == 3)
    return drawn and all(forms) and len(value["seeds"]) == 3 and 1 <= value["number"] <= 1000


def depth(text: str) -> int:
    """Return how many arrays and objects stand one in the other, character by character."""
    deepest, now, is_string, is_escaped = 0, 0, False, False
    for character in text:
        if is_string:
            is_string, is_escaped = is_escaped or character != '"', not is_escaped and character == "\\"
        elif character == '"':
            is_string = True
        elif character in "[{":
            now += 1
            deepest = max(deepest, now)
        elif character in "]}":
            now -= 1
    return deepest


def read(line: bytes) -> Any:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        require(len({key for key, _ in items}) == len(items), "record")
        return dict(items)

    def constant(_: str) -> None:
        raise RecordFault("record", "bad_record")

    try:
        text = str(line, "utf-8")
        require(depth(text) <= 100, "record")
        record = json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except ValueError:
        raise RecordFault("record", "bad_record") from None
    require(isinstance(record, dict), "record")
    names = ["format", "rules", "dealer", "before", "hands", "peeks", "bids", "plays", "claim", "proof"]
    require(all(key in names for key in record), "record")
    require(all(key in record for key in names if key not in ("before", "claim", "proof")), "record")
    require(record["format"] == "dummy-hand-spades/1", "record")
    record.setdefault("before", {"points": [0, 0, 0], "bags": [0, 0, 0]})
    rules, before = record["rules"], record["before"]
    require(has_keys(rules, "peek bidding target bag_limit floor"), "rules")
    require(is_string(rules["peek"]) and is_string(rules["bidding"]) and is_integer(rules["target"]), "rules")
    require(all(rules[key] is None or is_integer(rules[key]) for key in ("bag_limit", "floor")), "rules")
    require(is_player(record["dealer"]), "dealer")
    require(has_keys(before, "points bags"), "before")
    for numbers in (before["points"], before["bags"]):
        require(list_of(numbers, is_integer) and len(numbers) == 3, "before")
        require(all(-100000 <= number <= 100000 for number in numbers), "before")
    require(min(before["bags"]) >= 0, "before")
    require(has_keys(record["hands"], "0 1 2 dummy"), "hands")
    require(all(list_of(hand, is_string) for hand in record["hands"].values()), "hands")
    tests: dict[str, Callable[[Any], bool]] = {"peeks": is_peek, "bids": is_bid, "plays": lambda entry: entry in PACK}
    for key, test in tests.items():
        require(isinstance(record[key], list), key)
        for index, entry in enumerate(record[key]):
            require(test(entry), f"{key}[{index}]")
    if "claim" in record:
        require(is_claim(record["claim"]), "claim")
    if "proof" in record:
        require(is_proof(record["proof"]), "proof")
    return record
