"""The dashboard and the alerts in `deploy/monitoring/` ask for figures that the site has."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import yaml
from prometheus_client import REGISTRY

from accounts.base import mail  # noqa: F401  # its figures
from accounts.notifications import delivery  # noqa: F401  # its figures
from games.play import queue  # noqa: F401  # its figures
from games.sockets import limits  # noqa: F401  # its figures
from tests.sites import ROOT

MONITORING: Final = ROOT / "deploy" / "monitoring"
OF_PROMETHEUS: Final = {"up"}


def alerts() -> Iterator[dict[str, Any]]:
    for group in yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"]:
        yield from group["rules"]


def expressions() -> Iterator[str]:
    for alert in alerts():
        yield alert["expr"]
    for panel in json.loads((MONITORING / "dashboard.json").read_text())["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


def figures() -> set[str]:
    """The names of the figures that a process shows, histograms with their parts."""
    names = {
        name for metric in REGISTRY.collect() for name in (metric.name, *(sample.name for sample in metric.samples))
    }
    parts = [metric.name for metric in REGISTRY.collect() if metric.type == "histogram"]
    gauges = {metric.name for metric in REGISTRY.collect() if metric.type == "gauge"}  # with labels, maybe none yet
    return names | gauges | {f"{name}_{part}" for name in parts for part in ("bucket", "count", "sum")}


def test_only_figures_that_exist_are_asked_for() -> None:
    asked = {
        name for expression in expressions() for name in re.findall(r"\b(spades_\w+|process_\w+|up)\b", expression)
    }
    assert asked - figures() == OF_PROMETHEUS
    assert {"spades_open_sockets", "spades_due_games", "spades_mail_waiting", "spades_move_seconds_bucket"} <= asked


def test_every_alert_says_what_to_do() -> None:
    for alert in alerts():
        assert alert["annotations"]["summary"].endswith(".")
        assert alert["annotations"]["runbook"].endswith(".")
        assert alert["labels"]["severity"] in ("warning", "critical")


def test_expressions_are_balanced() -> None:
    for expression in expressions():
        assert expression.count("(") == expression.count(")")
        assert expression.count("{") == expression.count("}")
