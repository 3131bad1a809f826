"""People at different processes of a site are paired with each other."""

import pytest

from tests.sites import Site
from tests.visitors import ACCEPTED, Visitor

pytestmark = pytest.mark.xdist_group("random clock")


def test_people_of_two_processes_sit_at_one_table(two_processes: list[Site]) -> None:
    visitors = [Visitor(two_processes[number % 2].address) for number in range(3)]
    for number, visitor in enumerate(visitors):
        visitor.fill_in("/", "/play/", name=f"Seeker {number}", players="people")
    ways = {way_to_the_table(visitor) for visitor in visitors}
    assert len(ways) == 1
    (table,) = ways
    for visitor in visitors:
        assert all(
            f"Seeker {number}" in visitor.get(table).html for number in range(3) if visitor is not visitors[number]
        )


def way_to_the_table(visitor: Visitor) -> str:
    """Load the page of who waits again, as browsers without scripts do, until it leads to a table."""
    for _ in range(5000):
        answer = visitor.get("/play/people/")
        if answer.status == ACCEPTED:
            return answer.location
    raise AssertionError("no table was found")
