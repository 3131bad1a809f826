"""The table by keyboard: every key that `?` lists, selecting a card before playing it, and Tab to all that is asked."""

import re

from playwright.sync_api import Locator, expect

from games.engine import Card, Play, State, act, legal_cards
from tests.browser.person import LEGAL_CARD
from tests.builders import bid, hands, new_deal
from tests.pages.phases import scenes
from tests.pages.scenes import dealt, gathering, on_lead, playing, snapshot, to_play, twelve_left, walk, with_declarer
from tests.scripts.conftest import LAPTOP, PHONE, Screen, Screens

MY_TURN = to_play(with_declarer(2), 0, False)
FOCUSED = "() => document.activeElement.id"
PRESSED = """digits => {
    for (const key of digits) document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
}"""
"""Press the digits one after another at once, even on a busy machine."""

TABS_AT_MOST = 80


def test_arrow_keys_move_the_focus_along_the_hand_and_enter_plays_a_card_once(screen: Screen) -> None:
    page = screen.open(snapshot(MY_TURN))
    page.keyboard.press("ArrowRight")
    focused = page.locator("#hand button.card:focus")
    expect(focused).not_to_have_attribute("aria-disabled", "true")
    before = page.evaluate(FOCUSED)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(FOCUSED) != before
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) == before
    card = focused.get_attribute("value")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # it is held down
    page.keyboard.up("Enter")
    ((path, fields),) = screen.posts
    assert (path, fields["card"]) == ("/tables/KQJT98/play/", [card])


ROWS = """() => {
    const {x, y, height} = document.activeElement.closest("li").getBoundingClientRect();
    return [Math.round(y / height), x];
}"""
"""The row and the place of the focused card."""


def test_arrow_keys_go_along_each_row_of_the_hand_as_it_is_seen(screens: Screens) -> None:
    """Also if no suit of the upper row is beside the next one in the order of the suits."""
    state = bid(new_deal(hands("SA32 HK5432 D3 CJ765")), 4, 4, 6)
    for size, rows in ((PHONE, 2), (LAPTOP, 1)):
        page = screens(size).open(snapshot(state))
        page.locator("#hand button.card").first.focus()
        way = []
        for _ in range(13):
            way.append(page.evaluate(ROWS))
            page.keyboard.press("ArrowRight")
        assert way == sorted(way)
        assert len({row for row, _ in way}) == rows
        assert page.evaluate(ROWS) == way[0]


