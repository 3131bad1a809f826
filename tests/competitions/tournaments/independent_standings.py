"""Adds up an exported tournament again: `python tests/competitions/tournaments/independent_standings.py results.json`.

It reads the JSON file that every visitor can download, follows docs/duplicate.md, and shares no code with the site. It
fails, and says where, if the standings in the file are others.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    faults = compare(json.loads(parser.parse_args().results.read_text()))
    sys.exit("\n".join(faults) or None)


def compare(exported: dict[str, Any]) -> list[str]:
    """Return where the exported standings differ from those that the exported results give."""
    own = recomputed(exported)
    faults = []
    for line in exported["standings"]:
        name = line["player"]
        expected = own[name]
        for what in ("percent", "above", "points", "boards", "place"):
            given, computed = line[what], expected[what]
            is_equal = given == computed if what in ("boards", "place") else close(given, computed)
            if not is_equal:
                faults.append(f"{name}: {what} is {given}, not {computed}")
    if len(own) != len(exported["standings"]):
        faults.append(f"{len(own)} participants, but {len(exported['standings'])} lines")
    return faults


def close(given: float | None, computed: Fraction | None) -> bool:
    if given is None or computed is None:
        return given is None and computed is None
    return abs(given - float(computed)) < 1e-8


def recomputed(exported: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the line of each participant by name."""
    fields: dict[tuple[int, int], list[int]] = defaultdict(list)
    for result in exported["results"]:
        if result["points"] is not None:
            fields[result["board"], result["seat"]].append(result["points"])
    lines: dict[str, dict[str, Any]] = {}
    for line in exported["standings"]:
        mine = [result for result in exported["results"] if result["player"] == line["player"]]
        own = [result for result in mine if is_own(result)]
        percents = counted(mine, lambda result: percent_of(result, fields))
        points = counted(mine, lambda result: result["points"])
        above = counted(mine, lambda result: above_mean(result, fields))
        lines[line["player"]] = {
            "percent": mean(percents) if percents else None,
            "above": mean(above),
            "points": mean(points),
            "boards": len(own),
            "lost_in": line["lost_in"],
            "has_place": bool(mine) and 2 * len(own) >= len(mine) and not line["bot"] and not line["disqualified"],
        }
    give_places(lines)
    return lines


def is_own(result: dict[str, Any]) -> bool:
    return bool(result["adjusted"]) or (result["points"] is not None and not result["by_bot"])


def counted(mine: list[dict[str, Any]], value_of: Callable[[dict[str, Any]], Any]) -> list[Any]:
    """Return what counts for a participant: what a bot has played, for no more than the mean of the own results."""
    own = [value for result in mine if is_own(result) and (value := value_of(result)) is not None]
    others = [value for result in mine if not is_own(result) and (value := value_of(result)) is not None]
    if not any(is_own(result) for result in mine):
        return []
    if not own:
        return [value for value in others if value == 0]
    return own + [min(value, mean(own)) for value in others]


def above_mean(result: dict[str, Any], fields: dict[tuple[int, int], list[int]]) -> Any:
    if result["points"] is None:
        return None
    return result["points"] - mean(fields[result["board"], result["seat"]])


def percent_of(result: dict[str, Any], fields: dict[tuple[int, int], list[int]]) -> Fraction | None:
    """Return the per cent of a result: two points for each lower one of the field, one for each equal one."""
    if result["adjusted"]:
        return Fraction(str(result["percent"]))
    if result["points"] is None:
        return Fraction(0) if (result["overrun"] or 0) > 0 else None
    others = list(fields[result["board"], result["seat"]])
    others.remove(result["points"])
    if not others:
        return None
    won = sum(2 * (result["points"] > other) + (result["points"] == other) for other in others)
    return Fraction(100 * won, 2 * len(others))


def mean(values: list[Any]) -> Fraction:
    return sum(map(Fraction, values), Fraction()) / len(values) if values else Fraction()


def give_places(lines: dict[str, dict[str, Any]]) -> None:
    def merits(line: dict[str, Any]) -> tuple[Any, ...]:
        reached = 10**6 if line["lost_in"] is None else line["lost_in"]
        return reached, Fraction(50) if line["percent"] is None else line["percent"], line["above"], line["points"]

    placed = [line for line in lines.values() if line["has_place"]]
    for line in lines.values():
        better = sum(merits(other) > merits(line) for other in placed)
        line["place"] = better + 1 if line["has_place"] else None


if __name__ == "__main__":
    main()
