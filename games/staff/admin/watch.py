"""The collusion watch: a ranked list of pairs, and for each the deals that speak for it (docs/collusion.md)."""

from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from games.models import Deal, SoftPlay
from games.staff import markup
from games.staff.action_admin import ActionAdmin
from games.words.names import decimal

SHARED = ("shares_address", "shares_browser")


@admin.register(SoftPlay)
class SoftPlayAdmin(ActionAdmin[SoftPlay]):
    """Pairs with a score, the most conspicuous first, for staff who may resolve reports."""

    allowed_lookups = ("flagged",)
    list_display = ("player", "against", "rounded", "flagged", "deals", "together", *SHARED)
    list_display_links = ("rounded",)
    list_filter = ("flagged",)
    fields = ("player_link", "declarer_link", "rounded", "flagged", "deals", "together", *SHARED, "evidence")
    ordering = ("-score",)

    def has_view_permission(self, request: HttpRequest, obj: SoftPlay | None = None) -> bool:
        return request.user.has_perm("games.resolve_report")

    has_module_permission = has_view_permission

    def get_queryset(self, request: HttpRequest) -> QuerySet[SoftPlay]:
        """Return the pairs of people that have a score, each with whether both were signed in from one address, and
        whether even with the same kind of browser, which speaks for one device."""
        of_player = UserSession.objects.filter(user=OuterRef("player"))
        of_declarer = UserSession.objects.filter(user=OuterRef(OuterRef("declarer")))
        same_browser = of_declarer.filter(ip=OuterRef("ip"), user_agent=OuterRef("user_agent"))
        rows = super().get_queryset(request).filter(declarer__isnull=False, score__isnull=False)
        return rows.select_related("player", "declarer").annotate(
            shares_address=Exists(of_player.filter(ip__in=of_declarer.values("ip"))),
            shares_browser=Exists(of_player.filter(Exists(same_browser))),
        )

    @admin.display(description=gettext_lazy("plays softly against"), ordering="declarer__username")
    def against(self, pair: SoftPlay) -> str:
        return str(pair.declarer)

    @admin.display(description=gettext_lazy("standard score"), ordering="score")
    def rounded(self, pair: SoftPlay) -> str:
        return decimal(pair.score or 0.0)

    @admin.display(description=gettext_lazy("games together"))
    def together(self, pair: SoftPlay) -> str:
        return _("%(shared)d of %(all)d") % {"shared": pair.shared_games, "all": pair.games}

    @admin.display(description=gettext_lazy("same address"), boolean=True)
    def shares_address(self, pair: SoftPlay) -> bool:
        return bool(pair.shares_address)  # type: ignore[attr-defined]  # annotated by get_queryset

    @admin.display(description=gettext_lazy("same browser there"), boolean=True)
    def shares_browser(self, pair: SoftPlay) -> bool:
        return bool(pair.shares_browser)  # type: ignore[attr-defined]  # annotated by get_queryset

    @admin.display(description=gettext_lazy("player"))
    def player_link(self, pair: SoftPlay) -> str:
        return markup.row_link(pair.player)

    @admin.display(description=gettext_lazy("plays softly against"))
    def declarer_link(self, pair: SoftPlay) -> str:
        return markup.row_link(pair.declarer) if pair.declarer else markup.EMPTY

    @admin.display(description=gettext_lazy("deals that speak for it"))
    def evidence(self, pair: SoftPlay) -> str:
        """Return a table with a link to the review of each deal, the strongest first."""
        deals = Deal.objects.select_related("game").in_bulk([number for number, _softness in pair.strongest])
        pairs = [(deals[number], softness) for number, softness in pair.strongest if number in deals]
        rows = ((markup.row_link(deal.game), _review(deal), decimal(softness)) for deal, softness in pairs)
        return markup.table((_("game"), _("deal"), _("softness")), rows)


def _review(deal: Deal) -> str:
    return markup.link(reverse("games:review", args=[deal.game.code, deal.number]), deal.number)
