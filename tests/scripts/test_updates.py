"""A live update changes nothing but what is new: focus, open panels and unsent choices stay."""

import json
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Locator, expect

from games.engine import DUMMY, Bid, Peek, PeekRule, Play, State, act, legal_cards, view_for
from games.lobby.queries import Elsewhere
from games.values import Stage
from games.words.names import card_name
from tests.pages.pages import ORIGIN, card_exercise, play
from tests.pages.scenes import (
    SEATS,
    dealt,
    finished,
    gathering,
    on_lead,
    playing,
    snapshot,
    to_play,
    walk,
    with_declarer,
)
from tests.scripts.conftest import LAPTOP, PHONE, SMALL_PHONE, Screen, Screens

CENTRE = """element => {
    const {x, y, width, height} = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
BEGINNING = """() => document.addEventListener("htmx:after:swap", () => {
    const moving = document.getAnimations().filter(moves => moves.effect.target.matches(".plate, #trick .played-card"));
    for (const animation of moving) Object.assign(animation, {currentTime: 0, playbackRate: 0});
    const felt = document.getElementById("felt").getBoundingClientRect();
    window.moved = moving.map(({effect: {target}}) => target.id);
    window.outside = moving.map(({effect: {target}}) => [target.id, target.getBoundingClientRect()])
        .filter(([_, {left, right}]) => left < felt.left || right > felt.right).map(([id]) => id);
})"""
"""After the next update, stop moving elements at their start, and list those outside the felt."""

WIDENED = """part => {
    part.style.paddingLeft = "";
    getComputedStyle(part).paddingLeft;
    part.style.paddingLeft = "77px";
    return getComputedStyle(part).paddingLeft;
}"""


def test_unsent_choices_are_marked_and_survive_updates(screen: Screen) -> None:
    """A bid with its nils, and the places to look at, which are no more than the rules allow."""
    state = dealt(dealer=2)
    page = screen.open(snapshot(state, version=1))
    chosen, other = page.locator(".numbers span").nth(5), page.locator(".numbers span").nth(7)
    page.locator(".numbers label").nth(5).click()
    shown = background(chosen)  # the pointer is still on it, and with a finger it seems to stay there
    assert shown != background(other)
    page.mouse.move(0, 0)
    assert background(chosen) == shown
    page.locator(".nil-choices label").nth(1).click()
    for version in (2, 3):
        expect(page.locator("[data-label]")).to_have_text("Bid 5, nil on the dummy")
        expect(page.locator("[name=tricks][value='5']")).to_be_checked()
        expect(page.locator("[name=nils][value=dummy]")).to_be_checked()
        screen.push(snapshot(state, version=version))
        expect(page.locator("#state")).to_have_attribute("data-version", str(version))

    state = dealt(peek=PeekRule.THREE)
    page = screen.open(snapshot(state, version=1))
    places, picked = page.locator("label:has([name=places])"), page.locator("[data-picked]")
    places.nth(2).click()
    screen.push(snapshot(act(state, Peek(1, (0, 1, 2))), version=2))
    expect(page.locator("#plate-1")).to_contain_text("has looked")
    expect(page.locator("[name=places]").nth(2)).to_be_checked()
    expect(picked).to_have_text("1/3")
    for place in (0, 1):
        places.nth(place).click()
    expect(picked).to_have_text("3/3")
    expect(page.locator("[name=places]").nth(7)).to_be_disabled()
    places.nth(1).click()
    expect(page.locator("[name=places]").nth(7)).to_be_enabled()


def test_unsent_choices_are_there_when_the_page_is_loaded_again_in_the_same_deal(screen: Screen) -> None:
    page = screen.open(snapshot(dealt(dealer=2), version=1))
    page.keyboard.press("5")
    page.locator(".nil-choices label").nth(1).click()
    page.reload()
    expect(page.locator("[data-label]")).to_have_text("Bid 5, nil on the dummy")
    page.reload()
    expect(page.locator("[name=nils]:checked")).to_have_count(1)

    screen.load_again(snapshot(dealt(dealer=2), version=2, deal_number=2))
    expect(page.locator("[name=tricks]").first).to_be_visible()
    expect(page.locator("#game input:checked")).to_have_count(0)


def test_unsent_places_are_there_when_the_page_is_loaded_again(screen: Screen) -> None:
    page = screen.open(snapshot(dealt(peek=PeekRule.THREE), version=1))
    page.locator("label:has([name=places])").nth(2).click()
    page.reload()
    expect(page.locator("[data-picked]")).to_have_text("1/3")
    expect(page.locator("[name=places]").nth(2)).to_be_checked()


def background(element: Locator) -> str:
    return str(element.evaluate("element => getComputedStyle(element).backgroundColor"))


def test_panels_focus_and_scrolling_survive_updates_of_one_stage(screen: Screen) -> None:
    page = screen.open(snapshot(playing(with_declarer(2), 3, 1), version=1))
    page.locator("#last-trick > summary").click()
    card = page.locator("#hand button.card").last
    card.focus()
    code = card.get_attribute("id")
    screen.push(snapshot(playing(with_declarer(2), 3, 2), version=2))
    expect(page.locator("#state")).to_have_attribute("data-version", "2")
    expect(page.locator("#last-trick")).to_have_attribute("open", "")
    expect(page.locator(f"#{code}")).to_be_focused()
    over = snapshot(finished(dealt()), version=3)
    screen.push(over)
    page.evaluate("() => scrollTo(0, 200)")
    screen.push(over.changed(version=4, ready=frozenset({1, 2})))
    expect(page.locator("#state")).to_have_attribute("data-version", "4")
    assert page.evaluate("() => scrollY") == 200
    screen.push(snapshot(dealt(6), version=5))
    expect(page.locator("#hand")).to_be_visible()
    assert page.evaluate("() => scrollY") == 0


def test_heading_gets_the_focus_of_what_an_answer_has_removed(screen: Screen) -> None:
    """A button that is no card, and the last card of a deal: what there is to do next comes after the heading."""
    state, heading = dealt(dealer=2), screen.page.get_by_role("heading", level=1)
    page = screen.open(snapshot(None, version=1))
    for control, then in (("#ready button", state), (".bid-form button", act(state, Bid(0, 5)))):
        page.locator(control).focus()
        screen.push(snapshot(then, version=2 + len(then.bids)))
        expect(heading).to_be_focused()
    screen.push(snapshot(playing(with_declarer(2), 3, 1), version=4))
    page.locator("#hand button.card").first.focus()
    screen.push(snapshot(finished(dealt()), version=5))
    expect(heading).to_be_focused()


def test_question_before_one_leaves_is_in_sight_at_the_end_of_the_menu(screens: Screens) -> None:
    for size in (PHONE, SMALL_PHONE):
        page = screens(size).open(snapshot(with_declarer(2)))
        page.locator("#menu > summary").click()
        page.locator("#leave > summary").click()
        expect(page.locator("#leave form p")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Let a bot play on")).to_be_in_viewport(ratio=1)


def test_newest_table_is_shown_with_its_title_and_its_notice_alone(screen: Screen) -> None:
    state = dealt(dealer=2)
    title, alert = "Thursday table · Dummy Hand Spades", screen.page.get_by_role("alert")
    page = screen.open(snapshot(state, version=6))
    expect(page).to_have_title(f"Your turn · {title}")
    screen.push(snapshot(state, version=6), notice="It is not your turn.")
    screen.push(snapshot(state, version=6, here=frozenset({0, 2}), away_too_long=frozenset({1})))
    expect(page.get_by_role("button", name="Call a bot").first).to_be_visible()
    expect(alert).to_have_text("It is not your turn.")
    screen.push(snapshot(act(state, Bid(0, 5)), version=7))
    expect(alert).to_have_count(0)
    expect(page).to_have_title(title)
    screen.push(snapshot(state, version=6))
    expect(page.locator("#state")).to_have_attribute("data-version", "7")
    expect(page.locator(".bid-form")).to_have_count(0)
    page.evaluate("""() => htmx.swap({
        sourceElement: document.body, target: "#turns", swap: "innerMorph", text: '<a data-turns="2" href="/">2</a>',
    })""")
    expect(page).to_have_title(f"(2) {title}")


def test_same_words_for_the_next_turn_are_new_to_a_screen_reader(screen: Screen) -> None:
    """A page that was too slow for the time between two turns of its player shows the same words for both."""
    by_words: dict[str, list[State]] = {}
    state = playing(with_declarer(0), 0, 1)
    while state.player_to_play is not None:
        by_words.setdefault(snapshot(state).context.prompt, []).append(state)
        state = act(state, Play(state.player_to_play, legal_cards(state)[0]))
    words, (first, *_, second) = next(item for item in by_words.items() if item[0] and len(item[1]) > 1)
    page = screen.open(snapshot(first, version=1))
    page.evaluate("""() => {
        window.added = [];
        const note = changes => added.push(...changes.flatMap(({addedNodes}) => [...addedNodes]));
        new MutationObserver(note).observe(document.getElementById("ask"), {childList: true, subtree: true});
    }""")
    for state, version, is_new in ((first, 2, False), (second, 9, True)):
        screen.push(snapshot(state, version=version))
        expect(page.locator("#ask")).to_have_text(f"{words}.")
        assert bool(page.evaluate("added.length")) == is_new


def test_notice_goes_when_it_is_clicked_or_something_else_is_answered(screen: Screen) -> None:
    """At a table that nobody changes. The page asks for news by itself, and a proxy's page is no answer."""
    table, says = gathering(0, *SEATS), "There is no player of that name."
    page = screen.open(table)
    alert, button = page.get_by_role("alert"), page.get_by_role("button", name="Remove Bot Lark")
    for close in (alert.click, lambda: page.keyboard.press("Escape")):
        screen.push(table, notice=says)
        expect(alert).to_have_text(says)
        close()
        expect(alert).to_have_count(0)
    screen.push(table, notice=says)
    page.clock.run_for(5_000)
    for number, status in enumerate((204, 502, 204)):
        expect(alert).to_have_text(says)
        screen.answer(number, "", status)
        page.clock.run_for(500)  # another click at once would count as the second of two
        button.click()
    assert [path for path, _ in screen.asked] == ["/tables/KQJT98/latest/"]
    expect(alert).to_have_count(0)


