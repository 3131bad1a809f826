"""Finished deals on other sites' pages: the page for their frames, and oEmbed (https://oembed.com), which finds it.

The page is the same for every reader, and shows only what anybody may review; it sets no cookie, and browsers send
none with a frame. Opened by itself, it is refused to a reader who may not review the deal now.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final, cast
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from games.play.spectators import NotForSpectators
from games.review.embed_code import HEIGHT, WIDTH, frame, review_address, title_of
from games.review.log import ReviewSelection
from games.review.page import review_page
from games.review.views import deal_for_anybody, position_in
from games.web.shortcuts import View

LEAST: Final = 280
"""The least width and height that a page may ask for: a narrower frame would cut cards off."""


# The decorator's own type knows only views without parameters.
@cast(Callable[[View], View], csp_replace({"frame-ancestors": ["*"]}))
@xframe_options_exempt
def embed(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a finished deal in a frame, at the position that `?at=` selects, if anybody may review it."""
    deal = deal_for_anybody(request, code, number)
    chosen = ReviewSelection(request.path, {}, position_in(request.GET, deal))
    context = {"deal": deal, "review": review_page(deal, chosen), "review_address": review_address(request, deal)}
    return render(request, "review/embed.html", context)


def oembed(request: HttpRequest) -> HttpResponse:
    """Answer how the review at `?url=` is shown in a frame (oEmbed 1.0, as JSON)."""
    if request.GET.get("format", "json") != "json":
        return _refusal(HTTPStatus.NOT_IMPLEMENTED, _("Only the format json is available here."))
    place = _review_at(request, request.GET.get("url", ""))
    if place is None:
        return _refusal(HTTPStatus.NOT_FOUND, _("The parameter url has to be the address of a deal’s review here."))
    try:
        deal = deal_for_anybody(request, *place)
    except Http404 as missing:
        return _refusal(HTTPStatus.NOT_FOUND, str(missing))
    except PermissionDenied as closed:
        return _refusal(HTTPStatus.FORBIDDEN, str(closed))
    except NotForSpectators:
        return _refusal(HTTPStatus.FORBIDDEN, _("This table is for its players only."))
    width, height = _most(request, "maxwidth", WIDTH), _most(request, "maxheight", HEIGHT)
    picture = request.build_absolute_uri(reverse("games:deal_picture", args=place))
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Dummy Hand Spades",
            "provider_url": request.build_absolute_uri(reverse("games:home")),
            "title": title_of(deal),
            "html": frame(request, deal, width, height),
            "width": width,
            "height": height,
            "thumbnail_url": picture,
            "thumbnail_width": 1200,
            "thumbnail_height": 630,
        }
    )


def _review_at(request: HttpRequest, address: str) -> tuple[str, int] | None:
    """Return the table's code and the deal's number of a review's address on this site, None for any other."""
    try:
        parts = urlsplit(address)
        match = resolve(parts.path)
    except (ValueError, Resolver404):
        return None
    if parts.netloc != request.get_host() or match.view_name not in ("games:review", "games:embed"):
        return None
    return match.kwargs["code"], match.kwargs["number"]


def _most(request: HttpRequest, name: str, usual: int) -> int:
    """Return a length within the maximum that this parameter sets, unless that is too small."""
    asked = request.GET.get(name, "")
    return max(LEAST, min(usual, int(asked))) if asked.isascii() and asked.isdigit() and len(asked) < 6 else usual


def _refusal(status: int, sentence: str) -> JsonResponse:
    return JsonResponse({"error": sentence}, status=status)
