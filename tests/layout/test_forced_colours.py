"""What colours show can also be seen where the browser replaces them."""

from playwright.sync_api import Browser

from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import LAPTOP

STYLE = "(part, name) => getComputedStyle(part)[name]"


def test_chosen_bid_and_plate_on_turn_differ_in_forced_colours(browser: Browser) -> None:
    with OnePage(browser, LAPTOP, tables_in("en")["follow"], forced_colors="active") as page:
        table = page.turn_to(tables_in("en")["bid-standard"])
        table.get_by_role("radio", name="5", exact=True).check()
        chosen, other = (table.locator(f"[name=tricks][value='{bid}'] + span") for bid in (5, 6))
        assert chosen.evaluate(STYLE, "backgroundColor") != other.evaluate(STYLE, "backgroundColor")
        mine, theirs = table.locator(".plate:has(.turn-tag)"), table.locator(".plate:not(:has(.turn-tag))").first
        assert mine.evaluate(STYLE, "outlineWidth") != theirs.evaluate(STYLE, "outlineWidth")
