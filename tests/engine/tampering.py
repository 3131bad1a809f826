"""Records with one thing changed, and what the engine then says of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from games.engine import Peek, PeekRule, act, record_of
from games.engine.records import check
from tests.builders import bid, hands, new_deal, play

Record = dict[str, Any]
Change = Callable[[Record], None]

FAULT_KEYS = {"legal", "at", "code", "message"}
MIXED = hands("SAK HAKQJ DAKQJ CAKQ", "SQJT HT98 DT98 CT987", "S987 H765", "S65432")


def peeked(rule: PeekRule = PeekRule.THREE) -> Record:
    """A deal in which all have looked and bid, and two cards have been played."""
    state = new_deal(MIXED, peek=rule)
    for player in (0, 1, 2):
        state = act(state, Peek(player, tuple(range(player, 13, 3))[: rule.places_each]))
    return record_of(play(bid(state, 7, (4, "0 dummy"), 4), "DA D8"))


def result(record: Any, view: str | None = None) -> dict[str, Any]:
    return check(json.dumps(record).encode(), view)


def fault(record: Any) -> tuple[str, str]:
    answer = result(record)
    assert answer.keys() == FAULT_KEYS
    assert answer["legal"] is False
    assert answer["message"].endswith(".")
    return answer["at"], answer["code"]


def put(*path: Any) -> Change:
    """A change: the value at the end of the path is put where the rest of the path leads."""

    def change(record: Any) -> None:
        *way, key, value = path
        for step in way:
            record = record[step]
        record[key] = value

    return change


def drop(*path: Any) -> Change:
    def change(record: Any) -> None:
        *way, key = path
        for step in way:
            record = record[step]
        del record[key]

    return change


def faults_of(*changes: Change) -> tuple[str, str]:
    record = peeked()
    for change in changes:
        change(record)
    return fault(record)
