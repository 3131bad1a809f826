"""Characters that look alike, and scripts that are written together, as Unicode lists them (UTS 39).

Two texts look alike if `look` or `latin` gives the same for both. `generate.py` writes the data.

That is what Unicode lists: 0 and O, 1 and l, m and rn. Characters that only resemble one another, and differ in the
site's fonts, are not alike: 5 and s (O5car), i and l inside a word (Irls), n and r (Magrus). Joining them would make
one name of too many real ones, such as Jan and Jar, or Ali and All.
"""

import bisect
import json
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any, Final

_TOGETHER: Final = ({"Latn", "Hani", "Hira", "Kana"}, {"Latn", "Hani", "Bopo"}, {"Latn", "Hani", "Hang"})
"""The scripts that one name may mix: those of the level "highly restrictive" (UTS 39 section 5.2)."""

_OF_ALL_SCRIPTS: Final = {"Zyyy", "Zinh"}
"""What Unicode calls common, as digits, and inherited, as most combining marks."""


def look(text: str) -> str:
    """Return what stands for all texts that look like *text*, such as "lris" for "Iris" and "lris" alike.

    Unicode's skeleton, then without case, so that Cyrillic capitals are like Tom too. Meant for comparison only.
    """
    return _skeleton(_skeleton(text).casefold())


def latin(text: str) -> str:
    """Return *text* without case, its letters replaced by Latin ones of the same look where there are any.

    Unlike `look`, this takes a capital iota for an I and not for an l, so that Greek capitals are like Niko.
    """
    letters = "".join(map(_latin_letter, unicodedata.normalize("NFD", text)))
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", letters).casefold())


def is_recommended(character: str) -> bool:
    """Return whether Unicode recommends a letter, mark or digit for names: it and its script are in everyday use."""
    return _script(character) is not None


def are_written_together(text: str) -> bool:
    """Return whether all characters are of one script, or of scripts written together, and all digits of one kind."""
    scripts = {script for character in text if (script := _script(character))} - _OF_ALL_SCRIPTS
    zeros = {ord(digit) - unicodedata.decimal(digit) for digit in text if unicodedata.category(digit) == "Nd"}
    return len(zeros) <= 1 and (len(scripts) <= 1 or any(scripts <= together for together in _TOGETHER))


def _skeleton(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join([_prototypes().get(letter, letter) for letter in decomposed]))


def _latin_letter(letter: str) -> str:
    prototype = letter if letter.isascii() else _prototypes().get(letter, letter)
    return "I" if prototype == "l" and letter.isupper() else prototype


def _script(character: str) -> str | None:
    """Return the script of a recommended character as four letters, None for any other character."""
    starts, ranges = _ranges()
    first, last, script = ranges[bisect.bisect_right(starts, ord(character)) - 1]
    return script if first <= ord(character) <= last else None


def _prototypes() -> dict[str, str]:
    prototypes: dict[str, str] = _data()["prototypes"]
    return prototypes


@cache
def _ranges() -> tuple[list[int], list[tuple[int, int, str]]]:
    ranges = [(first, last, script) for first, last, script in _data()["scripts"]]
    return [first for first, _last, _script in ranges], ranges


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Path(__file__).with_name("unicode.json").read_text())
    return data
