"""What a run of the tests does at its end."""

import gc
import os
from collections import Counter
from time import perf_counter, time
from typing import Final

import pytest

REFERENCE_PACE: Final = 0.45
"""The seconds in which the machine of the budgets adds up ten million squares."""


def pytest_sessionfinish() -> None:
    """Take all objects out of pytest's last five searches for garbage, which take seconds."""
    gc.freeze()


@pytest.hookimpl(trylast=True)  # after the slowest tests
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the campaigns on security have tried, how long the command took, and how long it may take."""
    statuses, cells = Counter[int](), 0
    for report in terminalreporter.getreports("passed"):
        properties = dict(report.user_properties)
        statuses.update(properties.get("statuses", {}))
        cells += properties.get("cells", 0)
    if cells:
        terminalreporter.write_line(f"{cells} cells of the table of who may open what are as it says")
    if statuses:
        answers = ", ".join(f"{count} times {status}" for status, count in sorted(statuses.items()))
        terminalreporter.write_line(f"{statuses.total()} hostile requests were answered: {answers}")
    if "BUDGET" in os.environ:
        took = time() - float(os.environ["BEGAN"])
        pace = _pace()
        terminalreporter.write_line(f"{took:.0f} s; this machine adds up ten million squares in {pace:.2f} s")
        there = took * REFERENCE_PACE / pace
        terminalreporter.write_line(
            f"where that takes {REFERENCE_PACE} s: {there:.0f} s of at most {os.environ['BUDGET']} s on two idle cores"
        )


def _pace() -> float:
    """Return the seconds that this machine takes to add up ten million squares, the fastest of three times."""
    return min(_seconds_of_squares() for _ in range(3))


def _seconds_of_squares() -> float:
    began = perf_counter()
    sum(number * number for number in range(10_000_000))
    return perf_counter() - began
