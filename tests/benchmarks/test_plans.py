"""No page reads a table that grows with every deal from end to end."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.benchmarks import plans, sample_history
from tests.finished_games import SHORT
from tests.postgresql import database_at, new_database

pytestmark = pytest.mark.xdist_group("history")


@pytest.fixture(scope="module")
def history(_tables_in_postgresql: str, postgres_server: str, django_db_blocker: Any) -> Iterator[None]:
    """Use a database with a history in which one player has a tenth of the deals."""
    with (
        pytest.MonkeyPatch.context() as patch,
        new_database(postgres_server, urlsplit(_tables_in_postgresql).path[1:]) as address,
        django_db_blocker.unblock(),
        database_at(address),
    ):
        patch.setattr(sample_history, "POOL_SIZE", 4)
        patch.setattr(sample_history, "RULES", (SHORT,))
        plans.fill(deals=1500)
        yield


@pytest.mark.usefixtures("history")
def test_no_page_reads_a_large_share_of_the_deals() -> None:
    sizes = plans.sizes()
    assert sizes["games_event"] > 50_000
    with plans.as_if_large():
        reads = [plans.reads_of(*page, sizes) for page in plans.pages()]
    assert sum(read.rows.get("games_event", 0) for read in reads) > 500, "reviews read the log"
    assert [statement for read in reads for statement in read.too_much] == []


@pytest.mark.usefixtures("history")
def test_statement_without_an_index_is_noticed() -> None:
    reads = plans.Reads(plans.sizes())
    with plans.as_if_large(), connection.execute_wrapper(reads.explain), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_dealscore WHERE total > %s", [0])
    assert len(reads.too_much) == 1
