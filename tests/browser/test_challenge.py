"""The page of people in browsers: an invitation to a table at which both sit, and a menu that stays open."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.people import following
from tests.tables import new_player

VisitAs = Callable[..., Page]
PHONE = {"width": 360, "height": 640}


@pytest.mark.usefixtures("site_database")
def test_player_invites_somebody_who_is_online(visit_as: VisitAs) -> None:
    ana, ben = new_player(), new_player()
    following.follow(ana, ben)
    challenger, challenged = visit_as(ana, viewport=PHONE), visit_as(ben, viewport=PHONE)
    challenged.goto("/rules/")
    challenger.goto("/people/")
    expect(challenger.locator(".people .dot")).to_be_visible()
    challenger.get_by_role("link", name=f"Invite {ben.username} to a table", exact=True).click()
    expect(challenger.get_by_label("Name of a player")).to_have_value(ben.username)
    challenger.get_by_label("Short 300").check()
    challenger.get_by_role("button", name="Open the table").click()
    expect(challenger.get_by_text(f"Invited: {ben.username}")).to_be_visible()
    challenged.get_by_role("link", name=f"{ana.username} invites you to a table").click()
    challenged.get_by_role("button", name="Sit down").click()
    expect(challenger.locator("#chair-1")).to_contain_text(ben.username)


@pytest.mark.usefixtures("site_database")
def test_open_menu_and_its_note_stay_when_the_list_is_fetched_again(visit_as: VisitAs) -> None:
    """Meanwhile somebody else has come online, who is listed before the one whose menu is open."""
    ana, ben, zoe = new_player(), new_player(), new_player()
    for other in (ben, zoe):
        following.follow(ana, other)
    page = visit_as(ana, viewport=PHONE)
    page.clock.install()
    page.goto("/people/")
    menu = page.get_by_label(f"More about {ben.username}")
    menu.focus()
    menu.press("Enter")
    note = page.get_by_label(f"Your note about {ben.username}")
    note.press_sequentially("Never leads")
    visit_as(zoe).goto("/rules/")
    page.clock.fast_forward(31_000)
    expect(page.locator(".people h3").first).to_have_text(zoe.username)
    expect(note).to_be_visible()
    expect(note).to_have_value("Never leads")
    expect(note).to_be_focused()
    expect(page.locator(".person-more[open]")).to_have_count(1)
