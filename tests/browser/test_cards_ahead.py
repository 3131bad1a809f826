"""A card chosen before the turn: by touch, mouse and keys, with and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import Play, Player, legal_cards
from games.play import queue
from tests.tables import play_on, snapshot_for, state_of, three_people, user_at

pytestmark = pytest.mark.usefixtures("site_database")


def soon_on_turn() -> tuple[str, Player, list[str]]:
    """Return a table whose next player after the one on turn can follow suit, and the cards with which."""
    code = three_people()

    def follows(_: object) -> bool:
        return len(cards_to_follow(code)[1]) > 1

    play_on(code, follows)
    return code, *cards_to_follow(code)


def cards_to_follow(code: str) -> tuple[Player, list[str]]:
    state = state_of(code)
    if state.order is None or not 0 < len(state.trick) < 3 or state.hand_to_play is None:
        return 0, []
    hand = state.order[(state.order.index(state.hand_to_play) + 1) % 4]
    suit = state.trick[0].card.suit
    cards = [str(card) for card in state.hands[hand] if card.suit is suit]
    return (hand, cards) if hand < 3 and hand != state.player_to_play else (0, [])


def next_card(code: str) -> None:
    state = state_of(code)
    assert state.player_to_play is not None
    play = Play(state.player_to_play, legal_cards(state)[0])
    queue.take_turn(code=code, action=play, version=snapshot_for(code).version)


def no_second_of_two(page: Page) -> None:
    """Wait until another tap on the same card does not count as the second of a double one (site.js)."""
    page.wait_for_function("since => performance.now() > since + 400", arg=page.evaluate("performance.now()"))


@pytest.mark.parametrize("by", ["touch", "mouse", "keys"])
def test_chosen_card_is_shown_taken_back_and_played_on_turn(by: str, visit_as: Callable[..., Page]) -> None:
    code, player, (first, second, *_) = soon_on_turn()
    page = visit_as(user_at(code, player), has_touch=by == "touch", viewport={"width": 360, "height": 640})
    page.goto(f"/tables/{code}/")

    def choose(card: str) -> None:
        button = page.locator(f"#card-{card}")
        if by == "touch":
            button.tap()
        elif by == "mouse":
            button.click(position={"x": 5, "y": 5})
        else:
            button.focus()
            page.keyboard.press("Enter")

    chosen = page.locator("#hand button[aria-pressed=true]")
    choose(first)
    expect(chosen).to_have_id(f"card-{first}")
    choose(second)
    expect(chosen).to_have_id(f"card-{second}")
    for count in (0, 1):
        no_second_of_two(page)
        choose(second)
        expect(chosen).to_have_count(count)
    next_card(code)
    expect(page.locator(f"#trick-{second}")).to_be_visible()
    expect(page.locator(f"#card-{second}")).to_have_count(0)


def test_card_is_chosen_without_scripts_and_on_another_device(visit_as: Callable[..., Page]) -> None:
    code, player, (first, *_) = soon_on_turn()
    user = user_at(code, player)
    phone = visit_as(user)
    phone.goto(f"/tables/{code}/")
    page = visit_as(user, java_script_enabled=False)
    page.goto(f"/tables/{code}/")
    page.locator(f"#card-{first}").click()
    expect(page.locator(f"#card-{first}")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator(f"#card-{first}")).to_have_attribute("aria-pressed", "true")
    page.locator(f"#card-{first}").click()
    expect(page.locator(f"#card-{first}:not([aria-pressed])")).to_be_visible()
    expect(phone.locator(f"#card-{first}:not([aria-pressed])")).to_be_visible()
