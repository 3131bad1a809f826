"""The shape part of the second opinion: phase 1 of RECORDS.md, naively."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

PACK = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]


class Wrong(Exception):
    """Where a record is wrong, and the code."""


def need(condition: bool, at: str, code: str = "bad_record") -> None:
    if not condition:
        raise Wrong(at, code)


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def list_of(value: Any, test: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(test(item) for item in value)


def keyed(value: Any, keys: str) -> bool:
    return isinstance(value, dict) and sorted(value) == sorted(keys.split())


def player(value: Any) -> bool:
    return whole(value) and 0 <= value <= 2


def text(value: Any) -> bool:
    return isinstance(value, str)


def is_peek(value: Any) -> bool:
    return keyed(value, "player places") and player(value["player"]) and list_of(value["places"], whole)


def is_bid(value: Any) -> bool:
    shaped = keyed(value, "player tricks nils") and player(value["player"]) and whole(value["tricks"])
    return shaped and list_of(value["nils"], text)


def read(line: bytes) -> Any:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len({key for key, _ in items}) == len(items), "record")
        return dict(items)

    def constant(_: str) -> None:
        raise Wrong("record", "bad_record")

    try:
        record = json.loads(str(line, "utf-8"), object_pairs_hook=pairs, parse_constant=constant)
    except (ValueError, RecursionError):
        raise Wrong("record", "bad_record") from None
    need(isinstance(record, dict), "record")
    names = ["format", "rules", "dealer", "before", "hands", "peeks", "bids", "plays", "claim"]
    need(all(key in names for key in record), "record")
    need(all(key in record for key in names if key not in ("before", "claim")), "record")
    need(record["format"] == "dummy-hand-spades/1", "record")
    record.setdefault("before", {"points": [0, 0, 0], "bags": [0, 0, 0]})
    rules, before = record["rules"], record["before"]
    need(keyed(rules, "peek bidding target bag_limit floor"), "rules")
    need(text(rules["peek"]) and text(rules["bidding"]) and whole(rules["target"]), "rules")
    need(all(rules[key] is None or whole(rules[key]) for key in ("bag_limit", "floor")), "rules")
    need(player(record["dealer"]), "dealer")
    need(keyed(before, "points bags"), "before")
    for numbers in (before["points"], before["bags"]):
        need(list_of(numbers, whole) and len(numbers) == 3, "before")
        need(all(-100000 <= number <= 100000 for number in numbers), "before")
    need(min(before["bags"]) >= 0, "before")
    need(keyed(record["hands"], "0 1 2 dummy"), "hands")
    need(all(list_of(hand, text) for hand in record["hands"].values()), "hands")
    tests: dict[str, Callable[[Any], bool]] = {"peeks": is_peek, "bids": is_bid, "plays": lambda entry: entry in PACK}
    for key, test in tests.items():
        need(isinstance(record[key], list), key)
        for index, entry in enumerate(record[key]):
            need(test(entry), f"{key}[{index}]")
    if "claim" in record:
        need(keyed(record["claim"], "player") and player(record["claim"]["player"]), "claim")
    return record