def test_update_of_play_leaves_the_focus_and_counts_turns_in_the_title(screen: Screen) -> None:
    page = screen.open_page(play(elsewhere=Elsewhere()))
    back = page.get_by_role("link", name="Back to the table: Thursday table")
    back.focus()
    assert page.evaluate("() => sockets.map(({url}) => new URL(url).pathname).sort()") == [
        "/ws/games/", "/ws/lobby/", "/ws/turns/",
    ]  # fmt: skip
    page.evaluate("() => sockets.forEach(socket => socket.opens())")
    say = "([path, html]) => sockets.find(({url}) => url.endsWith(path)).says(html)"
    games = page.locator("#own-games").inner_html()
    page.evaluate(say, ["/ws/games/", games.replace("deal 4", "deal 5")])
    expect(page.locator(".room").first).to_contain_text("deal 5, to 500")
    expect(back).to_be_focused()
    page.evaluate(say, ["/ws/turns/", render_to_string("lobby/_turns.html", {"elsewhere": Elsewhere(3)})])
    expect(page).to_have_title("(3) Play · Dummy Hand Spades")
    page.evaluate(say, ["/ws/games/", "\n"])
    expect(page.get_by_role("heading", name="Your games")).to_be_hidden()


def test_click_on_a_dimmed_card_says_why_and_sends_nothing(screen: Screen) -> None:
    for text_table in (False, True):
        page = screen.open(snapshot(to_play(with_declarer(1), 0, False)), text_table=text_table)
        screen.connect()
        page.locator("#hand button.card[aria-disabled=true]").first.click(force=True)
        expect(page.locator("#live-region")).to_contain_text("follow")
        expect(page.locator("#why-not-0.hand-message")).to_be_in_viewport(ratio=1)
        page.clock.run_for(6_000)
        expect(page.locator(".hand-message")).to_have_count(0)
        assert screen.posts == screen.moves == []


