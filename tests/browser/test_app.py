"""The site as an installed app: what it shows without a connection."""

from __future__ import annotations

from playwright.sync_api import Page, expect

IN_CHARGE = "navigator.serviceWorker.ready.then(() => true)"


def test_without_a_connection_a_page_says_so_and_with_one_all_is_back(page: Page) -> None:
    page.goto("/")
    page.evaluate(IN_CHARGE)
    page.reload()
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.btn')).borderRadius") != "0px"
    page.context.set_offline(False)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()


def test_what_is_kept_are_static_files_and_the_offline_page(page: Page) -> None:
    page.goto("/")
    page.evaluate(IN_CHARGE)
    page.get_by_role("button", name="Play with two bots").click()
    page.wait_for_url("**/tables/*/")
    page.reload()
    kept = page.evaluate(
        """async () => {
            const caches_ = await Promise.all((await caches.keys()).map(name => caches.open(name)));
            const kept = await Promise.all(caches_.map(cache => cache.keys()));
            return kept.flat().map(request => new URL(request.url).pathname);
        }"""
    )
    assert "/offline/" in kept
    assert any(path.endswith(".js") for path in kept)
    assert all(path == "/offline/" or path.startswith("/static/") for path in kept)
