"""When each endless task of this process last completed a round: a task that hangs does not report it."""

from typing import Final

from prometheus_client import Gauge

_ROUNDS: Final = Gauge(
    "spades_task_round_timestamp_seconds", "When a task of this process was last round, or was begun.", ["task"]
)


def goes_on(task: str) -> None:
    """Record that the task has begun or completed another round, whether or not that succeeded."""
    _ROUNDS.labels(task).set_to_current_time()
