"""The pool of threads in which bots choose, hints are worked out and deals are analysed."""

import os
from concurrent.futures import CancelledError
from threading import Event, Thread

import pytest

from games.play import thinking_pool
from games.play.thinking_pool import SHARE, Pool, Purpose


class BusyPool:
    """A pool of one thread that is busy until it is told to `go_on`; `done` names the units in their order."""

    def __init__(self) -> None:
        self.pool, self.done, self._free = Pool(1), list[str](), Event()
        begun = Event()
        self.pool.submit(Purpose.TABLE, lambda: (begun.set(), self._free.wait(30)))
        assert begun.wait(30)

    def submit(self, purpose: Purpose, *names: str) -> None:
        self.units = [self.pool.submit(purpose, lambda name=name: self.done.append(name)) for name in names]

    def go_on(self) -> list[str]:
        last = self.pool.submit(Purpose.LINE, lambda: None)
        self._free.set()
        last.result(30)
        return self.done


def test_whoever_waits_at_a_table_comes_first_and_then_reviews() -> None:
    busy = BusyPool()
    busy.submit(Purpose.LINE, "line")
    busy.submit(Purpose.REVIEW, "review", "second review")
    busy.submit(Purpose.TABLE, "bot", "hint")
    assert busy.go_on() == ["bot", "hint", "review", "second review", "line"]


def test_crowd_at_tables_cannot_keep_a_review_out() -> None:
    busy = BusyPool()
    busy.submit(Purpose.REVIEW, "review", "review")
    busy.submit(Purpose.TABLE, *["bot"] * (2 * SHARE + 5))
    done = busy.go_on()
    assert [place for place, name in enumerate(done) if name == "review"] == [SHARE, 2 * SHARE + 1]


def test_crowd_and_reviews_cannot_keep_a_line_out() -> None:
    busy = BusyPool()
    busy.submit(Purpose.LINE, "line")
    busy.submit(Purpose.REVIEW, *["review"] * 3)
    busy.submit(Purpose.TABLE, *["bot"] * (2 * SHARE + 5))
    assert busy.go_on().index("line") == SHARE


def test_failure_of_a_unit_is_that_of_whoever_waits_for_it_and_stops_no_other() -> None:
    pool = Pool(1)
    failed, good = pool.submit(Purpose.TABLE, lambda: 1 / 0), pool.submit(Purpose.TABLE, lambda: 1)
    assert good.result(30) == 1
    with pytest.raises(ZeroDivisionError):
        failed.result(30)


def test_unit_that_is_cancelled_before_it_begins_is_not_done() -> None:
    busy = BusyPool()
    busy.submit(Purpose.TABLE, "cancelled", "kept")
    assert busy.units[0].cancel()
    assert busy.go_on() == ["kept"]
    with pytest.raises(CancelledError):
        busy.units[0].result(30)


def test_processor_time_is_counted_by_purpose() -> None:
    before = thinking_pool._SECONDS.labels("review")._value.get()
    Pool(1).submit(Purpose.REVIEW, lambda: sum(range(100_000))).result(30)
    assert thinking_pool._SECONDS.labels("review")._value.get() > before


def test_units_run_side_by_side_in_as_many_threads_as_the_setting_says(
    monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    thinking_pool.pool.cache_clear()
    monkeypatch.setattr(settings, "THINKING_THREADS", 2)
    both = [Event(), Event()]
    try:
        units = [
            thinking_pool.submit(Purpose.LINE, lambda own=own, other=other: (own.set(), other.wait(30)))
            for own, other in (both, both[::-1])
        ]
        assert [unit.result(60) for unit in units] == [(None, True)] * 2
    finally:
        thinking_pool.pool.cache_clear()


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system keeps processes to no cores")
def test_process_that_is_kept_to_one_core_thinks_in_one_thread() -> None:
    seen = list[int]()

    def look() -> None:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # of this thread
        seen.append(thinking_pool.cores())

    thread = Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [1]
