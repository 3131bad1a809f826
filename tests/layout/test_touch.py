"""What a touch screen shows otherwise."""

import pytest
from playwright.sync_api import Browser

from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import PHONE


@pytest.mark.parametrize("by_touch", [True, False])
def test_menu_names_keys_and_their_list_only_where_there_may_be_a_keyboard(browser: Browser, *, by_touch: bool) -> None:
    menu = tables_in("en")["menu-open"]
    with OnePage(browser, PHONE, menu, has_touch=by_touch, is_mobile=by_touch) as page:
        assert page.page.locator("#menu [data-help]").is_visible() != by_touch
        assert page.page.locator("#mark").is_visible()
        assert page.page.locator("kbd:visible").count() == (0 if by_touch else 2)
