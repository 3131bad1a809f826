"""In which looks each page is checked: on which screen, in which language and theme, and with which preferences.

Every run of the tests checks each page on each of its screens once. Together these looks show each page in each
language, each theme and with each preference, and the pages together each pair of a screen, a language, a theme and a
preference. Campaigns check each page in every look, but its layout with each preference in one of the themes: they
differ in colours only.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, product, starmap
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from tests.colours import THEMES, Theme
from tests.layout.sizes import LANGUAGES, Screen

Value = TypeVar("Value")

PREFERENCES: Final[dict[str, dict[str, str]]] = {
    "usual": {},
    "clear": {"deck": "clear", "suits": "four", "felt": "wine", "back": "dots"},
    "small": {"cards": "small", "order": "suits", "felt": "slate", "back": "waves"},
    "large": {"cards": "large", "suits": "four", "felt": "blue"},
}
"""What players may prefer, as `templates/_preferences.html` writes it on a page: each value is in one of them."""


class Look(NamedTuple):
    """A way to look at a page."""

    screen: Screen
    language: str
    theme: Theme
    preference: str

    def __str__(self) -> str:
        return "-".join(map(str, self))

    @property
    def data(self) -> dict[str, str]:
        """What the root element of a page says of the theme and the preferences."""
        return {"theme": self.theme, **PREFERENCES[self.preference]}

    def shown(self, html: str) -> str:
        """This page, for somebody with the theme and the preferences."""
        attributes = "".join(f' data-{name}="{value}"' for name, value in self.data.items())
        return html.replace("<html", f"<html{attributes}", 1)


def every_look(screen: Screen, language: str) -> list[Look]:
    """What campaigns look at, on this screen in this language."""
    return list(starmap(Look, product([screen], [language], THEMES, PREFERENCES)))


def every_layout(screen: Screen, language: str) -> list[Look]:
    """What campaigns look at where colours change nothing."""
    return [Look(screen, language, theme, preference) for theme, preference in zip(cycle(THEMES), PREFERENCES)]


def looks_at(page: str, screens: Sequence[Screen]) -> list[Look]:
    """One look at a page on each of these screens, which are at least as many as the preferences.

    It depends on the name of the page only, so a new page changes nothing for the others.
    """
    chance = Random(page)
    values = (_dealt(values, len(screens), chance) for values in (LANGUAGES, THEMES, PREFERENCES))
    return list(starmap(Look, zip(screens, *values, strict=True)))


def _dealt(values: Iterable[str], number: int, chance: Random) -> list[Any]:
    """So many values in random order, each about as often as the others."""
    once = list(values)
    chance.shuffle(once)
    dealt = (once * number)[:number]
    chance.shuffle(dealt)
    return dealt


def one_of(ways: Sequence[Value], page: str) -> Value:
    """The one of these ways to look in which a usual run looks at a page; campaigns look in all of them."""
    return Random(f"{page} alone").choice(ways)


def in_looks(looks: Mapping[str, Look], pages: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Of these pages by language and name, each in its look. What is the same in both languages exists in English.

    Those that look alike follow each other: the browser then lays out only what differs.
    """
    in_order = sorted(looks, key=lambda name: looks[name][1:])
    return {name: looks[name].shown(pages[looks[name].language].get(name) or pages["en"][name]) for name in in_order}
