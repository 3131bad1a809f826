"""What the page does by itself in games between people: clocks, notices, forced cards, the link."""

from playwright.sync_api import expect

from games.play.snapshot import OpenProposal
from tests.browser.conftest import At
from tests.pages.pages import push
from tests.pages.scenes import clock, seated, snapshot, to_play, with_declarer


def test_proposal_moves_nothing_on_the_table(at: At) -> None:
    state = to_play(with_declarer(2), 0, False)
    page = at(snapshot(state, seats=seated({}, {}, {})))
    before = page.locator("#hand button.card").first.bounding_box()
    asked = OpenProposal("back", 1, frozenset({1}))
    push(page, snapshot(state, seats=seated({}, {}, {}), proposal=asked, version=41))
    expect(page.get_by_role("button", name="Agree")).to_be_visible()
    assert page.locator("#hand button.card").first.bounding_box() == before


def test_table_with_clocks_fits_a_phone(at: At) -> None:
    low = seated({"clock": clock(0, 7.4, running=True)}, *[{"clock": clock(10, 45)}] * 2)
    for declarer in range(3):
        page = at(snapshot(to_play(with_declarer(declarer), 0, declarer == 0), seats=low))
        box = page.locator(".felt").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
