"""The browser makes its player's seed, which can be seen and changed before the game."""

import re

from playwright.sync_api import Locator, expect

from tests.presenters.scenes import gathering
from tests.scripts.conftest import Screen

RANDOM = re.compile("[0-9a-f]{64}")


def field_of(screen: Screen) -> Locator:
    screen.page.locator("#seeds > summary").click()
    return screen.page.get_by_label("Your seed")


def test_empty_field_gets_a_random_seed_that_stays_on_the_page(screen: Screen) -> None:
    screen.open(gathering(0))
    field = field_of(screen)
    expect(field).to_have_value(RANDOM)
    made = field.input_value()
    screen.push(gathering(0, version=41))
    expect(field).to_have_value(made)
    field.fill("abc")
    screen.push(gathering(0, version=42))
    expect(field).to_have_value("abc")
    assert screen.posts == []
    screen.open(gathering(0))
    expect(field_of(screen)).not_to_have_value(made)


def test_host_sends_it_with_the_start(screen: Screen) -> None:
    screen.open(gathering(0))
    made = field_of(screen).input_value()
    screen.page.get_by_role("button", name="Start with 1 bot").click()
    ((path, fields),) = screen.posts
    assert (path.rsplit("/", 2)[1], fields["seed"]) == ("start", [made])


def test_guest_without_a_seed_gives_one_once(screen: Screen) -> None:
    screen.open(gathering(1))
    ((path, fields),) = screen.posts
    assert path.rsplit("/", 2)[1] == "seed"
    assert RANDOM.fullmatch(fields["seed"][0])
    screen.push(gathering(1, version=41))
    assert len(screen.posts) == 1
