"""A number of the remaining tricks is claimed on a phone, by touch, and accepted on a laptop and without scripts."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.engine import PLAYERS, view_for
from games.play.snapshot import Snapshot
from tests.tables import here, play_on, state_of, three_people, user_at


def test_claim_of_some_tricks_is_chosen_by_touch_and_accepted(visit_as: Callable[..., Page]) -> None:
    code = three_people()

    def until(_shown: Snapshot) -> bool:
        state = state_of(code)
        player = state.player_to_play
        return player is not None and len(view_for(state, player).claimable) > 1

    play_on(code, until)
    here(code)
    before = state_of(code)
    claimer, left = before.player_to_play, before.tricks_left
    others = sorted(set(PLAYERS) - {claimer}, key=lambda player: player != before.declarer)  # who is asked first
    phone = visit_as(user_at(code, claimer), viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    laptop, plain = visit_as(user_at(code, others[0])), visit_as(user_at(code, others[1]), java_script_enabled=False)
    for page in (phone, laptop):
        page.goto(f"/tables/{code}/")
    phone.locator(".claim > summary").tap()
    expect(phone.get_by_role("radio", name=f"All {left}")).to_be_checked()
    phone.get_by_role("radio", name="1", exact=True).tap()
    phone.locator(".claim form button").tap()
    expect(laptop.locator(".claim-box")).to_contain_text(f"1 of the {left} tricks left")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    laptop.locator(".claim-box").get_by_role("button", name="Accept").click()
    expect(laptop.locator(".claim-box").get_by_role("button", name="Accept")).to_be_hidden()
    plain.goto(f"/tables/{code}/")
    plain.locator(".claim-box").get_by_role("button", name="Accept").click()
    expect(phone.locator(".is-scored")).to_be_visible()
    assert state_of(code).taken[before.hand_on_lead or 0] == before.taken[before.hand_on_lead or 0] + 1
