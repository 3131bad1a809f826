"""The pictures that other sites and messengers show for a link: 1200 x 630 pixels, PNG."""

import io
from functools import lru_cache
from threading import Lock
from typing import Final, NamedTuple

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from games.engine import Suit

SIZE: Final = (1200, 630)
FELT: Final = "#1f4a3d"
IVORY: Final = "#fbf7ec"
MUTED: Final = "#b9cabf"
INK: Final = "#1d2a26"
SHADE: Final = "#173a30"
RED: Final = "#b3201a"
ACCENT: Final = "#e2b04a"
MARGIN: Final = 48
FINER: Final = 4
"""Suits are drawn so many times as large and then reduced, so that their edges are smooth."""

_FONT: Final = settings.BASE_DIR / "static" / "fonts" / "figtree.woff2"
_drawing: Final = Lock()  # a font is used by one thread at a time


class PicturedHand(NamedTuple):
    """A hand of a deal: whose it is, the role, and the ranks of the four suits."""

    name: str
    role: str
    suits: tuple[str, ...]


class DealPicture(NamedTuple):
    """What the picture of a finished deal shows. The hands are in the order declarer, a defender, dummy, the other
    defender, so partners face each other.
    """

    headline: str
    where: str
    hands: tuple[PicturedHand, ...]
    result: tuple[str, ...]


class ResultPicture(NamedTuple):
    """What the picture of a finished game shows: the verdict, what was played, and each player's name, points and
    place, in words and as a number; the winner comes first.
    """

    verdict: str
    where: str
    places: tuple[tuple[str, str, str, int], ...]


def can_draw(name: str) -> bool:
    """Return whether the font has all letters of a name."""
    with _drawing:
        font = _font(30, 600)
        missing = bytes(font.getmask("\uffff"))
        return all(letter == " " or bytes(font.getmask(letter)) != missing for letter in name)


