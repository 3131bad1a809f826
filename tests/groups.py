"""What the tests of a group share ends with the last of them: a site that nobody visits takes processor time too."""

from collections.abc import Callable, Iterator

import pytest

_at_the_end: list[Callable[[], object]] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """End what the group shares once its last test, and its fixtures, are over.

    Only where one process runs a whole group, test by test: elsewhere it ends with the session.
    """
    yield
    group = group_of(item)
    if group and item.nodeid.endswith(f"@{group}") and (nextitem is None or group_of(nextitem) != group):
        while _at_the_end:
            _at_the_end.pop()()


def group_of(item: pytest.Item) -> object:
    """What its mark `xdist_group` names."""
    mark = item.get_closest_marker("xdist_group")
    return mark.args[0] if mark else None


def end_with_group(end: Callable[[], object]) -> None:
    """Call this when the last test of the group that runs now is over."""
    _at_the_end.append(end)
