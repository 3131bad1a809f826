"""What the tests do with databases of PostgreSQL."""

import psycopg
import pytest

from tests.postgresql import cut_others


@pytest.mark.postgres
@pytest.mark.usefixtures("beside")
def test_database_is_dropped_though_somebody_is_connected_to_it(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as other:
        other.execute("SELECT 1")
        cut_others()
        with pytest.raises(psycopg.OperationalError):
            other.execute("SELECT 1")
