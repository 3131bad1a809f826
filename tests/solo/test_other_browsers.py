"""A deal against Experts in Firefox and in WebKitGTK, with the files on a plain file host. Only at night."""

from collections.abc import Iterator

import pytest

from tests.other_browsers.test_deal_and_review import BID, CARD, MOST_MOVES, PLACES, REFUSAL, move
from tests.other_browsers.visitor import Visitor, firefox, webkit
from tests.sites import free_port
from tests.solo.conftest import Bundle
from tests.solo.test_browser import file_host

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(1200), pytest.mark.xdist_group("solo")]

END = "#ready button, .standings"
TO_DO = f"document.querySelector('{PLACES}, {BID}, {CARD}, {REFUSAL}, {END}')"


@pytest.fixture(params=[firefox, webkit], ids=["firefox", "webkit"])
def visitor(request: pytest.FixtureRequest, bundle: Bundle) -> Iterator[Visitor]:
    with file_host(bundle.folder, free_port()) as address, request.param(address) as visitor:
        yield visitor


def test_deal_is_played_without_a_script_error(visitor: Visitor, bundle: Bundle) -> None:
    visitor.open(f"/{bundle.listing['start']['en']}?peek=four&bot_level=expert")
    for _ in range(MOST_MOVES):
        visitor.wait_for(TO_DO)
        if visitor.elements(END):
            break
        move(visitor)
    assert visitor.elements(END)
    assert visitor.faults() == []