def test_focus_moves_between_hand_and_dummy_and_follows_the_turn_once(screen: Screen) -> None:
    page = screen.open(snapshot(to_play(with_declarer(0), 0, True)))
    in_hand, on_board = page.locator("#hand button.card:focus"), page.locator("#dummy button.card:focus")
    page.keyboard.press("ArrowRight")
    expect(in_hand).to_have_count(1)
    dummys = to_play(with_declarer(0), 3, True)
    screen.push(snapshot(dummys, version=41))
    expect(page.locator("#dummy button.card:focus:not([aria-disabled])")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    screen.push(snapshot(dummys, version=42))
    expect(in_hand).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(on_board).not_to_have_attribute("aria-disabled", "true")


PLACE = "card => [...document.querySelectorAll('#hand button.card')].indexOf(card)"


def test_focus_goes_to_the_nearest_card_that_may_be_played(screen: Screen) -> None:
    """When the turn comes and the focused card may not be played; and from a card that was played."""
    bound = walk(with_declarer(2), must_follow)
    earlier = walk(with_declarer(2), lambda now: len(now.tricks) == len(bound.tricks) and now.declarer is not None)
    for place in (0, len(bound.hands[0]) - 1):
        page = screen.open(snapshot(earlier, version=1))
        page.locator("#hand button.card").nth(place).focus()
        screen.push(snapshot(bound, version=2))
        focused, legal = page.locator("#hand button.card:focus"), page.locator(f"#hand {LEGAL_CARD}")
        expect(focused).not_to_have_attribute("aria-disabled", "true")
        places = [card.evaluate(PLACE) for card in legal.all()]
        chosen = focused.evaluate(PLACE)
        assert abs(chosen - place) == min(abs(legal_place - place) for legal_place in places)
        card = Card.parse(focused.get_attribute("value") or "")
        screen.push(snapshot(act(bound, Play(0, card)), version=3))
        expect(page.locator(f"#hand button[value='{card}']")).to_have_count(0)
        assert abs(focused.evaluate(PLACE) - chosen) <= 1


def must_follow(state: State) -> bool:
    """Whether player 0 may play only some of the cards of the own hand, in a trick that others have begun."""
    return state.hand_to_play == 0 and bool(state.trick) and 1 < len(legal_cards(state)) < len(state.hands[0]) - 2


def test_digits_and_n_make_a_bid(screen: Screen) -> None:
    page = screen.open(snapshot(dealt(dealer=2)))
    label = page.locator("[data-label]")
    page.keyboard.press("7")
    page.keyboard.press("n")
    expect(label).to_have_text("Bid 7, nil on my hand")
    page.keyboard.press("n")
    expect(label).to_have_text("Bid 7")
    for digits, number in (("12", "12"), ("3", "3"), ("17", "7"), ("113", "3")):
        page.evaluate(PRESSED, digits)
        expect(page.locator(f"[name=tricks][value='{number}']")).to_be_checked()


def test_digits_choose_how_many_tricks_to_claim_and_enter_claims_them(screen: Screen) -> None:
    page = screen.open(snapshot(twelve_left()))
    page.keyboard.press("c")
    for digits, number in (("4", "4"), ("12", "12"), ("0", "0"), ("7", "7")):
        page.evaluate(PRESSED, digits)
        expect(page.locator(f"[name=tricks][value='{number}']")).to_be_checked()
    page.keyboard.press("Enter")
    ((path, fields),) = screen.posts
    assert (path, fields["tricks"]) == ("/tables/KQJT98/claim/", ["7"])


def test_letters_unfold_what_is_on_the_table(screen: Screen) -> None:
    page = screen.open(snapshot(walk(with_declarer(0), on_lead)))
    page.keyboard.press("c")
    expect(page.locator("#claim-ask form button")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#claim-ask form")).to_be_hidden()
    expect(page.locator("#claim-ask > summary")).to_be_focused()
    past = page.locator("#last-trick .past")
    page.keyboard.press("l")
    expect(past).to_be_visible()
    page.keyboard.press("L")
    expect(past).to_be_hidden()
    page.evaluate("() => document.querySelector('.game').append(document.createElement('textarea'))")
    page.locator("textarea").press("l")
    expect(past).to_be_hidden()
    page.evaluate("() => document.activeElement.remove()")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("claim tricks")
    page.keyboard.press("l")
    expect(past).to_be_hidden()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("s")
    page.wait_for_function("() => requests.at(-1)?.path === '/tables/KQJT98/sheet/'")
    page = screen.open(gathering())
    page.keyboard.press("s")  # there are no scores yet
    page.keyboard.press("?")
    expect(keys).to_be_visible()


def test_focus_of_a_closed_message_about_the_last_deal_goes_to_the_heading(screen: Screen) -> None:
    over = dict(scenes())["by-turns-bid"]
    for key in ("Enter", "Escape"):
        page = screen.open(over)
        message, heading = page.locator("#last-deal-over"), page.get_by_role("heading", level=1)
        message.locator("summary").press(key)
        expect(message).to_be_hidden()
        expect(heading).to_be_focused()
    page.reload()
    number = page.get_by_role("radio", name="4", exact=True)
    number.focus()
    page.keyboard.press("Escape")
    expect(message).to_be_hidden()
    expect(number).to_be_focused()


def test_card_is_played_by_the_second_click_if_confirmation_is_on(screen: Screen) -> None:
    page = screen.open(snapshot(MY_TURN), confirms_card=True)
    first, second = page.locator(f"#hand {LEGAL_CARD}").all()[:2]
    picked, message = page.locator("button.card.picked"), page.locator(".hand-message")
    for card in (first, second):
        card.click()
        sentence = f"Choose it again to play it: {card.get_attribute('aria-label')}"
        expect(page.locator("#live-region")).to_have_text(sentence)
        expect(message).to_have_text(sentence)
        expect(message).to_be_in_viewport(ratio=1)
        expect(picked).to_have_count(1)
    screen.push(snapshot(MY_TURN, version=41))
    expect(picked).to_have_count(1)
    screen.push(snapshot(playing(MY_TURN, 13, 0), version=42))
    expect(message).to_have_count(0)
    screen.push(snapshot(MY_TURN, version=43))
    expect(picked).to_have_count(0)  # in the next deal
    second.click()
    assert screen.posts == []
    card = second.get_attribute("value")
    second.click()
    ((_, fields),) = screen.posts
    assert fields["card"] == [card]


CARD = re.compile(r"^(Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Jack|Queen|King|Ace) of \w+$")
ANSWERS: dict[str, tuple[str, str | re.Pattern[str], str]] = {
    "draw": ("button", "Deal now", "ready"),
    "bid-mirror": ("button", "Bid 2", "bid"),
    "bid-whiz": ("button", "Bid nil", "bid"),
    "lead": ("button", CARD, "play"),
    "declarer-dummy": ("button", CARD, "play"),
    "claim": ("button", "Play on", "answer"),
    "scored": ("button", "Ready for deal 5", "ready"),
    "gathering": ("button", "Start with 1 bot", "start"),
    "proposal": ("button", "Agree", "reply"),
    "away": ("button", "Call a bot", "call-bot"),
    "stand-in-mine": ("button", "Take your seat back", "take-seat"),
}
"""How each of these tables is answered: the role and name of a control, and the end of the address it posts to."""


def test_all_that_is_asked_can_be_answered_by_keyboard_and_by_role_and_name(screen: Screen) -> None:
    tables = dict(scenes())
    for name, (role, label, posts_to) in ANSWERS.items():
        page = screen.open(tables[name])
        control = page.get_by_role(role, name=label, exact=True, disabled=False)  # type: ignore[arg-type]  # a Literal
        tab_to(control.first)
        page.keyboard.press("Enter")
        assert [path for path, _ in screen.posts] == [f"/tables/KQJT98/{posts_to}/"], name
    page = screen.open(tables["lead"])
    assert page.get_by_role("button", name=CARD, disabled=False).count() == len(legal_cards(with_declarer(1)))
    page = screen.open(tables["bid-standard"])
    page.get_by_role("radio", name="4", exact=True).press("Space")
    tab_to(page.get_by_role("button", name="Bid 4", exact=True))
    page.keyboard.press("Enter")
    assert screen.posts[0][1]["tricks"] == ["4"]
    page = screen.open(tables["peek-four"])
    for place in range(4):
        tab_to(page.get_by_role("checkbox").nth(place))
        page.keyboard.press("Space")
    tab_to(page.get_by_role("button", name=re.compile("^Look")))
    page.keyboard.press("Enter")
    assert len(screen.posts[0][1]["places"]) == 4
    page = screen.open(tables["lead"])
    page.get_by_role("link", name="Skip to my cards").press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#hand button.card:focus")).to_have_count(1)
    page = screen.open(tables["scored"])
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("Made|Set by"))
    expect(page.get_by_role("article")).to_have_count(4)


def tab_to(control: Locator) -> None:
    """Press Tab until this control has the focus."""
    for _ in range(TABS_AT_MOST):
        if control.evaluate("element => element === document.activeElement"):
            return
        control.page.keyboard.press("Tab")
    raise AssertionError(f"{control} can't be reached by Tab")
