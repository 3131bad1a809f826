"""The pages of settings: short, and each control shows and saves at once what is chosen."""

from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.layout.sizes import LANGUAGES, MIDDLE_PHONE
from tests.pages.pages import ORIGIN, show

pytestmark = pytest.mark.django_db

PAGES: Final = (
    "settings-look",
    "settings-table",
    "settings-alerts",
    "settings-account",
    *(f"settings-{section}" for section in ("vacation", "link", "password", "tokens", "remove")),
    "settings-guest",
    "name-guest",
    "alerts-guest",
)
WORDS: Final = """() => {
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), range = new Range();
    let words = 0;
    while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        const isShown = texts.currentNode.parentElement.checkVisibility() && range.getClientRects().length;
        if (isShown) words += (texts.currentNode.data.match(/\\S+/g) ?? []).length;
    }
    return words;
}"""

Site = Callable[[str], dict[str, str]]


class Settings:
    """A page of settings without a server: `answer` is what each control gets when it saves itself."""

    def __init__(self, page: Page, html: str) -> None:
        self.page, self.saved, self.answer = page, list[dict[str, str]](), dict[str, Any](status=204)
        self.faults = list[str]()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        show(page, {"/": html})
        page.route(lambda url: url == f"{ORIGIN}/", self._take)
        page.goto(ORIGIN)

    def _take(self, route: Route) -> None:
        if route.request.method != "POST":
            return route.fallback()
        self.saved.append(dict(parse_qsl(route.request.post_data or "")))
        return route.abort() if not self.answer else route.fulfill(**self.answer)


@pytest.fixture
def opened(browser: Browser, site_in: Site) -> Iterator[Callable[..., Settings]]:
    """Return a function that opens a page of settings on a phone; some other looks have been chosen before."""
    contexts = []

    def open_page(name: str, language: str = "en", **options: Any) -> Settings:
        contexts.append(browser.new_context(viewport=MIDDLE_PHONE.viewport, reduced_motion="reduce", **options))
        return Settings(contexts[-1].new_page(), site_in(language)[name])

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_page_has_at_most_250_words_on_two_phone_screens_and_its_scripts_run(
    opened: Callable[..., Settings], name: str, language: str
) -> None:
    settings = opened(name, language)
    assert 20 < settings.page.evaluate(WORDS) <= 250
    assert settings.page.evaluate("document.documentElement.scrollHeight") <= 2 * MIDDLE_PHONE.height
    assert settings.faults == []


def look_of(page: Page, part: str, *names: str) -> list[str]:
    script = "(part, names) => names.map(name => getComputedStyle(part)[name])"
    looks: list[str] = page.locator(f".sample {part}".strip()).first.evaluate(script, list(names))
    return looks


@pytest.mark.parametrize(
    ("part", "names", "choices"),
    [
        ("", ("backgroundImage",), ["Blue", "Wine", "Slate", "Green"]),
        (".back", ("backgroundImage",), ["Dots", "Waves", "Lattice"]),
        (".rQ b", ("fontSize",), ["Large print", "Pips and figures"]),
        (".card", ("width",), ["Small", "Large", "Normal"]),
    ],
)
def test_each_choice_changes_the_picture_and_saves_itself(
    opened: Callable[..., Settings], part: str, names: tuple[str, ...], choices: list[str]
) -> None:
    settings, seen = opened("settings-look"), set()
    for choice in choices:
        settings.page.get_by_role("radio", name=choice, exact=True).check(force=True)
        seen.add(tuple(look_of(settings.page, part, *names)))
        expect(settings.page.get_by_role("radio", name=choice, exact=True)).to_have_js_property("defaultChecked", True)
    assert len(seen) == len(settings.saved) == len(choices)
    assert all(set(fields) <= {"only", fields["only"]} for fields in settings.saved), "nothing else is sent"


def test_theme_and_colours_of_suits_change_the_page_at_once(opened: Callable[..., Settings]) -> None:
    page = opened("settings-look").page
    before = look_of(page, ".d", "color")
    page.get_by_label("Four colours").check()
    assert look_of(page, ".d", "color") != before
    page.get_by_role("radio", name="Dark", exact=True).check(force=True)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_saved_is_said_for_two_seconds(opened: Callable[..., Settings]) -> None:
    settings = opened("settings-table")
    settings.page.clock.install(time=0)
    settings.page.goto(ORIGIN)
    settings.page.get_by_label("Sounds").uncheck()
    status = settings.page.locator("#saved")
    expect(status).to_have_text("Saved")
    assert settings.saved == [{"only": "sounds"}]
    settings.page.clock.run_for(2000)
    expect(status).to_be_empty()
    settings.page.get_by_label("Sounds").check()
    expect(status).to_have_text("Saved")
    assert settings.saved[1:] == [{"only": "sounds", "sounds": "on"}]


REFUSED: Final = {"status": 422, "content_type": "text/plain; charset=utf-8", "body": "That felt is not for you."}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (REFUSED, "That felt is not for you."),
        ({"status": 503, "content_type": "text/html", "body": "<h1>Down</h1>"}, "That could not be saved."),
        ({}, "The site can’t be reached."),
    ],
    ids=["refused", "broken", "can’t be reached"],
)
def test_what_is_not_saved_springs_back_and_says_why(
    opened: Callable[..., Settings], answer: dict[str, Any], reason: str
) -> None:
    settings = opened("settings-look")
    page, before = settings.page, look_of(settings.page, "", "backgroundImage")
    settings.answer = answer
    page.get_by_role("radio", name="Wine", exact=True).check(force=True)
    expect(page.get_by_role("alert")).to_contain_text(reason)
    expect(page.get_by_role("radio", name="Green", exact=True)).to_be_checked()
    assert look_of(page, "", "backgroundImage") == before
    expect(page.locator("#saved")).to_be_empty()
    settings.answer = {"status": 204}
    page.get_by_role("radio", name="Blue", exact=True).check(force=True)
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_select_springs_back_too(opened: Callable[..., Settings]) -> None:
    settings = opened("settings-account")
    settings.answer = REFUSED
    select = settings.page.get_by_label("Who may see that I am online")
    select.select_option("nobody")
    expect(settings.page.get_by_role("alert")).to_contain_text("not for you")
    expect(select).to_have_value("all")


def test_button_saves_only_where_no_script_runs(opened: Callable[..., Settings]) -> None:
    expect(opened("settings-look").page.get_by_role("button", name="Save")).to_have_count(0)
    page = opened("settings-look", java_script_enabled=False).page
    expect(page.get_by_role("button", name="Save")).to_have_count(1)
