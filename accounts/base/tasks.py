"""When each task of this process that goes round for ever was last round: one that hangs says nothing by itself."""

from typing import Final

from prometheus_client import Gauge

_ROUNDS: Final = Gauge(
    "spades_task_round_timestamp_seconds", "When a task of this process was last round, or was begun.", ["task"]
)


def goes_on(task: str) -> None:
    """Note that the task is begun, or was round once more, whether that worked or not."""
    _ROUNDS.labels(task).set_to_current_time()
