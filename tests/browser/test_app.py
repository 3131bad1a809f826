"""The installed app: its pages without a connection, and what it stores."""

from playwright.sync_api import Page, expect

IN_CHARGE = "navigator.serviceWorker.ready.then(() => true)"
STORED = """async () => {
    const stores = await Promise.all((await caches.keys()).map(name => caches.open(name)));
    const stored = await Promise.all(stores.map(store => store.keys()));
    return stored.flat().map(request => new URL(request.url).pathname);
}"""


def test_offline_page_and_static_files_are_stored_and_nothing_else(page: Page) -> None:
    page.goto("/")
    page.evaluate(IN_CHARGE)
    page.get_by_role("button", name="I know Spades: play").click()
    page.wait_for_url("**/tables/*/")
    page.reload()
    stored = page.evaluate(STORED)
    assert "/offline/" in stored
    assert any(path.endswith(".js") for path in stored)
    assert all(path == "/offline/" or path.startswith("/static/") for path in stored)
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.btn')).borderRadius") != "0px"
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Play", exact=True)).to_be_visible()
