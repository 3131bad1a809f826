"""Three friends without accounts: a link, a code, one table on a phone, a tablet and a laptop, in both languages."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.party import Party
from tests.browser.person import Person
from tests.layout.sizes import PHONE


@dataclass(frozen=True)
class Words:
    """What pages say in one language."""

    language: str
    with_friends: str
    invites: str
    sit_down: str
    good_luck: str
    deal_now: str


ENGLISH = Words(
    "en", "Play with friends", "{} invites you to Spades with a dummy", "Sit down", "Good luck!", "Deal now"
)
SPANISH = Words(
    "es", "Jugar con amigos", "{} te invita a jugar a Spades con muerto", "Sentarme", "¡Suerte!", "Repartir ya"
)


def test_friends_meet_by_link_and_code_and_talk(new_visitor: Callable[..., Page]) -> None:
    """The host, whose phone is dark, and one friend read Spanish, the other English. Reduced motion is off."""
    moving: dict[str, Any] = {"reduced_motion": "no-preference"}
    zoe = new_visitor(
        viewport=PHONE.viewport, has_touch=True, is_mobile=True, locale=SPANISH.language, color_scheme="dark", **moving
    )
    max_ = new_visitor(viewport={"width": 768, "height": 1024}, locale=ENGLISH.language, **moving)
    pia = new_visitor(viewport={"width": 1440, "height": 900}, locale=SPANISH.language, **moving)
    zoe.goto("/")
    zoe.get_by_role("link", name=SPANISH.with_friends).click()
    zoe.locator("[name=visitor]").fill("Zoe")
    zoe.locator(".to-open button").click()
    zoe.wait_for_url(re.compile("/tables/"))
    code = zoe.locator(".join-code b").inner_text()
    assert zoe.locator("#start button").bounding_box()["y"] < 600, "the host starts without scrolling"  # type: ignore[index]

    max_.goto(zoe.url)
    expect(max_.get_by_role("heading", name=ENGLISH.invites.format("Zoe"))).to_be_visible()
    expect(max_.locator(".three-lines li")).to_have_count(3)
    max_.locator("#sit-name").fill("Max")
    max_.get_by_role("button", name=ENGLISH.sit_down).click()
    expect(zoe.get_by_role("heading", name="Max")).to_be_visible()
    pia.goto("/")
    place = pia.url
    pia.locator("#join-code").fill("000 0000")
    expect(pia.locator(".enter-code").get_by_role("alert")).to_contain_text("000 0000")
    assert pia.url == place
    pia.locator("#join-code").fill(code)  # the last digit sends it
    expect(pia.get_by_role("heading", name=SPANISH.invites.format("Zoe"))).to_be_visible()
    pia.locator("#sit-name").fill("Zoe")
    pia.get_by_role("button", name=SPANISH.sit_down).click()
    expect(pia.get_by_role("button", name=SPANISH.sit_down)).to_have_count(0)
    shown = pia.locator(".chair .name").all_inner_texts()
    assert len({name.casefold() for name in shown}) == 3, "the second Zoe is distinguished"

    expect(zoe.locator(".chair.free")).to_have_count(0)
    zoe.locator("#start button").click()
    friends = {zoe: SPANISH, max_: ENGLISH, pia: SPANISH}
    for page in friends:
        page.locator("#ready button").click()
    zoe.locator("#hand").wait_for()
    zoe.locator("#menu summary").first.click()
    zoe.locator(".say").get_by_role("button", name=SPANISH.good_luck).click()
    for page, words in friends.items():
        expect(page.locator("#speech p")).to_contain_text(words.good_luck)
    party = Party([Person(page) for page in friends])
    party.play_until(lambda: zoe.locator(".tricks, .trick .card").count() > 0)


def test_friend_without_scripts_sits_down_by_code(new_visitor: Callable[..., Page]) -> None:
    """The host reads Spanish, the friend English."""
    host, friend = (new_visitor(locale=words.language, java_script_enabled=False) for words in (SPANISH, ENGLISH))
    host.goto("/")
    host.get_by_role("link", name=SPANISH.with_friends).click()
    host.locator(".to-open button").click()
    host.wait_for_url(re.compile("/tables/"))
    friend.goto("/t/")
    friend.locator("#join-code").fill("000 0000")
    friend.locator(".enter-code button").click()
    expect(friend.get_by_role("alert")).to_contain_text("000 0000")
    friend.locator("#join-code").fill(host.locator(".join-code b").inner_text())
    friend.locator(".enter-code button").click()
    expect(friend.locator(".three-lines li")).to_have_count(3)
    friend.locator("#sit-name").fill("Max")
    friend.get_by_role("button", name=ENGLISH.sit_down).click()
    expect(friend.locator(".leave")).to_be_visible()
    host.reload()
    expect(host.get_by_role("heading", name="Max")).to_be_visible()
    host.locator("#start button").click()
    expect(host.get_by_role("button", name=SPANISH.deal_now)).to_be_visible()
