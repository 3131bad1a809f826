"""How long other writes wait while something is stored."""

from collections.abc import Callable
from threading import Event as Signal, Thread
from time import perf_counter, sleep
from typing import Final

ALONE: Final = 2.0
"""Seconds in which somebody writes before the work begins."""


def beside(work: Callable[[], object]) -> str:
    """Do the work while somebody else writes; return how long it took and how long writes waited, as a sentence."""
    stop, waits = Signal(), list[float]()
    writer = Thread(target=_write, args=[stop, waits])
    writer.start()
    sleep(ALONE)
    alone = list(waits)
    waits.clear()
    began = perf_counter()
    work()
    seconds = perf_counter() - began
    stop.set()
    writer.join()
    return (
        f"{seconds:.2f} s; meanwhile {len(waits)} other writes, the slowest {1000 * max(waits):.0f} ms; of {len(alone)}"
        f" before, {1000 * max(alone):.0f} ms"
    )


def _write(stop: Signal, waits: list[float]) -> None:
    """Write a small row again and again, as moves do, and note how long each write took."""
    from django.db import connection

    from accounts.models import User

    user = User.objects.order_by("pk").first()
    assert user is not None
    while not stop.is_set():
        began = perf_counter()
        user.save(update_fields=["username"])
        waits.append(perf_counter() - began)
        stop.wait(0.005)
    connection.close()
