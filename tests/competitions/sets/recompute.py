"""Recompute the ladder of an exported set of deals: python3 recompute.py < set.json (needs nothing but Python 3.10).

A second implementation of docs/duplicate.md, which shares no code with the site. It prints what differs, and ends with
status 1 if anything does.
"""

import json
import math
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

TOLERANCE = 1e-9


def percents_of(points: list[int]) -> list[Fraction | None]:
    """Return the per cent of each result of a board: of the others, the lower ones and half of the equal ones."""
    if len(points) == 1:
        return [None]
    ordered = sorted(points)
    lower = [bisect_left(ordered, one) for one in points]
    equal = [bisect_right(ordered, one) - below - 1 for one, below in zip(points, lower, strict=True)]
    return [100 * (below + Fraction(beside, 2)) / (len(points) - 1) for below, beside in zip(lower, equal, strict=True)]


def ladder_of(boards: list[Any]) -> dict[str, dict[str, Any]]:
    """Return the line of each player: place (None without a result on every board), points, mean per cent, boards."""
    points: dict[str, list[int]] = {}
    percents: dict[str, list[Fraction | None]] = {}
    for board in boards:
        results = [result for result in board["results"] if not result.get("by_expert")]
        for result, percent in zip(results, percents_of([result["points"] for result in results]), strict=True):
            points.setdefault(result["player"], []).append(result["points"])
            percents.setdefault(result["player"], []).append(percent)
    means = {player: mean_of(values) for player, values in percents.items()}
    complete = {player for player, values in points.items() if len(values) == len(boards)}
    ranked = sorted(mean for player in complete if (mean := means[player]) is not None)
    return {
        player: {
            "place": place_of(means[player], ranked) if player in complete else None,
            "points": sum(values),
            "percent": means[player],
            "boards": len(values),
        }
        for player, values in points.items()
    }


def mean_of(percents: list[Fraction | None]) -> Fraction | None:
    compared = [percent for percent in percents if percent is not None]
    return Fraction(sum(compared), len(compared)) if compared else None


def place_of(mean: Fraction | None, ranked: list[Fraction]) -> int:
    """Return one more than there are higher means; who is the only participant has none."""
    return 1 if mean is None else 1 + len(ranked) - bisect_right(ranked, mean)


def faults(export: dict[str, Any]) -> Iterator[str]:
    """Say in which way the ladder is not that of the results."""
    for board in export["boards"]:
        yield from repeated([result["player"] for result in board["results"]], f"board {board['number']}")
    computed, ladder = ladder_of(export["boards"]), export["ladder"]
    named = [entry["player"] for entry in ladder]
    yield from repeated(named, "ladder")
    ranked = {player for player, line in computed.items() if line["place"]}
    for player in sorted(ranked - set(named)):
        yield f"{player} has a result on every board and is not in the ladder"
    for player in sorted(set(named) - set(computed)):
        yield f"{player} is in the ladder and has no result"
    for entry in ladder:
        for key, value in computed.get(entry["player"], {}).items():
            if not agree(entry[key], value):
                by_results = float(value) if isinstance(value, Fraction) else value
                yield f"{entry['player']}: {key} {entry[key]} in the ladder, {by_results} by the results"
    places = [math.inf if entry["place"] is None else entry["place"] for entry in ladder]
    if places != sorted(places):
        yield "the ladder is not in the order of its places"


def repeated(players: list[str], where: str) -> Iterator[str]:
    for player, times in Counter(players).items():
        if times > 1:
            yield f"{where}: {player} is there {times} times"


def agree(given: float | None, computed: float | Fraction | None) -> bool:
    if given is None or computed is None:
        return given is computed
    return abs(given - computed) <= TOLERANCE


if __name__ == "__main__":
    all_faults = list(faults(json.load(sys.stdin)))
    print("\n".join(all_faults) if all_faults else "The ladder agrees with the results.")
    sys.exit(bool(all_faults))
