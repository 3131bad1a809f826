"""How smoothly the table moves on a slow phone: `python -m tests.benchmarks.motion [--slower 4]`. Needs Chromium.

Prints for each moment at which something moves how far apart frames are in the half second after the change has been
taken in, in milliseconds: 16.7 at 60 frames a second.
"""

import argparse
import os
from statistics import median

import django
from django.test.utils import setup_test_environment
from playwright.sync_api import Page, ViewportSize

from tests import chromium

SCREEN: ViewportSize = {"width": 390, "height": 700}
WATCH = """() => {
    window.frames = [];
    const draw = now => {
        frames.push(now);
        if (now - frames[0] < 500) requestAnimationFrame(draw);
    };
    const takenIn = () => requestAnimationFrame(() => requestAnimationFrame(draw));
    document.addEventListener("htmx:after:swap", takenIn, {once: true});
}"""
GAPS = "() => window.frames.slice(1).map((now, number) => now - window.frames[number])"
LATE = 25.0
"""Milliseconds after which a frame was left out."""


def measure(page: Page) -> None:
    """Print a line for each moment, and one for all of them."""
    from tests.pages.moments import moments  # needs Django set up

    every: list[float] = []
    for moment in moments():
        moment.open(page)
        page.wait_for_timeout(1500)  # until what the page does after loading is over
        page.evaluate(WATCH)
        moment.happen(page)
        page.wait_for_timeout(1500)
        gaps: list[float] = page.evaluate(GAPS)
        every += gaps
        report(moment.name, gaps)
    report("all", every)


def report(name: str, gaps: list[float]) -> None:
    late = sum(gap > LATE for gap in gaps)
    print(f"{name:9} {len(gaps):4} frames, median {median(gaps):5.1f} ms, longest {max(gaps):5.1f} ms, {late} late")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how smoothly the table moves.")
    parser.add_argument("--slower", type=float, default=4, help="how many times slower the processor is")
    slower = parser.parse_args().slower
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    setup_test_environment()
    with chromium.opened() as browser:
        page = browser.new_page(viewport=SCREEN, reduced_motion="no-preference")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        measure(page)


if __name__ == "__main__":
    main()
