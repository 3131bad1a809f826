"""The deals of the day as an Atom feed: each with its rules, and nothing of its cards."""

from datetime import datetime
from typing import Any, Final

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _, gettext_lazy

from games.models import Board, SetKind
from games.sets.words import set_title
from games.words.options import variant

MOST: Final = 30
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
        return boards.select_related("deal_set").order_by("-deal_set__opens_at")[:MOST]

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
