"""The files with which a browser plays without a connection (docs/offline.md), if `manage.py solo_bundle` has made
them, the page that offers them, and the one that lists the games played with them.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.web.shortcuts import View

LISTING: Final = "bundle.json"
"""The file that lists the others; it is written last."""

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
_MEGABYTE: Final = 1e6


def is_built() -> bool:
    """Return whether there are files to offer."""
    return Path(settings.SOLO_DIR, LISTING).exists()


@require_safe
def offer(request: HttpRequest) -> HttpResponse:
    """Show the page on which a browser keeps the files, or removes them, and the deals played with them."""
    if not is_built():
        raise Http404
    made = _listing()
    context = {"megabytes": made["brotli"] / _MEGABYTE, "experts": made["experts"]}
    return render(request, "solo/offer.html", context)


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show the page on which a browser lists the games that it has kept."""
    if not is_built():
        raise Http404
    return render(request, "solo/games.html")


@require_safe
def play(_request: HttpRequest) -> HttpResponse:
    """Lead to the offer: where the files are kept, the service worker answers here with the way to the table."""
    return HttpResponseRedirect(reverse("games:solo"))


@never_cache
@require_safe
def listing(_request: HttpRequest) -> HttpResponse:
    """Return the list of the files of the latest version."""
    return JsonResponse(_listing())


def _listing() -> dict[str, Any]:
    try:
        return cast(dict[str, Any], json.loads(Path(settings.SOLO_DIR, LISTING).read_bytes()))
    except FileNotFoundError:
        raise Http404 from None


@require_safe
def file(request: HttpRequest, path: str) -> HttpResponse:
    """Return a file of the bundle, compressed if the browser takes that. Its address never has other content."""
    if path not in {entry["path"] for entry in _listing()["files"]}:
        raise Http404
    accepted = request.headers.get("Accept-Encoding", "")
    encoding, suffix = next((pair for pair in _ENCODINGS if pair[0] in accepted), ("", ""))
    content = Path(settings.SOLO_DIR, path + suffix).read_bytes()
    response = HttpResponse(content, content_type=_TYPES[Path(path).suffix])
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Vary"] = "Accept-Encoding"
    if encoding:
        response["Content-Encoding"] = encoding
    return response


@cast(Callable[[View], View], csp_update({"script-src": [SELF, "'wasm-unsafe-eval'"]}))
def worker(request: HttpRequest, folder: str) -> HttpResponse:
    """Return the script of the worker, which alone may compile WebAssembly: the page itself may not."""
    return file(request, path=f"{folder}/worker.js")
