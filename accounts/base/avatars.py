"""Avatars: the picture beside a player's name is the back of a card that nobody else has.

Four fields by four, mirrored to both sides, in one of eleven pairs of inks, with an ivory rim. A code of five letters
contains everything: the inks, and the shapes of the four fields of the upper left quarter. So browsers may cache a
picture for ever, and its address reveals nothing about the player.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from itertools import product
from typing import Final

from accounts.base import addresses

BOT: Final = "bot"
"""The code of the picture of all bots."""

NOBODY: Final = ""
"""The code of a player who has closed the account: pages show an empty place."""

LENGTH: Final = 5
ON_A_PAGE: Final = 10
_LETTERS: Final = "abcdefghijk"

is_code: Final = re.compile(f"[{_LETTERS}]{{{LENGTH}}}").fullmatch


def can_draw(code: str) -> bool:
    """Return whether there is a picture of this code."""
    return code == BOT or is_code(code) is not None


_INKS: Final = (
    ("#8a3b34", "#f6dcc0"),
    ("#2d4a80", "#f4c9a6"),
    ("#1c5f6b", "#f3cf8c"),
    ("#2f6b58", "#f3e2b3"),
    ("#55601d", "#f3ecc4"),
    ("#7a540f", "#f9ecc9"),
    ("#47525a", "#cfe3e6"),
    ("#e6c9a0", "#7a2f28"),
    ("#bcd4e6", "#23406e"),
    ("#c9d9c4", "#24493c"),
    ("#b9772b", "#2b1d0c"),
)
_IVORY: Final = "#fdf8ea"
_ROBOT: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 38 38"><path fill="#3f4e48" d="M0 0h38v38H0z"/>'
    '<g fill="none" stroke="#e8eee6" stroke-width="2" stroke-linecap="round"><rect x="9" y="14" width="20" height="15" '
    'rx="4"/><path d="M19 14V9M6 19.5v4M32 19.5v4M15.5 25h7"/></g><g fill="#e8eee6"><circle cx="19" cy="8" r="2"/>'
    '<circle cx="15" cy="20" r="1.7"/><circle cx="23" cy="20" r="1.7"/></g></svg>'
)


def of_name(name: str) -> str:
    """Return the code of the avatar for a name whose player has chosen none. No field in a corner or in the middle is
    empty.
    """
    return _drawn_from(sha256(name.encode()).digest())


def suggested(name: str, page: int) -> list[str]:
    """Return the codes of a page of avatars to choose from; that of the name is the first of page 0."""
    turns = range(page * ON_A_PAGE, (page + 1) * ON_A_PAGE)
    return [_drawn_from(sha256(f"{name}\0{turn}".encode()).digest()) if turn else of_name(name) for turn in turns]


@lru_cache(maxsize=4096)
def address(code: str) -> str:
    """Return the address of the picture of a code."""
    return addresses.address("avatar", code)


def _drawn_from(numbers: bytes) -> str:
    choices = (len(_INKS), len(_SHAPES) - 1, len(_SHAPES), len(_SHAPES), len(_SHAPES) - 1)
    return "".join(_LETTERS[number % choice] for number, choice in zip(numbers, choices, strict=False))


@lru_cache(maxsize=1024)
def draw(code: str) -> str:
    """Return the picture of a code as SVG, 4 wide and high within its rim."""
    if code == BOT:
        return _ROBOT
    ground, ink = _INKS[_LETTERS.index(code[0])]
    shapes = [_SHAPES[_LETTERS.index(letter)] for letter in code[1:]]
    fields = zip(product((0, 1), (0, 1)), shapes, strict=True)
    quarters = "".join(shape(column, row) for (row, column), shape in fields)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.3 -.3 4.6 4.6">'
        f'<rect x="-.3" y="-.3" width="4.6" height="4.6" rx="1.3" fill="{_IVORY}"/>'
        f'<clipPath id="c"><rect width="4" height="4" rx="1"/></clipPath><g clip-path="url(#c)">'
        f'<path fill="{ground}" d="M0 0h4v4H0z"/><path id="q" fill="{ink}" d="{quarters}"/>'
        '<use href="#q" transform="matrix(-1 0 0 1 4 0)"/><use href="#q" transform="matrix(1 0 0 -1 0 4)"/>'
        '<use href="#q" transform="matrix(-1 0 0 -1 4 4)"/></g></svg>'
    )


def _quarter(right: int, down: int) -> Callable[[int, int], str]:
    """Return a quarter of a disc around a corner of the field."""
    sweep = int(right == down)
    return lambda x, y: f"M{x + right} {y + down}H{x + 1 - right}A1 1 0 0 {sweep} {x + right} {y + 1 - down}z"


def _half(right: int, down: int) -> Callable[[int, int], str]:
    """Return half of the field, on the side of one corner."""
    return lambda x, y: f"M{x + right} {y + down}H{x + 1 - right}L{x + right} {y + 1 - down}z"


def _diamond(x: int, y: int) -> str:
    return f"M{x + 0.5} {y}l.5 .5-.5 .5-.5-.5z"


def _dot(x: int, y: int) -> str:
    return f"M{x + 0.2} {y + 0.5}a.3 .3 0 0 0 .6 0a.3 .3 0 0 0-.6 0"


def _nothing(_x: int, _y: int) -> str:
    return ""


_CORNERS: Final = ((0, 0), (1, 0), (0, 1), (1, 1))
_SHAPES: Final = (*(_quarter(*at) for at in _CORNERS), *(_half(*at) for at in _CORNERS), _diamond, _dot, _nothing)
