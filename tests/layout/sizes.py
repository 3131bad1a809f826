"""The screens that layouts are checked on."""

from typing import NamedTuple

from django.conf import settings
from playwright.sync_api import ViewportSize

USUAL_LETTERS = 16


class Screen(NamedTuple):
    """A window in CSS pixels, in a browser whose reader has chosen letters of this size."""

    width: int
    height: int
    letters: int = USUAL_LETTERS

    @property
    def viewport(self) -> ViewportSize:
        return {"width": self.width, "height": self.height}

    @property
    def has_large_letters(self) -> bool:
        return self.letters != USUAL_LETTERS

    def __str__(self) -> str:
        letters = f"-letters-{self.letters}" if self.has_large_letters else ""
        return f"{self.width}x{self.height}{letters}"


SMALLEST = Screen(320, 568)
PHONE, WITH_BARS, LARGE_PHONE = Screen(360, 640), Screen(360, 560), Screen(390, 844)
MIDDLE_PHONE, HIGH_PHONE = Screen(360, 740), Screen(360, 800)
"""A phone that is not quite high; one with room for larger cards in height, but not in width."""
PHONES = (PHONE, WITH_BARS, MIDDLE_PHONE, LARGE_PHONE, HIGH_PHONE)
ZOOMED = Screen(640, 360)
"""The lowest and narrowest screen with the layout of a phone held sideways: a laptop at twice its size."""
LANDSCAPE = Screen(740, 360)
LOW = (Screen(704, 600), Screen(960, 540), Screen(1024, 600), Screen(1280, 600))
TABLETS = (Screen(1024, 768), Screen(1080, 720))
"""Tablets in landscape, also with the bars of a browser."""
UPRIGHT_TABLET = Screen(768, 1024)
NARROW_LAPTOP, LOW_LAPTOP, LAPTOP, HUGE = Screen(1104, 768), Screen(1280, 720), Screen(1440, 900), Screen(2560, 1440)
"""The first is the narrowest with the scores beside the felt whatever its height."""

USUAL = (*PHONES, LANDSCAPE, *LOW, UPRIGHT_TABLET, *TABLETS, NARROW_LAPTOP, LOW_LAPTOP, LAPTOP, HUGE)
SCREENS = (SMALLEST, ZOOMED, *USUAL)
NOT_LANDSCAPE = tuple(screen for screen in SCREENS if screen not in (ZOOMED, LANDSCAPE))
LARGE_LETTERS = (Screen(360, 640, letters=20), Screen(390, 640, letters=20))

ENLARGED_LAPTOP = Screen(1440, 900, letters=32)
"""It has the layout of a phone held sideways."""

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)

EVERY_TIME = (SMALLEST, PHONE, LARGE_PHONE, LANDSCAPE, LOW[1], UPRIGHT_TABLET, LAPTOP)
"""Screens that every run of the tests looks at; campaigns look at all of them."""
