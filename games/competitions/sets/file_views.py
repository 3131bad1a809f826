"""Files of sets of deals: results to download, the picture that other sites show for a link, and the feed of the deals
of the day, with the rules of each and nothing of its cards.
"""

from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, gettext as _, gettext_lazy, override

from accounts.base.rate_limits import check_limit
from games.competitions.sets import export, words
from games.competitions.sets.lookups import boards_by
from games.competitions.sets.words import set_title
from games.models import Board, SetKind
from games.play.modes import access
from games.web import downloads
from games.web.link_pictures import draw_words
from games.web.pages import png
from games.web.shortcuts import check_downloads
from games.words.options import variant


def results(request: HttpRequest, code: str, form_of: str) -> HttpResponse:
    """Download the results of all boards and the ladder, if the visitor may see them all."""
    of_set = boards_by(code)[0].deal_set
    if not access.may_see_all_results(of_set, request.user):
        raise PermissionDenied(
            _("Results can be downloaded when the set is closed, or you have finished the challenge.")
        )
    check_downloads(request)
    return downloads.results(export.results_of(of_set), export.as_csv, code, form_of)


def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture of a set for links to it, in `?language=`: its name and a challenge, no result."""
    check_limit(request, "picture", "")
    of_set, asked = boards_by(code), request.GET.get("language")
    with override(asked if asked in dict(settings.LANGUAGES) else get_language()):
        return png(draw_words(*words.of_picture(of_set)))


DAYS_OF_FEED: Final = 30
"""How many days the feed goes back."""


class DealsOfTheDay(Feed[Board, Any]):
    """The latest deals of the day that have opened."""

    feed_type = Atom1Feed
    title = gettext_lazy("Deals of the day")
    subtitle = gettext_lazy("One deal a day, the same for everyone, with new rules each day of the week.")

    def link(self) -> str:
        """Return the page that the feed belongs to."""
        return reverse("games:today")

    def items(self) -> QuerySet[Board]:
        """Return the boards, newest first."""
        now = timezone.now()
        boards = Board.objects.filter(deal_set__kind=SetKind.DAY, deal_set__opens_at__lte=now, deal_set__void_reason="")
        return boards.select_related("deal_set").order_by("-deal_set__opens_at")[:DAYS_OF_FEED]

    def item_title(self, item: Board) -> str:
        """Return the name of the deal."""
        return set_title(item.deal_set)

    def item_description(self, item: Board) -> str:
        """Return its rules."""
        return _("Rules: %(rules)s.") % {"rules": variant(item.peek, item.bidding)}

    def item_link(self, item: Board) -> str:
        """Return its page, which shows the result to whoever has played it."""
        return reverse("games:deal_set", args=[item.deal_set.code])

    def item_pubdate(self, item: Board) -> datetime:
        """Return when it opened."""
        return item.deal_set.opens_at
