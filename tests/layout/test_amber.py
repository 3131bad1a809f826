"""One colour says what to do next, so no page has two buttons in it that are in sight."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Final

import pytest

from tests.pages.pages import usual_tables_in

AMBER: Final = frozenset({"primary", "turn"})
"""Classes of buttons that base.css makes amber."""

VOID: Final = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta", "path", "source", "wbr"))


class AmberButtons(HTMLParser):
    """Collects the words of the amber buttons of a page, but not of those folded away, hidden or in a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._is_amber = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        hides = (
            "hidden" in about
            or "inert" in about
            or (tag == "details" and "open" not in about)
            or tag in ("template", "dialog")
        )
        if {"btn"} | AMBER & {*(about.get("class") or "").split()} > {"btn"} and not any(hid for _, hid in self._open):
            self.words.append("")
            self._is_amber = True
        if tag not in VOID:
            self._open.append((tag, hides))

    def handle_data(self, data: str) -> None:
        if self._is_amber:
            self.words[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag in ("a", "button"):
            self._is_amber = False
        while any(tag == name for name, _ in self._open) and self._open.pop()[0] != tag:
            pass


def amber_buttons(html: str) -> list[str]:
    parser = AmberButtons()
    parser.feed(html)
    return [" ".join(words.split()) for words in parser.words]


def crowded(pages: dict[str, str]) -> Iterator[str]:
    for name, html in pages.items():
        words = amber_buttons(html)
        if len(words) > 1:
            yield f"{name}: {', '.join(words)}"


@pytest.mark.django_db
@pytest.mark.slow  # it may be the first that visits the pages
def test_at_most_one_button_of_a_page_says_what_to_do_next(site_in: Callable[[str], dict[str, str]]) -> None:
    assert "\n".join(crowded(site_in("en") | usual_tables_in("en"))) == ""


def test_two_amber_buttons_are_noticed_unless_one_is_folded_away() -> None:
    one = '<button class="btn primary">Play</button>'
    assert amber_buttons(f"<p>{one}<br>{one}</p>") == ["Play", "Play"]
    assert amber_buttons(f"{one}<details><summary>More</summary>{one}</details><div hidden>{one}</div>") == ["Play"]
