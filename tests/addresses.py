"""The addresses of the site, as its URL configuration has them: tests that look through them find a new page here."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Final

from asgiref.sync import async_to_sync
from django.http import HttpResponseBase, StreamingHttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver

from games.models import Game

VALUES: Final = {
    "<int:number>": "1",
    "<int:at>": "4000000000",
    "<str:name>": "Alex",
    "<str:code>": "challenge",
    "<str:link>": "challenge",
    "<str:month>": "2026-01",
    "<str:ladder>": "tables",
    "<slug:code>": "void",
    "<path:content_type_id>/<path:object_id>": "0/0",
    "^(?P<tab>games|deals|statistics)/$": "games/",
    "^me/(?P<tab>games|deals|statistics)/$": "me/games/",
    r"^(?P<kind>games|deals)\.(?P<form_of>csv|json)$": "games.json",
    r"^confirm-email/(?P<key>[-:\w]+)/$": "confirm-email/old/",
    "^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "password/reset/key/1-old/",
    "^(?P<app_label>games|accounts|site_config)/$": "games/",
    "(?P<url>.*)$": "nowhere/",
}
"""What stands for the parts of a route that change. A table's code, and a row's key, come from the test."""


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Yield the route of every address of the site."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route


def addresses(tables: Mapping[str, Game], rows: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield each route and an address of it; for a route of a table, one for each of the tables.

    `rows` are the keys of the rows that the admin site's addresses name, by kind. No row of other kinds exists.
    """
    for route in sorted(set(routes())):
        address, row = route, next((key for kind, key in rows.items() if route.startswith(f"admin/{kind}/")), 0)
        for part, value in (VALUES | {"<int:pk>": str(row), "<path:object_id>": str(row)}).items():
            address = address.replace(part, value)
        for name, game in tables.items() if "<table:code>" in route else [("", None)]:
            yield f"/{route} {name}".strip(), "/" + (address.replace("<table:code>", game.code) if game else address)


def readable(client: Client, tables: Mapping[str, Game], kind: str = "", *, part: str = "") -> list[str]:
    """Return the addresses outside the admin site at which this client can read something, pages for "text/html".

    Only addresses that contain `part` are asked for.
    """
    return [address for address in outside(tables) if part in address and is_read(client.get(address), kind)]


def outside(tables: Mapping[str, Game]) -> list[str]:
    """Return the addresses outside the admin site, with those of pages that name a deal in their query."""
    verified = [f"/verify/?table={game.code}&deal=1" for game in tables.values()]
    return [*(address for route, address in addresses(tables, {}) if not route.startswith("/admin/")), *verified]


def is_read(answer: HttpResponseBase, kind: str = "") -> bool:
    """Read an answer to its end, and return True; False if there is nothing of this kind to read."""
    if answer.status_code != HTTPStatus.OK or not answer["Content-Type"].startswith(kind):
        return False
    read_to_the_end(answer)
    return True


def read_to_the_end(answer: HttpResponseBase) -> None:
    """Read an answer that may be a download, which the site writes row by row."""
    if isinstance(answer, StreamingHttpResponse):
        async_to_sync(_read)(answer)


async def _read(download: StreamingHttpResponse) -> None:
    async for _row in download:
        pass
