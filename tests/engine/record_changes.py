"""Records with chosen changes, and the result of checking them."""

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


def peeked_record(rule: PeekRule = PeekRule.THREE) -> Record:
    """Return a record in which all have peeked and bid, and two cards have been played."""
    state = new_deal(MIXED, peek=rule)
    for player in (0, 1, 2):
        state = act(state, Peek(player, tuple(range(player, 13, 3))[: rule.places_each]))
    return record_of(play(bid(state, 7, (4, "0 dummy"), 4), "DA D8"))


def result(record: Any, view: str | None = None) -> dict[str, Any]:
    """Return what the engine answers for the record."""
    return check(json.dumps(record).encode(), view)


def fault(record: Any) -> tuple[str, str]:
    """Return place and code of the fault in an illegal record."""
    answer = result(record)
    assert answer.keys() == FAULT_KEYS
    assert answer["legal"] is False
    assert answer["message"].endswith(".")
    return answer["at"], answer["code"]


def put(*path: Any) -> Change:
    """Return a change that sets the last item of `path` as the value at the place the other items name."""

    def change(record: Any) -> None:
        *parents, key, value = path
        for step in parents:
            record = record[step]
        record[key] = value

    return change


def drop(*path: Any) -> Change:
    """Return a change that deletes the key at the end of the path."""

    def change(record: Any) -> None:
        *parents, key = path
        for step in parents:
            record = record[step]
        del record[key]

    return change


def fault_after(*changes: Change) -> tuple[str, str]:
    """Return place and code of the fault in the peeked record after these changes."""
    record = peeked_record()
    for change in changes:
        change(record)
    return fault(record)
