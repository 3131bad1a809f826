"""What a run of the tests does at its end."""

import gc
import os
from collections import Counter
from time import time

import pytest


def pytest_sessionfinish() -> None:
    """Take all objects out of pytest's last five searches for garbage, which take seconds."""
    gc.freeze()


@pytest.hookimpl(trylast=True)  # after the slowest tests
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the campaigns on security have tried, how long the command took, and how long it may take."""
    statuses, cells = Counter[int](), 0
    for report in terminalreporter.getreports("passed"):
        found = dict(report.user_properties)
        statuses.update(found.get("statuses", {}))
        cells += found.get("cells", 0)
    if cells:
        terminalreporter.write_line(f"{cells} cells of the table of who may open what are as it says")
    if statuses:
        answers = ", ".join(f"{count} times {status}" for status, count in sorted(statuses.items()))
        terminalreporter.write_line(f"{statuses.total()} hostile requests were answered: {answers}")
    if "BUDGET" in os.environ:
        took = time() - float(os.environ["BEGAN"])
        terminalreporter.write_line(f"{took:.0f} s of at most {os.environ['BUDGET']} s on two idle cores")