def test_cards_are_dimmed_at_a_turn_that_brings_only_the_mark_of_the_hand(screen: Screen) -> None:
    turn = to_play(with_declarer(1), 0, False)
    view = view_for(turn, 0)
    waits = replace(turn, trick=turn.trick[:-1])
    page = screen.open(snapshot(waits, version=1))
    screen.connect()
    for version, state in enumerate((turn, act(turn, Play(0, view.playable[0])), turn), start=2):
        screen.push(snapshot(state, version=version))
        view = view_for(state, 0)
        barred = {str(card) for card in view.hand or () if card not in view.playable}
        dimmed = page.locator("#hand button.card[aria-disabled=true]")
        assert set(dimmed.evaluate_all("cards => cards.map(card => card.value)")) == barred
        reasons = "cards => cards.map(card => card.getAttribute('aria-describedby'))"
        assert set(dimmed.evaluate_all(reasons)) == {"why-not-0"}


def test_click_on_a_dimmed_card_of_an_exercise_says_why_and_answers_nothing(screen: Screen) -> None:
    """As at the table; a card that may be chosen has no reason not to."""
    follows, leads = to_play(with_declarer(1), 0, False), walk(with_declarer(2), on_lead)
    for state, reason in ((follows, "follow"), (leads, "spades are not broken")):
        page = screen.open_page(card_exercise(state))
        dimmed = page.locator("button.card[aria-disabled=true]")
        assert dimmed.count() + page.locator("button.card[name=choice]").count() == len(state.hands[0])
        assert background(dimmed.first) != background(page.locator("button.card[name=choice]").first)
        dimmed.first.click(force=True)
        expect(page.locator("#live-region")).to_contain_text(reason)
        expect(page.locator("#why-not.hand-message")).to_be_in_viewport(ratio=1)
        page.clock.run_for(6_000)
        expect(page.locator(".hand-message")).to_have_count(0)
        assert page.url == f"{ORIGIN}/"


