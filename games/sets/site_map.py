"""The part of the site map about sets of deals."""

from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse

from games.models import DealSet
from games.sets.kinds import public_kinds


class ClosedSets(Sitemap[DealSet]):
    """The pages of closed sets, which show their results to everybody. A challenge is for whoever has its link."""

    def items(self) -> QuerySet[DealSet]:
        closed = DealSet.objects.filter(kind__in=public_kinds(), closed_at__isnull=False, void_reason="")
        return closed.order_by("pk")

    def location(self, item: DealSet) -> str:
        return reverse("games:deal_set", args=[item.code])
