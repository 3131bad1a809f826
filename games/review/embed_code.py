"""The HTML that shows a finished deal on another page, and the address for oEmbed (https://oembed.com)."""

from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.review.queries import ReviewedDeal

WIDTH: Final = 640
HEIGHT: Final = 620
"""The size of a frame in CSS pixels, unless the other page has less room."""


class Embedding(NamedTuple):
    """How another page shows a deal: the HTML of a frame, and the address of its oEmbed answer."""

    frame: str
    oembed: str


def embedding(request: HttpRequest, deal: ReviewedDeal) -> Embedding | None:
    """Return how other pages can show a deal; None unless anybody may review it.

    A board of a set of deals has a proof once the set has closed, and may be shown from then on.
    """
    if not deal.code or not deal.open_to_all or (deal.is_board and deal.proof is None):
        return None
    asked = urlencode({"url": review_address(request, deal)})
    return Embedding(frame(request, deal), f"{request.build_absolute_uri(reverse('games:oembed'))}?{asked}")


def frame(request: HttpRequest, deal: ReviewedDeal, width: int = WIDTH, height: int = HEIGHT) -> str:
    """Return the HTML that shows a deal of a table on another page."""
    address = request.build_absolute_uri(reverse("games:embed", args=[deal.code, deal.number]))
    return format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy" style="border:0;max-width:100%"></iframe>',
        *(address, title_of(deal), width, height),
    )


def title_of(deal: ReviewedDeal) -> str:
    """Return the title of a deal's frame."""
    return _("Deal %(number)d of %(table)s") % {"number": deal.number, "table": deal.name}


def review_address(request: HttpRequest, deal: ReviewedDeal) -> str:
    """Return the whole address of a deal's review."""
    return request.build_absolute_uri(reverse("games:review", args=[deal.code, deal.number]))
