"""A challenge by name, in two browsers: from the page of people to a table at which both sit."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.people import following
from tests.tables import new_player

VisitAs = Callable[..., Page]
PHONE = {"width": 360, "height": 640}


@pytest.mark.usefixtures("site_database")
def test_player_challenges_somebody_who_is_online(visit_as: VisitAs) -> None:
    ana, ben = new_player(), new_player()
    following.follow(ana, ben)
    challenger, challenged = visit_as(ana, viewport=PHONE), visit_as(ben, viewport=PHONE)
    challenged.goto("/rules/")
    challenger.goto("/people/")
    expect(challenger.locator(".people .online")).to_be_visible()
    challenger.get_by_role("link", name=f"Challenge {ben.username}", exact=True).click()
    expect(challenger.get_by_label("Name of a player")).to_have_value(ben.username)
    challenger.get_by_label("Short 300").check()
    challenger.get_by_role("button", name="Open the table").click()
    expect(challenger.get_by_text(f"Invited: {ben.username}")).to_be_visible()
    challenged.get_by_role("link", name=f"{ana.username} invites you to a table").click()
    challenged.get_by_role("button", name="Sit down").click()
    expect(challenger.locator("#chair-1")).to_contain_text(ben.username)
