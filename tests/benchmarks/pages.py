"""Transfer sizes and paint times of pages, measured in Chromium: `python -m tests.benchmarks.pages`.

Serves the site, opens the home page and plays at a table on an emulated slow phone (processor four times slower,
1.6 Mbit/s, 150 ms of latency, an empty cache). Prints the bytes transferred, when the first card was painted, the
layout shift, and how long a tap waits for the next frame.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page

from tests import chromium
from tests.browser.person import TO_DO, Person
from tests.sites import Site

CARDS_TO_PLAY = 10
SLOW_PHONE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
OBSERVE = """
    window.measured = {shift: 0, taps: [], paints: {}};
    const observe = (type, note) => new PerformanceObserver(list => list.getEntries().forEach(note))
        .observe({type, buffered: true, durationThreshold: 16});
    observe("layout-shift", entry => { if (!entry.hadRecentInput) measured.shift += entry.value; });
    observe("event", entry => { if (entry.interactionId) measured.taps.push(entry.duration); });
    observe("paint", entry => { measured.paints[entry.name] = entry.startTime; });
    observe("largest-contentful-paint", entry => { measured.paints.largest = entry.startTime; });
    new MutationObserver((_, self) => {
        if (!document.querySelector(".card")) return;
        self.disconnect();
        requestAnimationFrame(() => setTimeout(() => { measured.paints.card = performance.now(); }));
    }).observe(document, {childList: true, subtree: true});
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as directory, chromium.opened() as browser:
        site = Site(Path(directory))
        site.start()
        page = browser.new_page(
            base_url=site.address,
            viewport={"width": 360, "height": 640},
            has_touch=True,
            service_workers="block",  # Chromium does not count what a worker fetches or caches as the page's
        )
        page.add_init_script(OBSERVE)
        received = slow_down(page)
        page.goto("/", wait_until="networkidle")
        report("home", page, received)
        page.get_by_role("button", name="I know Spades: play").click()
        page.wait_for_url("**/tables/*/")
        page.wait_for_load_state("load")
        report("table", page, received)
        play(page)
        report(f"table after {CARDS_TO_PLAY} cards", page, received)
        site.stop()


def slow_down(page: Page) -> dict[str, int]:
    """Slow the page down to a slow phone; return the bytes received by kind, a dict that is updated as they come."""
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_PHONE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    kinds: dict[str, str] = {}
    received: dict[str, int] = {}

    def note(kind: str, size: float) -> None:
        received[kind] = received.get(kind, 0) + int(size)

    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    session.on(
        "Network.loadingFinished",
        lambda event: note(kinds.get(event["requestId"], "Other"), event["encodedDataLength"]),
    )
    session.on(
        "Network.webSocketFrameReceived", lambda event: note("Live", len(event["response"]["payloadData"].encode()))
    )
    return received


def play(page: Page) -> None:
    person = Person(page)
    while person.cards_played < CARDS_TO_PLAY:
        person.act()
        page.locator(TO_DO).first.wait_for()


def report(name: str, page: Page, received: dict[str, int]) -> None:
    """Print the measurements of the page, and the bytes received since the last report."""
    measured = page.evaluate("measured")
    paints = {paint: f"{when:.0f} ms" for paint, when in measured["paints"].items()}
    print(name)
    print("  received:", ", ".join(f"{kind} {size:,} B" for kind, size in received.items()), end="")
    print(f"; {sum(received.values()):,} B in all")
    print(f"  first paint {paints.get('first-contentful-paint')}, first card {paints.get('card')}", end="")
    print(f", largest paint {paints.get('largest')}; layout shift {measured['shift']:.4f}")
    if len(measured["taps"]) > 1:
        slowest = statistics.quantiles(measured["taps"], n=20)[-1]
        print(f"  {len(measured['taps'])} events of taps: 95 of 100 within {slowest:.0f} ms")
    received.clear()


if __name__ == "__main__":
    main()
