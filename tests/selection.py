"""Which tests run, and in which order."""

import pytest

from tests.groups import group_of

MARKED_BY_FIXTURES = {
    "browser": {"browser"},
    "slow": {"live_site", "postgres_server", "prepared_bots", "random_clock_site", "redis_url"},
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--campaigns", action="store_true", help="run the tests marked `campaign` as well")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they need, leave campaigns out unless they are asked for, and run browser tests last: once
    Playwright's event loop runs, a thread can't run another.
    """
    if not config.getoption("campaigns"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("campaign")])
        items[:] = [item for item in items if not item.get_closest_marker("campaign")]
    for item in items:
        for mark, fixtures in MARKED_BY_FIXTURES.items():
            if fixtures & set(getattr(item, "fixturenames", ())):
                item.add_marker(mark)
    _put_browsers_last(items)


def _put_browsers_last(items: list[pytest.Item]) -> None:
    """Those that visit the served site come after those that need none: the site would idle beside them.

    Just before them come tests of their groups that need no browser: a group runs where its first test stands.
    """
    with_browser = {group_of(item) for item in items if item.get_closest_marker("browser")} - {None}

    def place(item: pytest.Item) -> int:
        if item.get_closest_marker("browser"):
            return 3 if "live_site" in getattr(item, "fixturenames", ()) else 2
        return int(group_of(item) in with_browser)

    items.sort(key=place)