def test_cards_and_plates_travel_from_where_they_lay_and_stay_on_the_felt(screens: Screens) -> None:
    """Also a plate that grows as wide as the felt."""
    state = to_play(with_declarer(1), DUMMY, viewer_declares=False)
    name = card_name(card := legal_cards(state)[0])
    for size in (PHONE, LAPTOP):
        screen = screens(size)
        page = screen.open(snapshot(state, version=1))
        page.emulate_media(reduced_motion="no-preference")
        lay = page.locator(f"#open-dummy [aria-label='{name}' i]").evaluate(CENTRE)
        page.evaluate(BEGINNING)
        screen.push(snapshot(act(state, Play(1, card)), version=2))
        played = page.locator(f"#trick .played-card:has([aria-label='{name}' i])")
        assert played.evaluate(CENTRE) == pytest.approx(lay, abs=2)
        screen.open(snapshot(None, version=1))
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate(BEGINNING)
        screen.push(snapshot(dealt(), version=2))
        assert page.evaluate("moved") != []
        assert page.evaluate("outside") == []


def test_changes_are_immediate_with_reduced_motion(screen: Screen) -> None:
    """Otherwise a page would be seen, and clicked, before its styles apply."""
    for system, is_off in (("reduce", False), ("no-preference", True)):
        page = screen.open(snapshot(with_declarer(0)), no_animation=is_off)
        page.emulate_media(reduced_motion=system)  # type: ignore[arg-type]  # a Literal
        assert page.locator("#felt").evaluate(WIDENED) == "77px"


def test_plain_form_from_an_update_gets_the_pages_token(screen: Screen) -> None:
    over = snapshot(finished(dealt()), stage=Stage.OVER, winner=1)
    page = screen.open(over)
    token = json.loads(page.locator("body").get_attribute("hx-headers:inherited") or "")["X-CSRFToken"]
    screen.push(over.changed(version=over.full.base.version + 1))
    form = page.locator("main form[method=post]:not([hx-post])").first
    expect(form.locator("[name=csrfmiddlewaretoken]")).to_have_count(0)
    form.evaluate("form => form.dispatchEvent(new SubmitEvent('submit', {bubbles: true}))")
    expect(form.locator("[name=csrfmiddlewaretoken]")).to_have_value(token)


def test_what_one_reads_after_a_deal_stays_open_while_others_get_ready(screen: Screen) -> None:
    over = snapshot(finished(with_declarer(2)), ready=frozenset())
    page = screen.open(over)
    why = page.locator("#why")
    why.locator("summary").click()
    for version, ready in enumerate(({1}, {1, 2}), start=over.snapshot.version + 1):
        screen.push(over.changed(ready=frozenset(ready), held_by=frozenset({0}), version=version))
        expect(page.locator(".sheet .actions")).to_contain_text("Ready: Ana")
        expect(why).to_have_attribute("open", "")
