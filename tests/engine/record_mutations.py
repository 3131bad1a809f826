"""Random changes to records that make most of them illegal, for comparing the engine with the reference."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from tests.engine.reference_engine import PEEKS, STYLES

JSON = dict[str, Any]

STRANGE_VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, -1, 5, 13, 14, 99, 100_001, 10**40, 0.0, 1.0, -0.5, 1e300),
    *("", "0", "3", "dummy", "none", "flip5", "mirror", "SA", "S1", "sa", "XX", "é", "\ud800", "\x00"),
    *([], {}, [0], ["SA"], [[]], [None], {"player": 0}, {"player": 0, "places": [0]}),
]


def mutate(record: JSON, rng: Random) -> JSON:
    """Return a copy of the record after one to three random changes; it may still be legal."""
    mutated = deepcopy(record)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(MUTATIONS)(mutated, rng)
    return mutated


def _set_strange_value(record: JSON, rng: Random) -> None:
    holder, key = _random_place(record, rng)
    holder[key] = deepcopy(rng.choice(STRANGE_VALUES))


def _nudge_number(record: JSON, rng: Random) -> None:
    holder, key = _random_place(record, rng)
    if type(holder[key]) is int:
        holder[key] += rng.choice((-100, -50, -1, 1, 50, 100))


def _delete_key(record: JSON, rng: Random) -> None:
    holder, key = _random_place(record, rng)
    del holder[key]


def _add_unknown_key(record: JSON, rng: Random) -> None:
    holder, key = _random_place(record, rng)
    (holder[key] if isinstance(holder[key], dict) else record)[rng.choice(("extra", "claim", "3", ""))] = 1


def _swap_entries(record: JSON, rng: Random) -> None:
    entries = _random_entries(record, rng)
    if len(entries) > 1:
        one = rng.randrange(len(entries))
        other = (one + rng.choice((1, 2, 3, 4, 8, 12))) % len(entries)
        entries[one], entries[other] = entries[other], entries[one]


def _repeat_entry(record: JSON, rng: Random) -> None:
    entries = _random_entries(record, rng)
    if entries:
        entries.insert(rng.randrange(len(entries) + 1), deepcopy(rng.choice(entries)))


def _cut_entries(record: JSON, rng: Random) -> None:
    entries = _random_entries(record, rng)
    del entries[rng.randrange(len(entries) + 1) :]


def _change_bid(record: JSON, rng: Random) -> None:
    bids = record.get("bids")
    if isinstance(bids, list) and bids and isinstance(bid := rng.choice(bids), dict):
        bid["tricks"] = rng.randrange(-1, 15)
        bid["nils"] = rng.choices(["0", "1", "2", "dummy", "3"], k=rng.randrange(5))


def _add_peek(record: JSON, rng: Random) -> None:
    peeks = record.get("peeks")
    if isinstance(peeks, list):
        player, most = rng.randrange(3), max(PEEKS.values())
        peeks.append({"player": player, "places": rng.choices(range(-1, 14), k=rng.randrange(most + 1))})


def _change_rules(record: JSON, rng: Random) -> None:
    if isinstance(rules := record.get("rules"), dict):
        rules["bidding"] = rng.choice(STYLES)
        rules["peek"] = rng.choice(list(PEEKS))


def _add_claim(record: JSON, rng: Random) -> None:
    """Claim, mostly after a whole number of tricks."""
    if isinstance(plays := record.get("plays"), list):
        del plays[4 * rng.randrange(14) + rng.choice((0, 0, 0, 1)) :]
    record["claim"] = {"player": rng.randrange(3)}
    if rng.random() < 0.5:
        record["claim"]["tricks"] = rng.randrange(-1, 14)


def _random_entries(record: JSON, rng: Random) -> list[Any]:
    entries = record.get(rng.choice(("peeks", "bids", "plays", "plays")))
    return entries if isinstance(entries, list) else []


def _random_place(record: JSON, rng: Random) -> tuple[Any, Any]:
    """Return a container in the record, or the record itself, and one of its keys."""
    holder: Any = record
    key: Any = rng.choice(list(record) or ["format"])
    record.setdefault(key, None)
    while isinstance(holder[key], (dict, list)) and holder[key] and rng.random() < 0.8:
        holder = holder[key]
        key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    return holder, key


MUTATIONS: list[Callable[[JSON, Random], None]] = [
    *(_set_strange_value, _nudge_number, _delete_key, _add_unknown_key, _swap_entries, _repeat_entry, _cut_entries),
    *(_change_bid, _add_peek, _change_rules, _add_claim),
]
