"""A deal is played and reviewed in Firefox and in WebKitGTK, the engine of Safari. Only at night (`make nightly`)."""

from collections.abc import Iterator

import pytest

from games.engine import PeekRule, Rules
from games.lobby import tables
from games.values import TableOptions
from tests.browser.person import LEGAL_CARD
from tests.clients import session_of
from tests.other_browsers.visitor import Visitor, firefox, webkit
from tests.tables import deal, new_player

pytestmark = [pytest.mark.campaign, pytest.mark.timeout(1200), pytest.mark.usefixtures("site_database")]

PLACES = "#peek label:has([name=places])"
BIDS, BID = ".bid-form .numbers label", ".bid-form button"
CARD = f":is(#hand, #dummy) {LEGAL_CARD}"
REFUSAL = ".claim-box [name=accept][value=no]"
END = '[href*="/deals/1/"]'
TO_DO = f"document.querySelector('{PLACES}, {BID}, {CARD}, {REFUSAL}, {END}')"
MOST_MOVES = 60


@pytest.fixture(params=[firefox, webkit], ids=["firefox", "webkit"])
def visitor(request: pytest.FixtureRequest, live_site: str) -> Iterator[Visitor]:
    with request.param(live_site) as visitor:
        yield visitor


def test_deal_is_played_and_reviewed_without_a_script_error(visitor: Visitor) -> None:
    host, options = new_player(), TableOptions(bot_level="beginner")
    code = tables.open_game_with_bots(host=host, rules=Rules(PeekRule.FOUR), name="A table", options=options).code
    deal(code)
    visitor.sign_in(session_of(host))
    visitor.open(f"/tables/{code}/")
    for _ in range(MOST_MOVES):
        visitor.wait_for(TO_DO)
        if visitor.elements(END):
            break
        move(visitor)
    assert visitor.faults() == []
    visitor.open(f"/tables/{code}/deals/1/")
    step = visitor.text(".steps .count")
    visitor.click("#step-forward")
    visitor.wait_for(f"document.querySelector('.steps .count').textContent.trim() !== '{step}'")
    visitor.back()
    visitor.wait_for(f"document.querySelector('.steps .count').textContent.trim() === '{step}'")
    assert visitor.faults() == []


def move(visitor: Visitor) -> None:
    """Do what the table asks for, and wait for its next version."""
    version = visitor.run("return +document.getElementById('state').dataset.version")
    if visitor.elements(PLACES):
        for place in range(4):
            visitor.click(PLACES, place)
        visitor.click("#peek button")
        visitor.wait_for("!document.querySelector('#peek')")  # others peek too: a new version need not be the answer
    elif visitor.elements(BID):
        visitor.click(BIDS, 4)
        visitor.click(BID)
    elif visitor.elements(REFUSAL):
        visitor.click(REFUSAL)
    else:
        visitor.click(CARD, -1)  # nothing covers the last one
    visitor.wait_for(f"+document.getElementById('state').dataset.version > {version}")
