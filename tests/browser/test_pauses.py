"""Somebody's connection is lost: the others pause the game for them instead of calling a bot, and it goes on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import TO_DO
from tests.tables import gather, here, new_player, people_to_act, play_on, snapshot_for, start, to_play, user_at

SCREENS = ({"width": 360, "height": 640}, {"width": 768, "height": 1024}, {"width": 1440, "height": 900})


@pytest.fixture
def code(site_database: None) -> str:  # noqa: ARG001  # where the table is stored
    """Return the code of a public table of three people in the play, with a patience of a second."""
    users = [new_player() for _ in SCREENS]
    code = gather(*users, patience=1, public=True)
    start(code, users[0])
    play_on(code, to_play)
    here(code)
    return code


def test_others_pause_for_who_is_away(code: str, visit_as: Callable[..., Page]) -> None:
    absent = people_to_act(snapshot_for(code))[0]
    users = [user_at(code, player) for player in range(3)]
    phone, laptop = [
        visit_as(user, viewport=screen)
        for user, screen in zip([*users[:absent], *users[absent + 1 :]], SCREENS[::2], strict=True)
    ]
    for page in (phone, laptop):
        page.goto(f"/tables/{code}/")
        expect(page.locator("#hand")).to_be_visible()
    in_play = laptop.context.new_page()
    in_play.goto("/")
    banner = phone.locator("#absent")  # within 12 s of the site's start: no page of the third player has been open
    expect(banner.get_by_role("button", name="Call a bot")).to_be_visible()
    banner.get_by_role("button", name="Wait for").click()
    for page in (phone, laptop):
        expect(page.locator("#paused")).to_contain_text("The table waits for")
    expect(in_play.locator(f"#room-{code}")).to_contain_text("paused")
    back = visit_as(users[absent], viewport=SCREENS[1])
    back.goto(f"/tables/{code}/")
    back.get_by_role("button", name="I am back").click()
    for page in (phone, laptop, back):
        expect(page.locator("#paused")).to_have_count(0)
    expect(back.locator(TO_DO).first).to_be_visible()
    expect(in_play.locator(f"#room-{code}")).not_to_contain_text("paused")
