"""Records that went wrong: one or more small accidents, most of them plausible, some wild."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

JSON = dict[str, Any]

STRANGE: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, -1, 5, 13, 14, 99, 100_001, 10**40, 0.0, 1.0, -0.5, 1e300),
    *("", "0", "3", "dummy", "none", "flip5", "mirror", "SA", "S1", "sa", "XX", "é", "\ud800", "\x00"),
    *([], {}, [0], ["SA"], [[]], [None], {"player": 0}, {"player": 0, "places": [0]}),
]


def spoil(record: JSON, rng: Random) -> JSON:
    """A copy of the record after one to three accidents; it may happen to be legal still."""
    spoiled = deepcopy(record)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(ACCIDENTS)(spoiled, rng)
    return spoiled


def _strange_value(record: JSON, rng: Random) -> None:
    holder, key = _somewhere(record, rng)
    holder[key] = deepcopy(rng.choice(STRANGE))


def _nudged_number(record: JSON, rng: Random) -> None:
    holder, key = _somewhere(record, rng)
    if type(holder[key]) is int:
        holder[key] += rng.choice((-100, -50, -1, 1, 50, 100))


def _missing(record: JSON, rng: Random) -> None:
    holder, key = _somewhere(record, rng)
    del holder[key]


def _unknown_key(record: JSON, rng: Random) -> None:
    holder, key = _somewhere(record, rng)
    (holder[key] if isinstance(holder[key], dict) else record)[rng.choice(("extra", "claim", "3", ""))] = 1


def _swapped(record: JSON, rng: Random) -> None:
    entries = _entries(record, rng)
    if len(entries) > 1:
        one = rng.randrange(len(entries))
        other = (one + rng.choice((1, 2, 3, 4, 8, 12))) % len(entries)
        entries[one], entries[other] = entries[other], entries[one]


def _repeated(record: JSON, rng: Random) -> None:
    entries = _entries(record, rng)
    if entries:
        entries.insert(rng.randrange(len(entries) + 1), deepcopy(rng.choice(entries)))


def _cut_short(record: JSON, rng: Random) -> None:
    entries = _entries(record, rng)
    del entries[rng.randrange(len(entries) + 1) :]


def _other_bid(record: JSON, rng: Random) -> None:
    bids = record.get("bids")
    if isinstance(bids, list) and bids and isinstance(bid := rng.choice(bids), dict):
        bid["tricks"] = rng.randrange(-1, 15)
        bid["nils"] = rng.choices(["0", "1", "2", "dummy", "3"], k=rng.randrange(5))


def _other_places(record: JSON, rng: Random) -> None:
    peeks = record.get("peeks")
    if isinstance(peeks, list):
        peeks.append({"player": rng.randrange(3), "places": rng.choices(range(-1, 14), k=rng.randrange(5))})


def _other_style(record: JSON, rng: Random) -> None:
    if isinstance(rules := record.get("rules"), dict):
        rules["bidding"] = rng.choice(("standard", "suicide", "mirror", "whiz"))
        rules["peek"] = rng.choice(("none", "three", "four", "flip1", "flip2", "flip3", "flip4"))


def _claimed(record: JSON, rng: Random) -> None:
    """A claim after a whole number of tricks, more often than chance would have it."""
    if isinstance(plays := record.get("plays"), list):
        del plays[4 * rng.randrange(14) + rng.choice((0, 0, 0, 1)) :]
    record["claim"] = {"player": rng.randrange(3)}


def _entries(record: JSON, rng: Random) -> list[Any]:
    entries = record.get(rng.choice(("peeks", "bids", "plays", "plays")))
    return entries if isinstance(entries, list) else []


def _somewhere(record: JSON, rng: Random) -> tuple[Any, Any]:
    """An object or a list in the record, the record itself included, and a key of it; no top-level key is favoured."""
    holder: Any = record
    key: Any = rng.choice(list(record) or ["format"])
    record.setdefault(key, None)
    while isinstance(holder[key], (dict, list)) and holder[key] and rng.random() < 0.8:
        holder = holder[key]
        key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    return holder, key


ACCIDENTS: list[Callable[[JSON, Random], None]] = [
    *(_strange_value, _nudged_number, _missing, _unknown_key, _swapped, _repeated, _cut_short),
    *(_other_bid, _other_places, _other_style, _claimed),
]
