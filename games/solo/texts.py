"""The texts and addresses of a program without the site, read from a folder. To be called before anything else of the
game is imported: many modules translate a word as they are.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from django.apps import apps
from django.conf import settings
from django.utils import translation

from accounts.base import addresses


def set_up(folder: str, language: str) -> None:
    """Let texts be those of this language, and addresses those that `addresses.json` of the folder lists."""
    if not settings.configured:
        settings.configure(
            USE_I18N=True,
            USE_TZ=True,
            TIME_ZONE="UTC",
            LANGUAGE_CODE="en",
            LANGUAGES=[(code, code) for code in languages_in(folder)],
            LOCALE_PATHS=[str(_catalogues(folder))],
        )
        apps.populate([])
    translation.activate(language)
    routes: dict[str, str] = json.loads((Path(folder) / "addresses.json").read_text())
    addresses.come_from(lambda name, args: address_in(routes, name, args))


def languages_in(folder: str) -> list[str]:
    """Return the codes of English, and of the languages whose catalogues are in the folder."""
    return ["en", *sorted(path.name for path in _catalogues(folder).glob("*"))]


def _catalogues(folder: str) -> Path:
    return Path(folder) / "config" / "locale"


def address_in(routes: Mapping[str, str], name: str, args: Sequence[str | int]) -> str:
    """Return the address of a page by the patterns of all pages: "/tables/{}/" for the name "games:table"."""
    return routes[name].format(*[quote(str(arg)) for arg in args])
