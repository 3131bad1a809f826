"""What the log says of outages: when one begins and when it is over, however often it is tried meanwhile."""

import logging
from io import StringIO
from time import sleep

import pytest
from django.db import OperationalError, connection
from django.db.backends.signals import connection_created
from psycopg_pool import ConnectionPool
from redis.exceptions import OutOfMemoryError, ReadOnlyError

from accounts.base.outages import OUTAGE, Attempts
from tests.sites import free_port

TEXT = "table %s is not shown"


def attempts() -> Attempts:
    return Attempts(logging.getLogger("accounts"), TEXT)


def lines(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    return [(record.levelname, record.getMessage()) for record in caplog.records]


@pytest.mark.parametrize("kind", OUTAGE)
def test_outage_has_a_line_when_it_begins_and_one_when_it_is_over(
    kind: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    shown = attempts()
    for error in (kind("out of reach"), kind("out of reach"), None, None):
        with shown.attempt("A"):
            if error:
                raise error
    assert lines(caplog) == [
        ("WARNING", "table A is not shown: out of reach"),
        ("WARNING", "table A is not shown: that is over"),
    ]
    assert not any(record.exc_info for record in caplog.records)


def test_outages_of_two_things_are_distinguished(caplog: pytest.LogCaptureFixture) -> None:
    shown = attempts()
    for name in "ABAB":
        shown.failed(OperationalError("locked"), name)
    shown.worked("B")
    assert [text for _, text in lines(caplog)] == [
        "table A is not shown: locked",
        "table B is not shown: locked",
        "table B is not shown: that is over",
    ]


def test_part_that_works_ends_no_outage(caplog: pytest.LogCaptureFixture) -> None:
    shown = attempts()
    with shown.attempt("A"):
        raise OperationalError("locked")
    with shown.part("A"):
        pass
    with shown.part("A"):
        raise OperationalError("locked")
    assert lines(caplog) == [("WARNING", "table A is not shown: locked")]
    with shown.attempt("A"):
        pass
    assert lines(caplog)[1:] == [("WARNING", "table A is not shown: that is over")]


def test_every_other_failure_is_an_error_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    shown = attempts()
    for _ in range(2):
        with shown.attempt("A"):
            raise KeyError("cards")
    assert lines(caplog) == [("ERROR", "table A is not shown: 'cards'")] * 2
    assert all(record.exc_info for record in caplog.records)
    assert {record.msg for record in caplog.records} == {f"{TEXT}: %s"}, "reports hold the text without its values"


def test_failure_of_one_row_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    def step(row: int) -> int:
        if row == 2:
            raise OperationalError("locked")
        return 60 // row

    assert attempts().each([0, 1, 2, 3], step) == [60, 20]
    assert [text.partition(":")[0] for _, text in lines(caplog)] == ["table 0 is not shown", "table 2 is not shown"]


def test_outage_goes_further_where_what_comes_next_would_wait_for_the_same(caplog: pytest.LogCaptureFixture) -> None:
    shown = Attempts(logging.getLogger("accounts"), TEXT, stops_in_outage=True)
    with pytest.raises(OperationalError), shown.attempt("A"):
        raise OperationalError("locked")
    assert lines(caplog) == []
    with shown.attempt("A"):
        raise KeyError("cards")
    assert lines(caplog) == [("ERROR", "table A is not shown: 'cards'")]


def test_something_else_is_done_after_a_failure_that_is_no_outage() -> None:
    done: list[str] = []
    for error in (OperationalError("locked"), KeyError("cards"), None):
        with attempts().attempt("A", otherwise=lambda error=error: done.append(repr(error))):
            if error:
                raise error
    assert done == ["KeyError('cards')"]


def test_redis_that_is_full_or_takes_no_writes_is_an_outage() -> None:
    assert issubclass(OutOfMemoryError, OUTAGE)
    assert issubclass(ReadOnlyError, OUTAGE)


def test_pool_that_cannot_connect_says_so_once_and_in_one_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    [stderr] = [handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler]
    monkeypatch.setattr(stderr, "stream", logged := StringIO())
    with ConnectionPool(f"host=127.0.0.1 port={free_port()}", min_size=1, open=True) as pool:
        while pool.get_stats().get("connections_errors", 0) < 2:  # it says so each time
            sleep(0.01)
    connection_created.send(sender=type(connection), connection=connection)
    said = logged.getvalue().splitlines()
    assert len(said) == len(lines(caplog)) == 2
    assert "the database cannot be reached: connection failed" in said[0]
    assert "the database cannot be reached: that is over" in said[1]
