"""The games of a file of Portable Bridge Notation (PBN 2.1): the tags and the lines of the play of each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

_TAG: Final = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_COMMENT: Final = re.compile(r"\{[^}]*(?:\}|$)|;[^\n]*")
"""A comment on a line. One that is not closed goes to the end: braces without end are then read in linear time."""

_BEGINS: Final = re.compile(r'\s*(?:[%;{][^\n]*\n\s*)*\[\s*\w+\s+"')
_AS_BEFORE: Final = "#"
"""As the value of a tag: that of the game before."""


class Tag(NamedTuple):
    """The value of a tag, and its line in the file, from 1."""

    value: str
    line: int


@dataclass(slots=True)
class PbnGame:
    """The tags of a game by name, and the words of each line of its play, with the number of the line in the file."""

    tags: dict[str, Tag] = field(default_factory=dict)
    play: list[tuple[int, list[str]]] = field(default_factory=list)

    @property
    def line(self) -> int:
        """The line of the game's first tag."""
        return min(tag.line for tag in self.tags.values())

    def value(self, name: str) -> str:
        """Return the value of a tag, "" where there is none."""
        return self.tags[name].value if name in self.tags else ""


def is_pbn(text: str) -> bool:
    """Return whether a file begins as PBN does: with a tag, after comments."""
    return _BEGINS.match(text) is not None


def games_in(text: str) -> list[PbnGame]:
    """Return the games of a file in order. A tag that the game has already begins the next one."""
    games, section = [PbnGame()], ""
    for number, line in _lines(text):
        tags = _TAG.findall(line)
        for name, value in tags:
            if name in games[-1].tags:
                games.append(PbnGame())
            before = games[-2].value(name) if len(games) > 1 else ""
            games[-1].tags[name] = Tag(before if value == _AS_BEFORE else value, number)
            section = name
        if not tags and section == "Play":
            games[-1].play.append((number, _COMMENT.sub(" ", line).split()))
    return [game for game in games if game.tags]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that hold something, with their numbers. A comment may have several lines."""
    is_comment = False
    for number, line in enumerate(text.splitlines(), start=1):
        if is_comment:
            is_comment = "}" not in line
        elif line.lstrip().startswith("{") and "}" not in line:
            is_comment = True
        elif line.strip() and not line.startswith("%"):
            yield number, line
