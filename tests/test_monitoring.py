"""The dashboard and the alerts in `deploy/monitoring/` ask for figures that the site has, and each alert fires when it
should: `promtool`, of Debian's package `prometheus`, computes the rules.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import yaml
from prometheus_client import REGISTRY

from accounts.base import mail  # noqa: F401  # its figures
from accounts.notifications import delivery  # noqa: F401  # its figures
from config import probes  # noqa: F401  # its figures
from games.play import queue  # noqa: F401  # its figures
from games.sockets import limits  # noqa: F401  # its figures
from tests.conftest import unavailable
from tests.sites import ROOT

MONITORING: Final = ROOT / "deploy" / "monitoring"
OF_PROMETHEUS: Final = {"up"}

MINUTES: Final = 90
"""For how long the figures of a test are known, once a minute. Alerts are looked at in the last minute."""


def steady(value: float) -> str:
    """Return a figure that stays."""
    return f"{value}x{MINUTES}"


def growing(by: float) -> str:
    """Return a counter that grows by so much a minute."""
    return f"0+{by}x{MINUTES}"


NOW: Final = growing(60)
"""A time in seconds that keeps up with the clock of `promtool`, which begins at 0."""

WEB, TICKER = '{job="spades",instance="web"}', '{job="spades-ticker",instance="ticker"}'


def late_steps(late: float, in_time: float) -> dict[str, str]:
    """Return the histogram of so many steps a minute that come five seconds late, and in time."""
    buckets = {"0.1": in_time, "2": in_time, "5": in_time + late, "+Inf": in_time + late}
    return {f'spades_step_late_seconds_bucket{{le="{le}"}}': growing(count) for le, count in buckets.items()}


def moves(slow: float, fast: float) -> dict[str, str]:
    """Return the histogram of so many moves a minute that take a second, and a hundredth."""
    buckets = {"0.01": fast, "0.5": fast, "1": fast + slow, "+Inf": fast + slow}
    return {f'spades_move_seconds_bucket{{le="{le}"}}': growing(count) for le, count in buckets.items()}


def counted(name: str, **by: float) -> dict[str, str]:
    """Return a counter that grows by so much a minute for each value of its label."""
    label = {"spades_answers_total": "status"}.get(name, "outcome")
    return {f'{name}{{{label}="{value.replace("_", " ").strip()}"}}': growing(count) for value, count in by.items()}


Figures: TypeAlias = Mapping[str, str]

CASES: Final[dict[str, tuple[Figures, Figures]]] = {
    "SpadesProcessDown": ({f"up{WEB}": steady(0)}, {f"up{WEB}": steady(1), f"up{TICKER}": steady(0)}),
    "SpadesDown": ({f"up{TICKER}": steady(1)}, {f"up{WEB}": steady(1), 'up{job="spades",instance="2"}': steady(0)}),
    "SpadesTickerSilent": ({"spades_ticker_lag_seconds": steady(11)}, {"spades_ticker_lag_seconds": steady(10)}),
    "SpadesTickerDown": (
        {f"up{TICKER}": steady(0), 'up{job="spades-ticker",instance="2"}': steady(1)},
        {f"up{TICKER}": steady(1), f"up{WEB}": steady(0)},
    ),
    "SpadesStepsLate": (late_steps(15, 85), late_steps(5, 95)),
    "SpadesTaskHangs": (
        {'spades_task_round_timestamp_seconds{instance="a",task="mail"}': steady(0)},
        {'spades_task_round_timestamp_seconds{instance="a",task="mail"}': NOW},
    ),
    "SpadesRoundOverdue": (
        {'spades_overdue_seconds{kind="round"}': steady(121)},
        {'spades_overdue_seconds{kind="round"}': steady(60), 'spades_overdue_seconds{kind="set"}': steady(1000)},
    ),
    "SpadesSetOverdue": (
        {'spades_overdue_seconds{kind="set"}': steady(1801)},
        {'spades_overdue_seconds{kind="set"}': steady(1000), 'spades_overdue_seconds{kind="round"}': steady(9999)},
    ),
    "SpadesAnalysesWait": ({"spades_analyses_lag_seconds": steady(901)}, {"spades_analyses_lag_seconds": steady(60)}),
    "SpadesMovesSlow": (moves(3, 97), moves(0.5, 99.5)),
    "SpadesMovesRefused": (
        counted("spades_move_seconds_count", made=70, refused=30),
        counted("spades_move_seconds_count", made=90, refused=10),
    ),
    "SpadesMailWaits": ({"spades_mail_waiting": steady(101)}, {"spades_mail_waiting": steady(100)}),
    "SpadesNoTicker": ({"spades_tickers": steady(0)}, {"spades_tickers": steady(1)}),
    "SpadesKeysDiffer": (
        {"spades_processes_with_other_keys": steady(1)},
        {"spades_processes_with_other_keys": steady(0)},
    ),
    "SpadesDailyJobLate": (
        {'spades_daily_late_seconds{name="backup"}': steady(86401)},
        {'spades_daily_late_seconds{name="backup"}': steady(3600)},
    ),
    "SpadesPushesRefused": (
        {'spades_failing_browsers{status="403"}': steady(1)},
        {'spades_failing_browsers{status="0"}': steady(9)},
    ),
    "SpadesErrors": ({"spades_errors_total": growing(1)}, {"spades_errors_total": growing(0.1)}),
    "SpadesAnswersFail": (
        counted("spades_answers_total", **{"5xx": 3, "2xx": 97}),
        counted("spades_answers_total", **{"5xx": 1, "2xx": 99}),
    ),
    "SpadesPushesFail": (
        counted("spades_pushes_total", refused=1, no_answer=1, taken=1),
        counted("spades_pushes_total", refused=1, no_answer=0, taken=1),
    ),
    "SpadesMailFails": (
        counted("spades_mails_total", given_up=1, sent=9),
        counted("spades_mails_total", given_up=0, sent=9),
    ),
}
"""Of each alert, figures at which it fires, and figures at which it does not."""


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


def as_test(alert: str, figures: Figures, *, fires: bool) -> dict[str, Any]:
    """Return a test of `promtool`: whether the alert fires at these figures."""
    firing = f'count(ALERTS{{alertname="{alert}",alertstate="firing"}})'
    expected = [{"labels": "{}", "value": 1}] if fires else []
    return {
        "name": f"{alert} {'fires' if fires else 'is silent'}",
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in figures.items()],
        "promql_expr_test": [{"expr": firing, "eval_time": f"{MINUTES}m", "exp_samples": expected}],
    }


def test_every_alert_fires_when_it_is_to_and_only_then(tmp_path: Path) -> None:
    assert set(CASES) == {alert["alert"] for alert in alerts()}
    if (promtool := shutil.which("promtool")) is None:
        unavailable("no promtool: install Debian's prometheus")
    tests = [as_test(alert, case[not fires], fires=fires) for alert, case in CASES.items() for fires in (True, False)]
    file = tmp_path / "alerts.test.yaml"
    rules = {"rule_files": [str(MONITORING / "alerts.yaml")], "evaluation_interval": "1m", "tests": tests}
    file.write_text(yaml.safe_dump(rules))
    run = subprocess.run([promtool, "test", "rules", str(file)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
