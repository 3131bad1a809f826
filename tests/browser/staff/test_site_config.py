"""Each role edits the site configuration it may edit, and players see the effect at once."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.staff.actions import ANNOUNCEMENT, EDITABLE_ROWS, INVITATION, PRESET, SETTINGS, WORD, EditableRow
from tests.browser.staff.admin_pages import expect_log_entry, fill_in
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.sample_data import NOBODY, pia_of, staff_name
from tests.staff.people import ADMINISTRATOR, HOST, PASSWORD, ROLES

NewVisitor = Callable[..., Page]


@pytest.fixture
def pia(signed_in: SignedIn) -> Page:
    """A player at a table with others, so that they can chat."""
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


def announcement_is_shown(pia: Page, text: str, there: bool) -> None:
    pia.reload()
    expect(pia.locator(".announcements").filter(has_text=text)).to_have_count(int(there))


def word_is_blocked(pia: Page, word: str, blocked: bool) -> None:
    pia.locator("#chat-text").fill(word)
    pia.locator("#chat-text").press("Enter")
    if blocked:
        expect(pia.locator("#chat-notice")).to_be_visible()
        expect(pia.locator("#chat-text")).to_have_value(word)
    else:
        expect(pia.locator("#chat .words").last).to_have_text(word)


def preset_is_offered(pia: Page, name: str, there: bool) -> None:
    offered = pia.request.get("/lobby/").text()
    assert (f">{name}<" in offered) == there


def invitation_is_not_public(pia: Page, note: str, there: bool) -> None:
    """An invitation has no public effect until somebody uses it."""


EFFECTS: Final[dict[EditableRow, tuple[str, Callable[[Page, str, bool], None]]]] = {
    ANNOUNCEMENT: ("text_en", announcement_is_shown),
    WORD: ("word", word_is_blocked),
    PRESET: ("name_en", preset_is_offered),
    INVITATION: ("note", invitation_is_not_public),
}
"""For each row, the field that players see, and a check of where they see it."""


@pytest.mark.parametrize("role", ROLES)
def test_editable_rows_by_role(role: str, pia: Page, signed_in: SignedIn, auditor: Page) -> None:
    """Add each row, change it where possible, and delete it."""
    staff = signed_in(staff_name(role))
    for row in EDITABLE_ROWS:
        if role in row.roles:
            field, see = EFFECTS[row]
            words = row.fields[field]
            add(staff, row)
            expect_log_entry(auditor, staff_name(role), "added")
            see(pia, words, True)
            if row.changed:
                words = change(staff, row)[field]
                expect_log_entry(auditor, staff_name(role), "changed", words)
                see(pia, words, True)
            remove(staff, row)
            expect_log_entry(auditor, staff_name(role), "removed")
            see(pia, words, False)


def add(staff: Page, row: EditableRow) -> None:
    staff.goto(f"/admin/{row.path}/")
    staff.locator(".object-tools a.addlink").click()
    fill_in(staff, row.fields)
    save(staff)


def change(staff: Page, row: EditableRow) -> dict[str, str]:
    """Change the latest row and return its fields."""
    open_latest(staff, row)
    fill_in(staff, row.changed)
    save(staff)
    return {**row.fields, **row.changed}


def remove(staff: Page, row: EditableRow) -> None:
    open_latest(staff, row)
    staff.locator(".deletelink").click()
    staff.locator("#content form [type=submit]").click()
    expect(staff.locator(".messagelist .success")).to_be_visible()


def open_latest(staff: Page, row: EditableRow) -> None:
    """Open the row that this test added, changed or not."""
    field = EFFECTS[row][0]
    texts = [fields[field] for fields in (row.fields, row.changed) if fields]
    staff.goto(f"/admin/{row.path}/")
    line = staff.locator("#result_list tbody tr").filter(has_text=re.compile("|".join(texts)))
    line.locator("th a, td a").first.click()


def save(staff: Page) -> None:
    staff.locator("[name=_save]").click()
    expect(staff.locator(".messagelist .success")).to_be_visible()


@contextmanager
def settings(administrator: Page, while_tried: dict[str, str], afterwards: dict[str, str]) -> Iterator[None]:
    """Apply settings of the site for a while."""
    change_settings(administrator, while_tried)
    try:
        yield
    finally:
        change_settings(administrator, afterwards)


def change_settings(administrator: Page, fields: dict[str, str]) -> None:
    administrator.goto(f"/admin/{SETTINGS}/1/change/")
    fill_in(administrator, fields)
    save(administrator)


def test_sign_up_by_invitation(auditor: Page, signed_in: SignedIn, new_visitor: NewVisitor) -> None:
    host, newcomer = signed_in(staff_name(HOST)), new_visitor()
    add(host, INVITATION)
    code = host.locator("#result_list tbody tr th").first.inner_text()
    with settings(auditor, {"sign_ups": "invited"}, {"sign_ups": "open"}):
        expect_log_entry(
            auditor, staff_name(ADMINISTRATOR), "changed", "who may sign up: people with an invitation code"
        )
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


def test_site_without_guests_and_with_one_game_each(auditor: Page, ana: Page, new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    with settings(auditor, {"guests": "", "most_games": "1"}, {"guests": "on", "most_games": "20"}):
        expect_log_entry(auditor, "guests may play: off", "unfinished games a player may have: 1")
        visitor.goto("/")
        visitor.get_by_label("Your name").fill("Ben")
        visitor.get_by_role("button", name="Play with two bots").click()
        expect(visitor.locator("main")).to_contain_text("Only players with an account")
        ana.goto("/tables/new/")
        ana.get_by_role("button", name="Open the table").click()
        expect(ana.locator("main")).to_contain_text("You have many unfinished games")


def test_message_is_found_by_moderator(signed_in: SignedIn, pia: Page) -> None:
    moderator = signed_in(staff_name(ROLES[0]))
    word_is_blocked(pia, "Good evening", False)
    moderator.goto("/admin/games/message/")
    moderator.locator("#searchbar").fill("good even")
    moderator.get_by_role("button", name="Search").click()
    expect(moderator.locator("#result_list tbody tr").first).to_contain_text(pia_of(NOBODY))
