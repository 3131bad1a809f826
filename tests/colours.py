"""The colours of the style sheet, and how well eyes distinguish them, those of colour-blind people included."""

import re
from collections.abc import Iterator
from functools import cache
from math import dist
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from config.style_sheet import joined

STYLE_SHEET = Path(__file__).resolve().parent.parent / "static" / "css" / "site.css"

Theme: TypeAlias = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
Matrix: TypeAlias = tuple[tuple[float, float, float], ...]

VISIONS: Final[dict[str, Matrix]] = {
    "full colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""What is left of linear red, green and blue: the matrices of Machado, Oliveira and Fernandes (2009) at severity 1."""

_TO_CONES: Final[Matrix] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_OKLAB: Final[Matrix] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


class Colour(NamedTuple):
    """Red, green and blue from 0 to 1 as a style sheet writes them, and the opacity."""

    red: float
    green: float
    blue: float
    alpha: float = 1

    @classmethod
    def read(cls, text: str) -> "Colour":
        """Read "#fdf8ea" or "rgb(8 24 19 / .2)"."""
        if match := re.fullmatch(r"#(..)(..)(..)", text):
            return cls(*(int(part, 16) / 255 for part in match.groups()))
        match = re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)", text)
        assert match, f"{text} is no colour"
        red, green, blue, alpha = map(float, match.groups())
        return cls(red / 255, green / 255, blue / 255, alpha)

    def over(self, ground: "Colour") -> "Colour":
        """Return what one sees of this on a ground that nothing shines through."""
        mixed = (self.alpha * own + (1 - self.alpha) * below for own, below in zip(self[:3], ground[:3], strict=True))
        return Colour(*mixed)

    @property
    def linear(self) -> tuple[float, ...]:
        return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in self[:3])


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of WCAG 2.2, from 1 to 21."""
    dark, light = sorted(_applied(((0.2126, 0.7152, 0.0722),), colour.linear)[0] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def difference(one: Colour, other: Colour, vision: str) -> float:
    """Return how far apart two colours are in Oklab for such eyes: 0.02 is just noticeable, black to white is 1."""
    seen = (_oklab(_applied(VISIONS[vision], colour.linear)) for colour in (one, other))
    return dist(*seen)


def _oklab(linear: tuple[float, ...]) -> tuple[float, ...]:
    shown = tuple(min(1.0, max(0.0, part)) for part in linear)
    return _applied(_TO_OKLAB, tuple(part ** (1 / 3) for part in _applied(_TO_CONES, shown)))


def _applied(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(factor * part for factor, part in zip(row, vector, strict=True)) for row in matrix)


class Palette:
    """The colours in a theme of an element for which rules with these selectors hold, the later one first."""

    def __init__(self, theme: Theme, *selectors: str) -> None:
        self._theme = theme
        self._values: dict[str, str] = {}
        for wanted in (":root", *selectors):
            declared = [values for selector, values in _rules() if wanted.replace(", ", ",") in _alternatives(selector)]
            assert declared, f"the style sheet has no rule for {wanted}"
            for values in declared:
                self._values |= values

    def __getitem__(self, name: str) -> Colour:
        """Return the colour of "background", or of "--felt"."""
        value = self._values[name]
        if match := re.fullmatch(r"light-dark\((.+), ?(.+)\)", value):
            value = match[1 + THEMES.index(self._theme)]
        if match := re.fullmatch(r"var\((--[\w-]+)\)", value):
            return self[match[1]]
        return Colour.read(value)


def _alternatives(selector: str) -> list[str]:
    """Return the selectors of a list, also of one inside `:is()`."""
    inside = re.fullmatch(r":is\((.*)\)", selector)
    return re.split(r",\s*(?![^(]*\))", inside[1] if inside else selector)


@cache
def _rules() -> tuple[tuple[str, dict[str, str]], ...]:
    return tuple(_read(re.sub(r"/\*.*?\*/", "", joined(STYLE_SHEET), flags=re.DOTALL)))


def _read(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the selector of each rule without rules in it, and its declarations."""
    for selector, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text):
        pairs = (line.partition(":") for line in body.split(";") if ":" in line)
        yield selector.strip(), {name.strip(): value.strip() for name, _, value in pairs}
