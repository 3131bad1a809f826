"""The installed app: its pages without a connection."""

from playwright.sync_api import Page, expect

IN_CHARGE = "navigator.serviceWorker.ready.then(() => true)"


def test_offline_page_is_shown_until_the_connection_returns(page: Page) -> None:
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


def test_service_worker_caches_only_static_files_and_the_offline_page(page: Page) -> None:
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
