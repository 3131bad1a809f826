"""Three friends without accounts: a link, a code, one table on a phone, a tablet and a laptop, in both languages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.party import Party
from tests.browser.person import Person

LANGUAGES = {
    "en": ("Zoe invites you to Spades with a dummy", "Sit down", "Play with friends", "Good luck!", "Deal now"),
    "es": ("Zoe te invita a jugar a Spades con muerto", "Sentarme", "Jugar con amigos", "¡Suerte!", "Repartir ya"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_friends_meet_by_link_and_code_and_talk(language: str, new_visitor: Callable[..., Page]) -> None:
    invites, sit_down, with_friends, good_luck, _deal = LANGUAGES[language]
    zoe = new_visitor(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, locale=language)
    max_ = new_visitor(viewport={"width": 768, "height": 1024}, locale=language)
    pia = new_visitor(viewport={"width": 1440, "height": 900}, locale=language)
    zoe.goto("/")
    zoe.locator("#visitor-name").fill("Zoe")
    zoe.get_by_role("button", name=with_friends).click()
    zoe.wait_for_url(re.compile("/tables/"))
    code = zoe.locator(".join-code b").inner_text()
    assert zoe.locator("#start button").bounding_box()["y"] < 600, "the host starts without scrolling"  # type: ignore[index]

    max_.goto(zoe.url)
    expect(max_.get_by_role("heading", name=invites)).to_be_visible()
    expect(max_.locator(".three-lines li")).to_have_count(3)
    max_.locator("#sit-name").fill("Max")
    max_.get_by_role("button", name=sit_down).click()
    expect(zoe.get_by_role("heading", name="Max")).to_be_visible()
    pia.goto("/lobby/")
    pia.locator("#join-code").fill(code)
    pia.locator("#join-code").press("Enter")
    pia.locator("#sit-name").fill("Zoe")
    pia.get_by_role("button", name=sit_down).click()
    expect(pia.get_by_role("button", name=sit_down)).to_have_count(0)
    shown = pia.locator(".chair .name").all_inner_texts()
    assert len({name.casefold() for name in shown}) == 3, "the second Zoe is told apart"

    expect(zoe.locator(".chair.free")).to_have_count(0)
    zoe.locator("#start button").click()
    friends = [zoe, max_, pia]
    for page in friends:
        page.locator("#ready button").click()
    zoe.locator("#hand").wait_for()
    zoe.locator("#menu summary").first.click()
    zoe.locator(".say").get_by_role("button", name=good_luck).click()
    for page in friends:
        expect(page.locator("#speech p")).to_contain_text(good_luck)
    party = Party([Person(page) for page in friends])
    party.play_until(lambda: zoe.locator(".tricks, .trick .card").count() > 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_friend_without_scripts_sits_down_by_code(language: str, new_visitor: Callable[..., Page]) -> None:
    _invites, sit_down, with_friends, _phrase, deal = LANGUAGES[language]
    host, friend = (new_visitor(locale=language, java_script_enabled=False) for _ in range(2))
    host.goto("/lobby/")
    host.get_by_role("button", name=with_friends).click()
    host.wait_for_url(re.compile("/tables/"))
    friend.goto("/t/")
    friend.locator("#join-code").fill("000 0000")
    friend.locator(".enter-code button").click()
    expect(friend.get_by_role("alert")).to_contain_text("000 0000")
    friend.locator("#join-code").fill(host.locator(".join-code b").inner_text())
    friend.locator(".enter-code button").click()
    expect(friend.locator(".three-lines li")).to_have_count(3)
    friend.locator("#sit-name").fill("Max")
    friend.get_by_role("button", name=sit_down).click()
    expect(friend.locator(".leave")).to_be_visible()
    host.reload()
    expect(host.get_by_role("heading", name="Max")).to_be_visible()
    host.locator("#start button").click()
    expect(host.get_by_role("button", name=deal)).to_be_visible()