@lru_cache(maxsize=64)
def draw_deal(picture: DealPicture) -> bytes:
    """Draw the picture of a deal."""
    with _drawing:
        image, draw = _felt()
        _text(draw, (MARGIN, 34), picture.headline, 44, 700, IVORY, SIZE[0] - 2 * MARGIN)
        _text(draw, (MARGIN, 92), f"{picture.where} · Dummy Hand Spades", 26, 500, MUTED, SIZE[0] - 2 * MARGIN)
        for place, hand in enumerate(picture.hands):
            _draw_hand(image, draw, (MARGIN + place % 2 * 558, 142 + place // 2 * 208), hand, is_first=place == 0)
        for place, result in enumerate(picture.result):
            _text(draw, (MARGIN + place * 368, 570), result, 32, 700, IVORY, 350)
        return _png(image)


@lru_cache(maxsize=64)
def draw_result(picture: ResultPicture) -> bytes:
    """Draw the picture of a game: the verdict in large, and the podium as the felt shows it."""
    with _drawing:
        image, draw = _felt()
        _text(draw, (MARGIN, 40), picture.verdict, 84, 800, IVORY, SIZE[0] - 2 * MARGIN)
        _text(draw, (MARGIN, 150), f"{picture.where} · Dummy Hand Spades", 28, 500, MUTED, SIZE[0] - 2 * MARGIN)
        for column, (name, points, place, number) in zip((1, 0, 2), picture.places, strict=True):
            left, top = MARGIN + column * 368, 630 - (330, 260, 200)[number - 1]
            ground, ink = (IVORY, INK) if number == 1 else (SHADE, IVORY)
            draw.rounded_rectangle((left, top, left + 352, SIZE[1] + 20), 18, fill=ground)
            _text(draw, (left + 12, top - 50), name, 34, 700, IVORY, 330)
            _text(draw, (left + 24, top + 28), points, 64, 800, ink, 304)
            _text(draw, (left + 24, top + 112), place, 30, 600, ink, 304)
        return _png(image)


@lru_cache(maxsize=1)
def draw_site() -> bytes:
    """Draw the picture for all other pages."""
    with _drawing:
        image, draw = _felt()
        for place, suit in enumerate(Suit):
            left = MARGIN + 60 + place * 250
            draw.rounded_rectangle((left, 90, left + 210, 380), 22, fill=IVORY)
            _draw_suit(image, suit, (left + 28, 158), 154)
        _text(draw, (MARGIN + 60, 440), "Dummy Hand Spades", 84, 800, IVORY, SIZE[0] - 2 * MARGIN)
        return _png(image)


@lru_cache(maxsize=64)
def draw_words(headline: str, line: str) -> bytes:
    """Draw a picture of two lines, of which the second is the message."""
    with _drawing:
        image, draw = _felt()
        for place, suit in enumerate(Suit):
            left = MARGIN + 60 + place * 130
            draw.rounded_rectangle((left, 70, left + 106, 215), 14, fill=IVORY)
            _draw_suit(image, suit, (left + 18, 107), 70)
        width = SIZE[0] - 2 * (MARGIN + 60)
        _text(draw, (MARGIN + 60, 262), headline, 44, 600, MUTED, width)
        _text(draw, (MARGIN + 60, 330), line, 84, 800, IVORY, width)
        _text(draw, (MARGIN + 60, 540), "Dummy Hand Spades", 36, 700, MUTED, width)
        return _png(image)


def _felt() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", SIZE, FELT)
    return image, ImageDraw.Draw(image)


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _draw_hand(
    image: Image.Image, draw: ImageDraw.ImageDraw, corner: tuple[int, int], hand: PicturedHand, *, is_first: bool
) -> None:
    x, y = corner
    outline = ACCENT if is_first else IVORY
    draw.rounded_rectangle((x, y, x + 546, y + 196), 16, fill=IVORY, outline=outline, width=5)
    _text(draw, (x + 22, y + 22), hand.name, 32, 700, INK, 175)
    _text(draw, (x + 22, y + 66), hand.role, 24, 500, INK, 175)
    for row, (suit, ranks) in enumerate(zip(Suit, hand.suits, strict=True)):
        _draw_suit(image, suit, (x + 212, y + 18 + 42 * row), 28)
        _text(draw, (x + 254, y + 13 + 42 * row), ranks, 30, 600, _colour(suit), 276)


def _text(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, weight: int, colour: str, width: int
) -> None:
    """Draw a line of text, smaller if it would be wider than `width`."""
    while size > 12 and draw.textlength(text, _font(size, weight)) > width:
        size -= 1
    draw.text(at, text, fill=colour, font=_font(size, weight))


@lru_cache(maxsize=128)
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(_FONT, size)
    font.set_variation_by_axes([weight])
    return font


def _colour(suit: Suit) -> str:
    return RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else INK


def _draw_suit(image: Image.Image, suit: Suit, at: tuple[int, int], size: int) -> None:
    image.paste(_colour(suit), at, _shape(suit, size))


@lru_cache(maxsize=16)
def _shape(suit: Suit, size: int) -> Image.Image:
    """Return the mask of a suit's sign."""
    side = size * FINER
    shape = Image.new("L", (side, side))
    draw = ImageDraw.Draw(shape)
    for circle in _CIRCLES[suit]:
        draw.ellipse([side * edge for edge in circle], fill=255)
    for polygon in _POLYGONS[suit]:
        draw.polygon([side * edge for edge in polygon], fill=255)
    return shape.resize((size, size), Image.Resampling.LANCZOS)


_STEM: Final = (0.5, 0.5, 0.66, 0.98, 0.34, 0.98)
_CIRCLES: Final = {
    Suit.SPADES: ((0.06, 0.36, 0.54, 0.84), (0.46, 0.36, 0.94, 0.84)),
    Suit.HEARTS: ((0.04, 0.06, 0.54, 0.56), (0.46, 0.06, 0.96, 0.56)),
    Suit.DIAMONDS: (),
    Suit.CLUBS: ((0.28, 0.03, 0.72, 0.47), (0.04, 0.38, 0.48, 0.82), (0.52, 0.38, 0.96, 0.82)),
}
"""Boxes, as shares of the side."""
_POLYGONS: Final = {
    Suit.SPADES: ((0.5, 0.02, 0.878, 0.439, 0.5, 0.74, 0.122, 0.439), _STEM),
    Suit.HEARTS: ((0.5, 0.97, 0.095, 0.467, 0.5, 0.25, 0.905, 0.467),),
    Suit.DIAMONDS: ((0.5, 0.02, 0.87, 0.5, 0.5, 0.98, 0.13, 0.5),),
    Suit.CLUBS: ((0.5, 0.2, 0.72, 0.62, 0.28, 0.62), _STEM),
}
