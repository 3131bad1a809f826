"""The shape of a deal record (docs/records.md): a line of JSON becomes a `Record`, or a `Fault` is raised.

Shape means types, keys and form. The module `records` checks whether the deal was legal.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from . import json_text
from .cards import Card
from .events import JSON, Bid, Claim, Peek, Standing, Triple
from .fairness import BOT_SEED, MOST_DEALS, Proof
from .seats import HAND_NAMES, PLAYERS, HandId, Player, triple

T = TypeVar("T")

FORMAT: Final = "dummy-hand-spades/1"
REQUIRED_KEYS: Final = frozenset({"format", "rules", "dealer", "hands", "peeks", "bids", "plays"})
ALL_KEYS: Final = REQUIRED_KEYS | {"before", "claim", "proof"}
PROOF_KEYS: Final = ("commitment", "game", "number", "seeds", "secret", "draw")
BEFORE_RANGE: Final = range(-100_000, 100_001)

_HASH: Final = re.compile("[0-9a-f]{64}")
_GAME: Final = re.compile("[0-9A-Za-z_-]{1,40}")
_SEED: Final = re.compile(f"[0-9a-f]{{0,64}}|{BOT_SEED}")

NO_HAND: Final[HandId] = -1
"""Stands for an unknown or repeated hand among the nils: no bidding style accepts it, so the fault is bad_nils."""


class Fault(Exception):
    """A record is not legal: the place `at` in the record, the code, and one English sentence as message."""

    def __init__(self, at: str, code: str, message: str) -> None:
        super().__init__(at, code, message)
        self.at, self.code, self.message = at, code, message

    @property
    def result(self) -> JSON:
        """The result of the record (docs/records.md)."""
        return {"legal": False, "at": self.at, "code": self.code, "message": self.message}


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
    proof: Proof | None


def read_record(line: bytes) -> Record:
    """Return the record on a line. Raises Fault with code `bad_record` for the first wrong value, in this order."""
    data = _top_level(line)
    return Record(
        rules=_rules("rules", data["rules"]),
        dealer=_player("dealer", data["dealer"]),
        before=_before("before", data["before"]) if "before" in data else Standing(),
        hands=_hands("hands", data["hands"]),
        peeks=_each("peeks", data["peeks"], _peek),
        bids=_each("bids", data["bids"], _bid),
        plays=_each("plays", data["plays"], _card),
        claim=_claim("claim", data["claim"]) if "claim" in data else None,
        proof=_proof("proof", data["proof"]) if "proof" in data else None,
    )


# Each of these returns the value at a place of the record in its form here, or raises the Fault of that place.


def _expect(at: str, condition: bool, sentence: str) -> None:
    if not condition:
        raise Fault(at, "bad_record", sentence)


def _top_level(line: bytes) -> JSON:
    try:
        data = json_text.parse(line.decode(), object_pairs_hook=_without_duplicates)
    except ValueError:  # also for bytes that are not UTF-8
        raise Fault("record", "bad_record", "The line is not well-formed JSON.") from None
    if not isinstance(data, dict):
        raise Fault("record", "bad_record", "The line is not a JSON object.")
    right_keys = REQUIRED_KEYS <= data.keys() <= ALL_KEYS
    _expect("record", right_keys, "The record lacks a key or has one that does not belong there.")
    _expect("record", data["format"] == FORMAT, f"The format is not {FORMAT}.")
    return data


def _without_duplicates(pairs: list[tuple[str, Any]]) -> JSON:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("duplicate key")
    return data


def _rules(at: str, value: Any) -> JSON:
    rules = _object(at, value, "peek", "bidding", "target", "bag_limit", "floor")
    _expect(at, isinstance(rules["peek"], str) and isinstance(rules["bidding"], str), "Peek and bidding are strings.")
    _integer(at, rules["target"])
    for option in (rules["bag_limit"], rules["floor"]):
        if option is not None:
            _integer(at, option)
    return rules


def _before(at: str, value: Any) -> Standing:
    before = _object(at, value, "points", "bags")
    points, bags = _triple(at, before["points"]), _triple(at, before["bags"])
    _expect(at, all(number in BEFORE_RANGE for number in points + bags), "Points and bags are from -100000 to 100000.")
    _expect(at, min(bags) >= 0, "Bags are not negative.")
    return Standing(points, bags)


def _triple(at: str, value: Any) -> Triple:
    return triple(_integer(at, number) for number in _three(at, value))


def _three(at: str, value: Any) -> list[Any]:
    _expect(at, len(_list(at, value)) == 3, "There is one value for each of the three players.")
    return list(value)


def _hands(at: str, value: Any) -> tuple[tuple[str, ...], ...]:
    """Check for lists of strings only: a string that is no card is the fault bad_deal, not bad_record."""
    hands = _object(at, value, *HAND_NAMES)
    return tuple(_strings(at, hands[name]) for name in HAND_NAMES)


def _each(at: str, value: Any, reader: Callable[[str, Any], T]) -> tuple[T, ...]:
    return tuple(reader(f"{at}[{index}]", entry) for index, entry in enumerate(_list(at, value)))


def _peek(at: str, value: Any) -> Peek:
    peek = _object(at, value, "player", "places")
    return Peek(_player(at, peek["player"]), tuple(_integer(at, place) for place in _list(at, peek["places"])))


def _bid(at: str, value: Any) -> Bid:
    bid = _object(at, value, "player", "tricks", "nils")
    player, tricks, names = _player(at, bid["player"]), _integer(at, bid["tricks"]), _strings(at, bid["nils"])
    nils = frozenset(HAND_NAMES.index(name) if name in HAND_NAMES else NO_HAND for name in names)
    return Bid(player, tricks, nils if len(nils) == len(names) else nils | {NO_HAND})


def _claim(at: str, value: Any) -> Claim:
    """Read a claim of all remaining tricks, or with a second key of so many."""
    is_of_all = not (isinstance(value, dict) and "tricks" in value)
    claim = _object(at, value, *(("player",) if is_of_all else ("player", "tricks")))
    return Claim(_player(at, claim["player"]), None if is_of_all else _integer(at, claim["tricks"]))


def _card(at: str, value: Any) -> Card:
    try:
        return Card.parse(value)
    except ValueError:
        raise Fault(at, "bad_record", "One of the 52 cards is wanted here.") from None


def _proof(at: str, value: Any) -> Proof:
    is_duplicate = isinstance(value, dict) and "duplicate" in value
    keys = (*PROOF_KEYS, "duplicate") if is_duplicate else PROOF_KEYS
    proof = _object(at, value, *keys)
    _expect(at, proof.get("duplicate", True) is True, "The key duplicate is true, or left out.")
    for key, form in (("commitment", _HASH), ("secret", _HASH), ("game", _GAME)):
        _expect(at, _has_form(proof[key], form), f"The {key} of a proof has another form.")
    _expect(at, _integer(at, proof["number"]) in range(1, MOST_DEALS + 1), "A deal is numbered from 1 to 1000.")
    seeds = triple(_three(at, proof["seeds"]))
    _expect(at, all(_has_form(seed, _SEED) for seed in seeds), "A seed is hexadecimal, or that of a bot.")
    drawn = None if proof["draw"] is None else triple(_card(at, card) for card in _three(at, proof["draw"]))
    return Proof(proof["commitment"], proof["game"], proof["number"], seeds, proof["secret"], drawn, is_duplicate)


def _has_form(value: Any, form: re.Pattern[str]) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None


def _object(at: str, value: Any, *keys: str) -> JSON:
    if not isinstance(value, dict) or value.keys() != set(keys):
        raise Fault(at, "bad_record", f"An object with exactly these keys is wanted here: {', '.join(keys)}.")
    return value


def _list(at: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Fault(at, "bad_record", "A list is wanted here.")
    return value


def _strings(at: str, value: Any) -> tuple[str, ...]:
    _expect(at, all(isinstance(item, str) for item in _list(at, value)), "A list of strings is wanted here.")
    return tuple(value)


def _integer(at: str, value: Any) -> int:
    if type(value) is not int:  # isinstance would accept true and false
        raise Fault(at, "bad_record", "An integer is wanted here.")
    return value


def _player(at: str, value: Any) -> Player:
    player = _integer(at, value)
    _expect(at, player in PLAYERS, "A player is 0, 1 or 2.")
    return player
