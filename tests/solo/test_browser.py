"""Playing without a connection in a browser: the files are loaded on request, then no server is needed."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

import pytest
from playwright.sync_api import Page, Response, Route, expect

from games.lessons import LESSONS
from tests.browser.newcomer import Newcomer
from tests.browser.person import TO_DO, Person
from tests.sites import Site
from tests.solo.conftest import PATIENCE, BrowserWith, Bundle

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("solo")]

WORDS: Final = {
    "en": ("Without a connection", "Load", "Go to table", "Play without a connection", "No connection"),
    "es": ("Sin conexión", "Cargar", "A la mesa", "Jugar sin conexión", "Sin conexión"),
}
LESSON: Final = {"en": "Your first deal", "es": "Tu primer reparto"}
GAMES: Final = {"en": "Your games without a connection", "es": "Tus partidas sin conexión"}
CHOICE: Final = {
    "en": ("Other rules", "Three Peeky", "Suicide", "Begin"),
    "es": ("Otras reglas", "Mirar tres", "Suicida", "Empezar"),
}


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.campaign), "es"])
def test_deal_is_played_with_the_server_stopped_and_goes_on_in_a_new_browser(
    language: str, solo_site: Site, browser_with: BrowserWith
) -> None:
    offer, load, to_table, play, no_connection = WORDS[language]
    other_rules, *chosen, begin = CHOICE[language]
    with browser_with(language) as context:
        page = context.new_page()
        page.goto(solo_site.address)
        page.get_by_role("link", name=re.compile(f"^{offer}")).click()
        page.get_by_role("button", name=re.compile(f"^{load} ")).click()
        expect(page.get_by_role("link", name=to_table)).to_be_visible(timeout=PATIENCE)
        page.get_by_role("link", name=LESSON[language]).click()
        expect(page.locator("#coach-says .task")).to_be_visible(timeout=PATIENCE)
        page.go_back()
        expect(page.get_by_role("link", name=to_table)).to_be_visible()
        solo_site.kill()
        sent = requests_of(page)
        page.get_by_role("link", name=other_rules).click()
        for name in chosen:
            page.get_by_role("radio", name=name).check()
        page.get_by_role("button", name=begin).click()
        person = Person(page)
        expect(page.locator("#peek")).to_have_attribute("data-pick", "3", timeout=PATIENCE)
        while not page.locator(".is-scored, .is-over").count():
            person.act()
        assert person.cards_played >= 13
        result = page.locator(".outcome").inner_text()
        assert sent, "the page was loaded after the server was stopped"
        assert all(re.search("/solo/(play|files)/", url) for url in sent)
    with browser_with(language) as context:
        page = context.new_page()
        page.goto(solo_site.address)
        expect(page.get_by_role("heading", name=no_connection)).to_be_visible()
        page.get_by_role("link", name=play).click()
        expect(page.locator(".outcome")).to_have_text(re.compile(".*"), timeout=PATIENCE)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.locator(".outcome").inner_text() == result
        page.locator("#ready button").click()
        Person(page).act()
        solo_site.start()
        page.goto(f"{solo_site.address}/me/")
        page.get_by_role("link", name=GAMES[language]).click()
        row = page.locator("#solo-games tbody tr")
        expect(row).to_contain_text(" · ".join(chosen))
        row.locator("button").click()
        expect(page).to_have_url(re.compile("/review/([?]deal=.*)?$"), timeout=PATIENCE)
        expect(page.locator("a[href^='/review/?deal='], #review").first).to_be_visible()  # a deal, or a list of some


def requests_of(page: Page) -> list[str]:
    """Return the list of addresses that the page asks for from now on."""
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    return urls


def test_files_are_a_demo_on_any_file_host(
    bundle: Bundle, browser_with: BrowserWith, unused_tcp_port_factory: Callable[[], int]
) -> None:
    host = file_host(bundle.folder, unused_tcp_port_factory())
    with host as address, browser_with("en") as context:
        page = context.new_page()
        page.goto(f"{address}/{bundle.listing['start']['en']}")
        person = Person(page)
        for _ in range(3):
            person.act()
        page.locator("#menu > summary").click()
        page.locator("#menu .sound-switch button:visible").click()
        page.keyboard.press("Escape")
        expect(page.locator("html")).not_to_have_attribute("data-sound", "")
        context.set_offline(True)
        person.act()
        expect(page.locator("#online")).to_be_hidden()
        context.set_offline(False)
        expect(page.get_by_text("There is a connection again")).to_be_visible()
        page.reload()
        person.act()
        expect(page.locator("html")).not_to_have_attribute("data-sound", "")


def test_lessons_are_played_on_any_file_host(
    bundle: Bundle, browser_with: BrowserWith, unused_tcp_port_factory: Callable[[], int]
) -> None:
    host = file_host(bundle.folder, unused_tcp_port_factory())
    with host as address, browser_with("en") as context:
        page, missing = context.new_page(), list[str]()
        page.on("response", lambda response: is_missing(response) and missing.append(response.url))
        page.goto(f"{address}/{bundle.listing['choice']['en']}")
        page.get_by_role("link", name="Play a first deal").click()
        for lesson in LESSONS:
            expect(page.locator("#coach")).to_be_visible(timeout=PATIENCE)
            for _ in range(lesson.last):
                Newcomer(page).learn()
            way_on = "Next lesson" if lesson is LESSONS[0] else "with two bots"
            page.locator(".coach .actions a", has_text=way_on).click()
        Person(page).act()
        assert not missing


def is_missing(response: Response) -> bool:
    """Return whether the host has no such file. Only the site has a service worker."""
    return response.status == 404 and not response.url.endswith("/service-worker.js")


def test_table_that_was_left_is_shown_at_once_and_a_move_there_waits_for_python(
    bundle: Bundle, browser_with: BrowserWith, unused_tcp_port_factory: Callable[[], int]
) -> None:
    host, waiting = file_host(bundle.folder, unused_tcp_port_factory()), list[Route]()
    with host as address, browser_with("en") as context:
        page = context.new_page()
        page.goto(f"{address}/{bundle.listing['start']['en']}")
        person = Person(page)
        person.act()
        page.locator(TO_DO).first.wait_for()
        version, hand = person.version, page.locator("#hand").inner_text()
        context.route("**/pyodide.mjs", lambda route: waiting.append(route))
        page.reload()
        page.locator(TO_DO).first.wait_for()
        assert (person.version, page.locator("#hand").inner_text()) == (version, hand)
        person.click()
        assert waiting, "the worker loads Python meanwhile"
        waiting[0].continue_()
        person.wait_for_version(str(int(version) + 1))
        context.unroute("**/pyodide.mjs")
        page.goto(f"{address}/{bundle.listing['start']['en']}?peek=four")
        expect(page.locator("#peek")).to_have_attribute("data-pick", "4")


@contextmanager
def file_host(folder: Path, port: int) -> Iterator[str]:
    """Serve the files in a folder, as any host of files does."""
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(QuietHandler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{port}"
    server.shutdown()
    server.server_close()


class QuietHandler(SimpleHTTPRequestHandler):
    """A handler that writes no log, and knows the types of modules and of WebAssembly."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *_args: object) -> None:
        pass
