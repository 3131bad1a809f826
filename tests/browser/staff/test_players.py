"""Each role does to a player all that it may, and the player sees what comes of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.staff.acts import PLAYER_ACTS, PLAYERS, REPORTS, RESOLVE, ROLE_ACTS, Act
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.desk import carry_out, expect_in_log, fill_in, find, sign_in
from tests.browser.staff.world import REASON, cleo_of, dan_of, rita_of, staff_name
from tests.staff.people import ADMINISTRATOR, MODERATOR, ROLES

_numbers = itertools.count(1)


def sees_why_she_is_suspended(rita: Page, _name: str) -> None:
    rita.goto("/lobby/")
    expect(rita.locator("main")).to_contain_text(REASON)


def is_back(rita: Page, _name: str) -> None:
    rita.goto("/lobby/")
    expect(rita.get_by_role("heading", name="Lobby")).to_be_visible()


def is_not_heard(rita: Page, _name: str) -> None:
    _say(rita, "Hush?")
    expect(rita.locator("#talk-notice")).to_contain_text("muted")
    expect(rita.locator("#talk")).not_to_contain_text("Hush?")


def is_heard(rita: Page, _name: str) -> None:
    _say(rita, "Thank you")
    expect(rita.locator("#talk .words").last).to_have_text("Thank you")


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


def sees_nothing_of_it(rita: Page, name: str) -> None:
    is_back(rita, name)


def is_a_stranger(rita: Page, name: str) -> None:
    rita.goto("/lobby/")
    expect(rita.get_by_role("link", name="Sign in")).to_be_visible()
    assert rita.request.get(f"/players/{name}/").status == 404


SEEN: Final[dict[str, Callable[[Page, str], None]]] = {
    "suspend": sees_why_she_is_suspended,
    "lift": is_back,
    "mute": is_not_heard,
    "unmute": is_heard,
    "take-name": has_to_choose_a_name,
    "sign-out": is_signed_out,
    "export": sees_nothing_of_it,
    "forget": is_a_stranger,
}


def _say(page: Page, words: str) -> None:
    page.goto("/lobby/")
    page.locator("main a[href^='/tables/']:not([href*=new])").first.click()
    page.locator("#talk-text").fill(words)
    page.locator("#talk-text").press("Enter")


@pytest.mark.parametrize("role", [MODERATOR, ADMINISTRATOR])
def test_what_a_role_does_to_a_player(role: str, signed_in: SignedIn, auditor: Page) -> None:
    staff, rita = signed_in(staff_name(role)), signed_in(rita_of(role))
    address = find(staff, PLAYERS, rita_of(role))
    for act in PLAYER_ACTS:
        if role in act.roles:
            rita.goto("/lobby/")
            name = rita.locator(".who-am-i").inner_text()  # what is done may send her away at once
            carry_out(staff, address, act)
            expect_in_log(auditor, staff_name(role), act.deed, REASON)
            SEEN[act.code](rita, name)


def test_an_administrator_gives_roles_and_takes_them_away(signed_in: SignedIn, auditor: Page) -> None:
    """One after the other; at last no box is ticked, so no role is left."""
    player, (act,) = signed_in(cleo_of(ADMINISTRATOR)), ROLE_ACTS
    address = find(auditor, PLAYERS, cleo_of(ADMINISTRATOR))
    for role in ROLES:
        give(auditor, address, act, role)
        expect_in_log(auditor, act.deed, role)
        player.goto("/admin/")
        expect(player.locator("#user-tools")).to_be_visible()
    carry_out(auditor, address, act)
    assert player.request.get("/admin/").status == 403


def give(page: Page, address: str, act: Act, role: str) -> None:
    page.goto(f"{address}do/{act.code}/")
    for name in ROLES:
        page.get_by_label(name, exact=True).set_checked(name == role)
    fill_in(page, act.fields)
    page.locator("[type=submit].default").click()
    expect(page.locator(".field-roles")).to_contain_text(role)


@pytest.mark.parametrize("role", [MODERATOR, ADMINISTRATOR])
def test_a_report_is_resolved_with_a_note_and_its_author_muted(role: str, signed_in: SignedIn, auditor: Page) -> None:
    staff, author = signed_in(staff_name(role)), signed_in(dan_of(role))
    staff.goto(f"/admin/{REPORTS}/?resolved__exact=0")
    queue = staff.locator("#result_list tbody tr").filter(has_text=f"Unkind words to {role}")
    queue.locator("th a").click()
    staff.wait_for_url("**/change/**")
    expect(staff.locator(".field-conversation")).to_contain_text(f"Unkind words to {role}")
    carry_out(staff, staff.url.partition("change/")[0], RESOLVE)
    expect(staff.locator(".field-note")).to_contain_text(REASON)
    staff.goto(f"/admin/{REPORTS}/?resolved__exact=0")
    expect(queue).to_have_count(0)
    expect_in_log(auditor, staff_name(role), RESOLVE.deed, dan_of(role))
    expect(auditor.locator("#result_list tbody tr").nth(1)).to_contain_text("muted")
    is_not_heard(author, dan_of(role))
