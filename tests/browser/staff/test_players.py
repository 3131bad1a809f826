"""Each role performs all its actions on a player, and the player sees the effect."""

import itertools
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.staff.actions import PLAYER_ACTIONS, PLAYERS, REPORTS, RESOLVE, ROLE_ACTIONS, StaffAction
from tests.browser.staff.admin_pages import expect_log_entry, fill_in, open_row, perform, sign_in
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.sample_data import REASON, cleo_of, dan_of, rita_of, staff_name
from tests.staff.people import ADMINISTRATOR, MODERATOR, ROLES

_numbers = itertools.count(1)


def sees_suspension(rita: Page, _name: str) -> None:
    rita.goto("/lobby/")
    expect(rita.locator("main")).to_contain_text(REASON)


def is_let_in(rita: Page, _name: str) -> None:
    rita.goto("/lobby/")
    expect(rita.get_by_role("heading", name="Lobby")).to_be_visible()


def is_muted(rita: Page, _name: str) -> None:
    _say(rita, "Hush?")
    expect(rita.locator("#chat-notice")).to_contain_text("muted")
    expect(rita.locator("#chat")).not_to_contain_text("Hush?")


def may_chat(rita: Page, _name: str) -> None:
    _say(rita, "Thank you")
    expect(rita.locator("#chat .words").last).to_have_text("Thank you")


def has_to_choose_a_name(rita: Page, _name: str) -> None:
    rita.goto("/lobby/")
    name = f"Renamed {next(_numbers)}"
    rita.locator("main [name=name]").fill(name)
    rita.locator("main form button").first.click()
    expect(rita.locator(".who-am-i")).to_have_text(name)


def is_signed_out(rita: Page, name: str) -> None:
    rita.goto("/you/")
    rita.wait_for_url("**/accounts/login/**")
    sign_in(rita, name)


def notices_nothing(rita: Page, name: str) -> None:
    is_let_in(rita, name)


def is_deleted(rita: Page, name: str) -> None:
    rita.goto("/lobby/")
    expect(rita.get_by_role("link", name="Sign in")).to_be_visible()
    assert rita.request.get(f"/players/{name}/").status == 404


EFFECTS: Final[dict[str, Callable[[Page, str], None]]] = {
    "suspend": sees_suspension,
    "lift": is_let_in,
    "mute": is_muted,
    "unmute": may_chat,
    "take-name": has_to_choose_a_name,
    "sign-out": is_signed_out,
    "export": notices_nothing,
    "delete-account": is_deleted,
}


def _say(page: Page, words: str) -> None:
    page.goto("/lobby/")
    page.locator("main a[href^='/tables/']:not([href*=new])").first.click()
    page.locator("#chat-text").fill(words)
    page.locator("#chat-text").press("Enter")


@pytest.mark.parametrize("role", [MODERATOR, ADMINISTRATOR])
def test_player_actions_by_role(role: str, signed_in: SignedIn, auditor: Page) -> None:
    staff, rita = signed_in(staff_name(role)), signed_in(rita_of(role))
    address = open_row(staff, PLAYERS, rita_of(role))
    for action in PLAYER_ACTIONS:
        if role in action.roles:
            rita.goto("/lobby/")
            name = rita.locator(".who-am-i").inner_text()  # the action may redirect her page at once
            perform(staff, address, action)
            expect_log_entry(auditor, staff_name(role), action.log_entry, REASON)
            EFFECTS[action.code](rita, name)


def test_administrator_gives_and_takes_roles(signed_in: SignedIn, auditor: Page) -> None:
    """One role after the other; at last none is ticked."""
    player, (action,) = signed_in(cleo_of(ADMINISTRATOR)), ROLE_ACTIONS
    address = open_row(auditor, PLAYERS, cleo_of(ADMINISTRATOR))
    for role in ROLES:
        give_role(auditor, address, action, role)
        expect_log_entry(auditor, action.log_entry, role)
        player.goto("/admin/")
        expect(player.locator("#user-tools")).to_be_visible()
    perform(auditor, address, action)
    assert player.request.get("/admin/").status == 403


def give_role(page: Page, address: str, action: StaffAction, role: str) -> None:
    page.goto(f"{address}do/{action.code}/")
    for name in ROLES:
        page.get_by_label(name, exact=True).set_checked(name == role)
    fill_in(page, action.fields)
    page.locator("[type=submit].default").click()
    expect(page.locator(".field-roles")).to_contain_text(role)


@pytest.mark.parametrize("role", [MODERATOR, ADMINISTRATOR])
def test_report_is_resolved_and_its_author_muted(role: str, signed_in: SignedIn, auditor: Page) -> None:
    staff, author = signed_in(staff_name(role)), signed_in(dan_of(role))
    staff.goto(f"/admin/{REPORTS}/?resolved__exact=0")
    queue = staff.locator("#result_list tbody tr").filter(has_text=f"Unkind words to {role}")
    queue.locator("th a").click()
    staff.wait_for_url("**/change/**")
    expect(staff.locator(".field-conversation")).to_contain_text(f"Unkind words to {role}")
    perform(staff, staff.url.partition("change/")[0], RESOLVE)
    expect(staff.locator(".field-note")).to_contain_text(REASON)
    staff.goto(f"/admin/{REPORTS}/?resolved__exact=0")
    expect(queue).to_have_count(0)
    expect_log_entry(auditor, staff_name(role), RESOLVE.log_entry, dan_of(role))
    expect(auditor.locator("#result_list tbody tr").nth(1)).to_contain_text("muted")
    is_muted(author, dan_of(role))
