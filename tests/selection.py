"""Which tests run, and in which order."""

import pytest

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
    """Just before them come tests of their groups that need no browser: a group runs where its first test stands."""
    with_browser = {_group(item) for item in items if item.get_closest_marker("browser")} - {None}
    items.sort(key=lambda item: 2 if item.get_closest_marker("browser") else int(_group(item) in with_browser))


def _group(item: pytest.Item) -> object:
    """What its mark `xdist_group` names."""
    mark = item.get_closest_marker("xdist_group")
    return mark.args[0] if mark else None
