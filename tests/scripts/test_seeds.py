"""The browser makes its player's seed, which can be seen and changed before the game."""

import re

from playwright.sync_api import Locator, expect

from tests.pages.scenes import gathering
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


def test_visitor_sends_it_by_sitting_down(screen: Screen) -> None:
    screen.open(gathering(None, signed_in=True))
    made = field_of(screen).input_value()
    screen.page.locator("#sit").get_by_role("button", name="Sit down").click()
    ((path, fields),) = screen.posts
    assert (path.rsplit("/", 2)[1], "player" in fields, fields["seed"]) == ("sit", False, [made])


def test_guest_without_a_seed_gives_one_once(screen: Screen) -> None:
    screen.open(gathering(1))
    ((path, fields),) = screen.posts
    assert path.rsplit("/", 2)[1] == "seed"
    assert RANDOM.fullmatch(fields["seed"][0])
    screen.push(gathering(1, version=41))
    assert len(screen.posts) == 1


def test_what_is_no_seed_does_not_keep_a_folded_form_from_being_sent(screen: Screen) -> None:
    """A browser would not say why: it has nowhere to show it. The server does."""
    screen.open(gathering(0))
    field_of(screen).fill("hello")
    screen.page.locator("#seeds > summary").click()
    screen.page.get_by_role("button", name="Start with 1 bot").click()
    ((_, fields),) = screen.posts
    assert fields["seed"] == ["hello"]
