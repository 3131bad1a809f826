"""On a phone the menu, the score sheet and the cards so far are sheets from below, with trick and own hand in sight."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.builders import bid
from tests.pages.pages import CHAT, ORIGIN, sheet, show, table
from tests.pages.scenes import dealt, finished, playing, snapshot, to_play, with_declarer
from tests.scripts.conftest import LAPTOP, PHONE, Screen, Screens

TABLE = snapshot(playing(with_declarer(2), 3, 1), version=1)
ON_TURN = snapshot(to_play(with_declarer(2), 0, False), version=2)
MENU, LOG, SCORES = "#menu .menu-panel", "#rail", "#score-sheet"
IN_SIGHT = ("#hand", "#trick")


@pytest.fixture
def phone(screens: Screens) -> Screen:
    screen = screens(PHONE)
    screen.open(TABLE, chat=CHAT)
    screen.connect()
    return screen


def open_menu(page: Page) -> None:
    page.locator("#menu > summary").click()


def open_log(page: Page) -> None:
    open_menu(page)
    page.locator(".to-log").click()


def open_scores(screen: Screen) -> None:
    open_menu(screen.page)
    screen.page.locator(".to-scores").click()
    page = sheet(snapshot(finished(dealt())).snapshot)
    screen.page.evaluate("html => requests.at(-1).answer(200, html)", page)


def test_each_sheet_leaves_trick_and_hand_in_sight(phone: Screen) -> None:
    page = phone.page
    for unfold, part in (
        (lambda: open_menu(page), MENU),
        (lambda: open_log(page), LOG),
        (lambda: open_scores(phone), SCORES),
    ):
        unfold()
        for shown in (part, *IN_SIGHT):
            expect(page.locator(shown)).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
        page.keyboard.press("Escape")
        expect(page.locator(part)).to_be_hidden()
        expect(page.locator("#menu > summary")).to_be_focused()


def test_only_one_sheet_is_open(phone: Screen) -> None:
    page = phone.page
    open_log(page)
    expect(page.locator(LOG)).to_be_visible()
    open_menu(page)
    expect(page.locator(LOG)).to_be_hidden()
    page.locator(".to-chat").click()
    expect(page.locator("#chat-text")).to_be_visible()
    open_menu(page)
    expect(page.locator("#chat-text")).to_be_hidden()


def test_button_swipe_and_tap_beside_it_close_a_sheet(phone: Screen) -> None:
    page, head = phone.page, phone.page.locator(f"{LOG} .sheet-head")
    open_log(page)
    page.locator(f"{LOG} [data-closes-sheet]").click()
    expect(page.locator(LOG)).to_be_hidden()
    open_log(page)
    head.dispatch_event("pointerdown", {"clientY": 450})
    head.dispatch_event("pointermove", {"clientY": 470})
    expect(page.locator(LOG)).to_be_visible()
    head.dispatch_event("pointermove", {"clientY": 520})
    expect(page.locator(LOG)).to_be_hidden()
    open_log(page)
    page.locator("#felt").click(position={"x": 4, "y": 4})
    expect(page.locator(LOG)).to_be_hidden()


def test_cards_are_played_beside_the_cards_so_far_which_go_on(phone: Screen) -> None:
    page = phone.page
    open_log(page)
    phone.push(ON_TURN)
    page.locator("#hand button.card:not([aria-disabled])").first.click()
    assert len(phone.moves) == 1
    expect(page.locator(LOG)).to_be_visible()


def test_score_sheet_shows_the_page_it_is_elsewhere_and_goes_with_the_felt(phone: Screen) -> None:
    page = phone.page
    open_scores(phone)
    expect(page.locator(f"{SCORES} .score-table")).to_be_visible()
    assert phone.asked[-1][0] == "/tables/KQJT98/sheet/"
    phone.push(snapshot(finished(dealt()), version=9))
    expect(page.locator("#sheet")).to_be_visible()
    expect(page.locator(SCORES)).to_be_hidden()


def test_score_sheet_that_cannot_be_fetched_is_opened_as_a_page(phone: Screen) -> None:
    open_menu(phone.page)
    phone.page.locator(".to-scores").click()
    with phone.page.expect_request("**/sheet/"):
        phone.page.evaluate("requests.at(-1).answer(503, '')")


def test_menu_of_a_laptop_hangs_below_its_button_and_leads_to_the_page_of_scores(screens: Screens) -> None:
    page = screens(LAPTOP).open(TABLE, chat=CHAT)
    open_menu(page)
    assert page.locator(MENU).evaluate("part => getComputedStyle(part).position") == "absolute"
    expect(page.locator(".to-log")).to_be_hidden()
    with page.expect_request("**/sheet/"):
        page.locator(".to-scores").click()


def test_menu_has_its_entries_in_groups_and_leaving_apart_from_proposals(screens: Screens) -> None:
    page = screens(PHONE).open(ON_TURN, chat=CHAT)
    open_menu(page)
    for group, entries in (
        ("This table", ["Chat", "Score sheet", "Cards so far", "Look at this later M"]),
        ("Ask the others", ["Pause", "Propose to end the game"]),
        ("More", ["Rules", "Settings", "Keys ?", "Report a player"]),
    ):
        words = page.get_by_role("group", name=group).locator(":is(a, .entry, summary) > span")
        expect(words).to_have_text(entries)
    expect(page.locator(f"{MENU} :not(.menu-group) > .leave > summary")).to_be_in_viewport(ratio=1)


def test_menu_of_a_phone_is_unfolded_without_a_script(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, java_script_enabled=False)
    show(page, {"/": table(snapshot(bid(dealt(), 4)), chat=CHAT)})
    page.goto(ORIGIN)
    open_menu(page)
    expect(page.locator(MENU)).to_be_in_viewport()
    expect(page.locator(f"{MENU} .scripted").first).to_be_hidden()
    page.locator("#leave > summary").click()
    expect(page.get_by_role("button", name="Let a bot play on")).to_be_visible()
    page.close()


@pytest.mark.parametrize(("size", "is_in_the_bar"), [(PHONE, False), (LAPTOP, True)], ids=["phone", "laptop"])
def test_switch_for_sounds_is_an_icon_in_the_bar_or_a_line_of_the_menu(
    screens: Screens, size: tuple[int, int], is_in_the_bar: bool
) -> None:
    page = screens(size).open(TABLE, chat=CHAT)
    in_bar, in_menu = page.locator("#bar .bar-end > .p-sound .sound-switch"), page.locator(f"{MENU} .sound-switch")
    open_menu(page)
    assert (in_bar.is_visible(), in_menu.is_visible()) == (is_in_the_bar, not is_in_the_bar)
    if is_in_the_bar:
        button = in_bar.locator("button:visible").bounding_box()
        assert button
        assert button["width"] <= 48
