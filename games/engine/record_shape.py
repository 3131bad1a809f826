"""The shape of a deal record (docs/records.md): a line of JSON becomes a `Record`, or a `Fault` is raised.

Shape means types, keys and form. The module `records` checks whether the deal was legal.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from .actions import Bid, Claim, Peek
from .cards import Card
from .events import JSON, Standing, Triple
from .seats import HAND_NAMES, PLAYERS, HandId, Player, triple

T = TypeVar("T")

FORMAT: Final = "dummy-hand-spades/1"
REQUIRED_KEYS: Final = frozenset({"format", "rules", "dealer", "hands", "peeks", "bids", "plays"})
ALL_KEYS: Final = REQUIRED_KEYS | {"before", "claim"}
BEFORE_RANGE: Final = range(-100_000, 100_001)

NO_HAND: Final[HandId] = -1
"""Stands for an unknown or repeated hand among the nils: no bidding style accepts it, so the fault is bad_nils."""


class Fault(Exception):
    """A record is not legal: the place `at` in the record, the code, and one English sentence as message."""

    def __init__(self, at: str, code: str, message: str) -> None:
        super().__init__(at, code, message)
        self.at, self.code, self.message = at, code, message


@dataclass(frozen=True, slots=True)
class Record:
    """A record of the right shape. `rules` may hold values that are not allowed, `hands` (dummy last) any strings."""

    rules: JSON
    dealer: Player
    before: Standing
    hands: tuple[tuple[str, ...], ...]
    peeks: tuple[Peek, ...]
    bids: tuple[Bid, ...]
    plays: tuple[Card, ...]
    claim: Claim | None


def read_record(line: bytes) -> Record:
    """Return the record on a line. Raises Fault with code `bad_record` for the first wrong value, in this order."""
    data = _read("record", _top_level, line)
    return Record(
        rules=_read("rules", _rules, data["rules"]),
        dealer=_read("dealer", _player, data["dealer"]),
        before=_read("before", _before, data["before"]) if "before" in data else Standing(),
        hands=_read("hands", _hands, data["hands"]),
        peeks=_read_each("peeks", _peek, data["peeks"]),
        bids=_read_each("bids", _bid, data["bids"]),
        plays=_read_each("plays", _play, data["plays"]),
        claim=_read("claim", _claim, data["claim"]) if "claim" in data else None,
    )


class _Malformed(Exception):
    """A value has the wrong shape; the argument is one sentence."""


def _read(at: str, reader: Callable[[Any], T], value: Any) -> T:
    try:
        return reader(value)
    except _Malformed as problem:
        raise Fault(at, "bad_record", str(problem)) from None


def _read_each(at: str, reader: Callable[[Any], T], values: Any) -> tuple[T, ...]:
    entries = _read(at, _list, values)
    return tuple(_read(f"{at}[{index}]", reader, entry) for index, entry in enumerate(entries))


def _expect(condition: bool, sentence: str) -> None:
    if not condition:
        raise _Malformed(sentence)


def _top_level(line: bytes) -> JSON:
    try:
        data = _DECODER.decode(line.decode())
    except (ValueError, RecursionError):  # ValueError also for bytes that are not UTF-8 and for very long integers
        raise _Malformed("The line is not well-formed JSON.") from None
    if not isinstance(data, dict):
        raise _Malformed("The line is not a JSON object.")
    _expect(REQUIRED_KEYS <= data.keys() <= ALL_KEYS, "The record lacks a key or has one that does not belong there.")
    _expect(data["format"] == FORMAT, f"The format is not {FORMAT}.")
    return data


def _without_duplicates(pairs: list[tuple[str, Any]]) -> JSON:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("duplicate key")
    return data


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_without_duplicates, parse_constant=_no_constant)


def _rules(value: Any) -> JSON:
    rules = _object(value, "peek", "bidding", "target", "bag_limit", "floor")
    _expect(isinstance(rules["peek"], str) and isinstance(rules["bidding"], str), "Peek and bidding are strings.")
    _integer(rules["target"])
    for option in (rules["bag_limit"], rules["floor"]):
        if option is not None:
            _integer(option)
    return rules


def _before(value: Any) -> Standing:
    before = _object(value, "points", "bags")
    points, bags = _triple(before["points"]), _triple(before["bags"])
    _expect(all(number in BEFORE_RANGE for number in points + bags), "Points and bags are from -100000 to 100000.")
    _expect(min(bags) >= 0, "Bags are not negative.")
    return Standing(points, bags)


def _triple(value: Any) -> Triple:
    _expect(len(_list(value)) == 3, "There is one number for each of the three players.")
    return triple(map(_integer, value))


def _hands(value: Any) -> tuple[tuple[str, ...], ...]:
    """Check for lists of strings only: a string that is no card is the fault bad_deal, not bad_record."""
    hands = _object(value, *HAND_NAMES)
    return tuple(_strings(hands[name]) for name in HAND_NAMES)


def _peek(value: Any) -> Peek:
    peek = _object(value, "player", "places")
    return Peek(_player(peek["player"]), tuple(map(_integer, _list(peek["places"]))))


def _bid(value: Any) -> Bid:
    bid = _object(value, "player", "tricks", "nils")
    player, tricks, names = _player(bid["player"]), _integer(bid["tricks"]), _strings(bid["nils"])
    nils = frozenset(HAND_NAMES.index(name) if name in HAND_NAMES else NO_HAND for name in names)
    return Bid(player, tricks, nils if len(nils) == len(names) else nils | {NO_HAND})


def _play(value: Any) -> Card:
    try:
        return Card.parse(value)
    except ValueError:
        raise _Malformed("A play is one of the 52 cards.") from None


def _claim(value: Any) -> Claim:
    return Claim(_player(_object(value, "player")["player"]))


def _object(value: Any, *keys: str) -> JSON:
    if not isinstance(value, dict) or value.keys() != set(keys):
        raise _Malformed(f"An object with exactly these keys is wanted here: {', '.join(keys)}.")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _Malformed("A list is wanted here.")
    return value


def _strings(value: Any) -> tuple[str, ...]:
    _expect(all(isinstance(item, str) for item in _list(value)), "A list of strings is wanted here.")
    return tuple(value)


def _integer(value: Any) -> int:
    if type(value) is not int:  # isinstance would accept true and false
        raise _Malformed("An integer is wanted here.")
    return value


def _player(value: Any) -> Player:
    player = _integer(value)
    _expect(player in PLAYERS, "A player is 0, 1 or 2.")
    return player
