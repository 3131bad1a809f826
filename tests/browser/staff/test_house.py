"""Each role decides what it may decide for the whole site, and players see it at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.staff.acts import ANNOUNCEMENT, DECISIONS, INVITATION, PRESET, SETTINGS, WORD, Decision
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.desk import expect_in_log, fill_in
from tests.browser.staff.world import NOBODY, pia_of, staff_name
from tests.staff.people import ADMINISTRATOR, HOST, PASSWORD, ROLES

NewVisitor = Callable[..., Page]


@pytest.fixture
def pia(signed_in: SignedIn) -> Page:
    """A player at a table with others, so that they can talk."""
    page = signed_in(pia_of(NOBODY))
    page.goto("/lobby/")
    page.locator("main a[href^='/tables/']:not([href*=new])").first.click()
    page.wait_for_url("**/tables/*/")
    return page


@pytest.fixture
def ana(new_visitor: NewVisitor) -> Page:
    """A guest who plays with bots."""
    page = new_visitor(viewport={"width": 1300, "height": 800})
    page.goto("/")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Play with two bots").click()
    page.wait_for_url("**/tables/*/")
    return page


def is_announced(pia: Page, text: str, there: bool) -> None:
    pia.reload()
    expect(pia.locator(".announcements").filter(has_text=text)).to_have_count(int(there))


def is_not_said(pia: Page, word: str, blocked: bool) -> None:
    pia.locator("#talk-text").fill(word)
    pia.locator("#talk-text").press("Enter")
    if blocked:
        expect(pia.locator("#talk-notice")).to_be_visible()
        expect(pia.locator("#talk-text")).to_have_value(word)
    else:
        expect(pia.locator("#talk .words").last).to_have_text(word)


def is_offered(pia: Page, name: str, there: bool) -> None:
    offered = pia.request.get("/lobby/").text()
    assert (f">{name}<" in offered) == there


def is_known_to_staff_only(pia: Page, note: str, there: bool) -> None:
    """Until somebody signs up with it."""


SEEN: Final[dict[Decision, tuple[str, Callable[[Page, str, bool], None]]]] = {
    ANNOUNCEMENT: ("text_en", is_announced),
    WORD: ("word", is_not_said),
    PRESET: ("name_en", is_offered),
    INVITATION: ("note", is_known_to_staff_only),
}
"""What players see of a decision: of which field, and where."""


@pytest.mark.parametrize("role", ROLES)
def test_what_a_role_decides(role: str, pia: Page, signed_in: SignedIn, auditor: Page) -> None:
    """Make it, change it where that is possible, and take it back."""
    staff = signed_in(staff_name(role))
    for decision in DECISIONS:
        if role in decision.roles:
            field, see = SEEN[decision]
            words = decision.fields[field]
            add(staff, decision)
            expect_in_log(auditor, staff_name(role), "added")
            see(pia, words, True)
            if decision.changed:
                words = change(staff, decision)[field]
                expect_in_log(auditor, staff_name(role), "changed", words)
                see(pia, words, True)
            remove(staff, decision)
            expect_in_log(auditor, staff_name(role), "removed")
            see(pia, words, False)


def add(staff: Page, decision: Decision) -> None:
    staff.goto(f"/admin/{decision.path}/")
    staff.locator(".object-tools a.addlink").click()
    fill_in(staff, decision.fields)
    save(staff)


def change(staff: Page, decision: Decision) -> dict[str, str]:
    """What its fields hold then."""
    open_latest(staff, decision)
    fill_in(staff, decision.changed)
    save(staff)
    return {**decision.fields, **decision.changed}


def remove(staff: Page, decision: Decision) -> None:
    open_latest(staff, decision)
    staff.locator(".deletelink").click()
    staff.locator("#content form [type=submit]").click()
    expect(staff.locator(".messagelist .success")).to_be_visible()


def open_latest(staff: Page, decision: Decision) -> None:
    """The page of the row that this test has made, changed or not."""
    field = SEEN[decision][0]
    said = [fields[field] for fields in (decision.fields, decision.changed) if fields]
    staff.goto(f"/admin/{decision.path}/")
    line = staff.locator("#result_list tbody tr").filter(has_text=re.compile("|".join(said)))
    line.locator("th a, td a").first.click()


def save(staff: Page) -> None:
    staff.locator("[name=_save]").click()
    expect(staff.locator(".messagelist .success")).to_be_visible()


@contextmanager
def settings(administrator: Page, while_tried: dict[str, str], afterwards: dict[str, str]) -> Iterator[None]:
    """Settings of the site that hold for a while."""
    decide(administrator, while_tried)
    try:
        yield
    finally:
        decide(administrator, afterwards)


def decide(administrator: Page, fields: dict[str, str]) -> None:
    administrator.goto(f"/admin/{SETTINGS}/1/change/")
    fill_in(administrator, fields)
    save(administrator)


def test_sign_ups_by_invitation(auditor: Page, signed_in: SignedIn, new_visitor: NewVisitor) -> None:
    host, newcomer = signed_in(staff_name(HOST)), new_visitor()
    add(host, INVITATION)
    code = host.locator("#result_list tbody tr th").first.inner_text()
    with settings(auditor, {"sign_ups": "invited"}, {"sign_ups": "open"}):
        expect_in_log(auditor, staff_name(ADMINISTRATOR), "changed", "who may sign up: whoever has an invitation code")
        sign_up(newcomer, "nonsense")
        expect(newcomer.locator(".errorlist")).to_be_visible()
        sign_up(newcomer, code)
        expect(newcomer.locator(".who-am-i")).to_have_text("Newcomer")
    host.reload()
    expect(host.locator("#result_list tbody tr").filter(has_text=code).locator(".field-used_at")).not_to_have_text("-")


def sign_up(newcomer: Page, invitation: str) -> None:
    newcomer.goto("/accounts/signup/")
    fields = {"username": "Newcomer", "password1": PASSWORD, "invitation": invitation}
    fill_in(newcomer, fields)
    newcomer.locator("main form.stacked button").first.click()


def test_a_site_for_registered_players_with_one_game_each(auditor: Page, ana: Page, new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    with settings(auditor, {"guests": "", "most_games": "1"}, {"guests": "on", "most_games": "20"}):
        expect_in_log(auditor, "guests may play: off", "unfinished games a player may have: 1")
        visitor.goto("/")
        visitor.get_by_label("Your name").fill("Ben")
        visitor.get_by_role("button", name="Play with two bots").click()
        expect(visitor.locator("main")).to_contain_text("Only players with an account")
        ana.goto("/tables/new/")
        ana.get_by_role("button", name="Open the table").click()
        expect(ana.locator("main")).to_contain_text("You have many unfinished games")


def test_what_is_said_is_found(signed_in: SignedIn, pia: Page) -> None:
    moderator = signed_in(staff_name(ROLES[0]))
    is_not_said(pia, "Good evening", False)
    moderator.goto("/admin/games/message/")
    moderator.locator("#searchbar").fill("good even")
    moderator.get_by_role("button", name="Search").click()
    expect(moderator.locator("#result_list tbody tr").first).to_contain_text(pia_of(NOBODY))
