"""The five places of the site, to one of which every page belongs: Play, Today, Learn, People, Me."""

from enum import StrEnum
from typing import Final, NamedTuple

from django.utils.translation import pgettext

from accounts.base.addresses import address
from games.words.language_cache import cached_per_language


class Place(StrEnum):
    """A place. Its first page has this name among the URLs, but for `PLAY`, which is the home page."""

    PLAY = "play"
    TODAY = "today"
    LEARN = "learn"
    PEOPLE = "people"
    ME = "me"


PLACES_OF_PATHS: Final = {
    "/": Place.PLAY,
    "/day/": Place.TODAY,
    "/eight/": Place.TODAY,
    "/sets/": Place.TODAY,
    "/today/": Place.TODAY,
    "/tournaments/": Place.TODAY,
    "/api/": Place.LEARN,
    "/challenge/": Place.TODAY,
    "/learn/": Place.LEARN,
    "/review/": Place.LEARN,
    "/rules/": Place.LEARN,
    "/verify/": Place.LEARN,
    "/clubs/": Place.PEOPLE,
    "/people/": Place.PEOPLE,
    "/players/": Place.PEOPLE,
    "/accounts/": Place.ME,
    "/me/": Place.ME,
    "/you/": Place.ME,
}
"""Beginnings of paths. The longest one that fits decides."""


class PlaceLink(NamedTuple):
    """A place with its name in the reader's language and the address of its first page."""

    place: Place
    name: str
    address: str


@cached_per_language
def places() -> tuple[PlaceLink, ...]:
    """Return the five places in order."""
    names = {
        Place.PLAY: pgettext("the place", "Play"),
        Place.TODAY: pgettext("the place", "Today"),
        Place.LEARN: pgettext("the place", "Learn"),
        Place.PEOPLE: pgettext("the place", "People"),
        Place.ME: pgettext("the place", "Me"),
    }
    return tuple(
        PlaceLink(place, name, address("games:home" if place is Place.PLAY else f"games:{place}"))
        for place, name in names.items()
    )


def place_of(path: str, own_name: str = "") -> Place:
    """Return the place of the page at this path. The profile of the reader, who has this name, belongs to Me."""
    if own_name and path.startswith(f"/players/{own_name}/"):
        return Place.ME
    return PLACES_OF_PATHS[max((begin for begin in PLACES_OF_PATHS if path.startswith(begin)), key=len)]
