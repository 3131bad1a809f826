"""Files that visitors download, of the type that the end of the name says."""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from django.http import HttpResponse, StreamingHttpResponse

from games.web import spreadsheets

_TYPES: Final = {
    "csv": spreadsheets.CONTENT_TYPE,
    "ics": "text/calendar; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "pbn": "application/x-pbn",
}


def file(content: bytes | str, name: str, form_of: str) -> HttpResponse:
    """Return a download of this content, with this name; `form_of` is its end."""
    return HttpResponse(content, content_type=_TYPES[form_of], headers=_headers(name, form_of))


def stream(pieces: AsyncIterator[bytes], name: str, form_of: str) -> StreamingHttpResponse:
    """Return a download that is written piece by piece."""
    return StreamingHttpResponse(pieces, content_type=_TYPES[form_of], headers=_headers(name, form_of))


def results(data: dict[str, Any], as_csv: Callable[[dict[str, Any]], bytes], name: str, form_of: str) -> HttpResponse:
    """Return a download of the results of a competition: all of them as JSON, or what `as_csv` makes of them."""
    return file(as_csv(data) if form_of == "csv" else json.dumps(data, ensure_ascii=False), name, form_of)


def _headers(name: str, form_of: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}.{form_of}"'}
