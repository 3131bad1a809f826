"""The site shuts down in order while it is busy."""

from http.client import HTTPException
from pathlib import Path
from threading import Event, Semaphore, Thread
from urllib.request import urlopen

import pytest

from tests.sites import Site

pytestmark = pytest.mark.slow

VISITORS = 12


def test_site_ends_while_pages_are_requested(tmp_path: Path) -> None:
    site, answered, is_over = Site(tmp_path), Semaphore(0), Event()

    def visit() -> None:
        while not is_over.is_set():
            try:
                with urlopen(site.address, timeout=10) as page:
                    page.read()
                answered.release()
            except (OSError, HTTPException):  # the site has ended; without a pause, to ask again takes all the time
                is_over.wait(0.05)

    site.start()
    visitors = [Thread(target=visit) for _ in range(VISITORS)]
    for visitor in visitors:
        visitor.start()
    try:
        for _ in range(3 * VISITORS):
            assert answered.acquire(timeout=30)
        site.stop()  # raises if it does not end
    finally:
        is_over.set()
        for visitor in visitors:
            visitor.join()
