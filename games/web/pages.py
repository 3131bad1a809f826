"""Pages that belong to no subject: texts, the installable app, robots.txt, the site map, security.txt."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, pgettext
from django.views.decorators.http import require_safe

from accounts.base.choices import Visibility
from accounts.models import User
from accounts.notifications import pushes
from games.web import link_pictures


@require_safe
def page(request: HttpRequest, template: str) -> HttpResponse:
    """Show a page of text only: the rules, notes on bidding, or the offline page, which browsers store."""
    return render(request, template)


def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It caches the offline page but no page with cards; at the root it covers the site."""
    context = {"push_key": pushes.public_key()}
    return render(request, "service-worker.js", context, content_type="text/javascript")


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """Return the web application manifest (W3C)."""
    start = reverse("games:home")
    content = {
        "name": "Dummy Hand Spades",
        "short_name": "Spades",
        "description": _("Spades for three, with a fourth hand on the table."),
        "lang": get_language(),
        "id": start,
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "background_color": "#e9e4d7",
        "theme_color": "#2c5447",
        "icons": [
            {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            _bitmap("icon-192", 192, "any"),
            _bitmap("icon-512", 512, "any"),
            _bitmap("maskable-512", 512, "maskable"),
        ],
        "shortcuts": [{"name": pgettext("the place", "Today"), "url": reverse("games:today")}],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _bitmap(name: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": static(f"icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


DAY: Final = 24 * 60 * 60
PRIVATE: Final = ("/accounts/", "/admin/", "/language/", "/mails/", "/me/", "/you/")


def png(picture: bytes) -> HttpResponse:
    """Return a picture that may be cached for a day."""
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": f"public, max-age={DAY}"})


def picture(_request: HttpRequest) -> HttpResponse:
    """Return the picture of the site, for links to pages that have none of their own."""
    return png(link_pictures.draw_site())


def robots(request: HttpRequest) -> HttpResponse:
    """Keep search engines out of accounts, and lead them to the site map."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE)]
    return _lines(*lines, "", f"Sitemap: {request.build_absolute_uri(reverse('games:sitemap'))}")


def security(request: HttpRequest) -> HttpResponse:
    """Say where to report a vulnerability; the answer is valid for half a year (RFC 9116)."""
    return _lines(
        f"Contact: {settings.CONTACT}",
        f"Expires: {timezone.now() + timedelta(days=180):%Y-%m-%dT00:00:00Z}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {request.build_absolute_uri(request.path)}",
    )


def _lines(*lines: str) -> HttpResponse:
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")


class Pages(Sitemap[str]):
    """The public pages, by name."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def items(self) -> Sequence[str]:
        return self._names

    def location(self, item: str) -> str:
        return reverse(f"games:{item}")


class Profiles(Sitemap[User]):
    """The pages of registered players who show their results to everybody."""

    def items(self) -> QuerySet[User]:
        shown = User.objects.filter(is_guest=False, is_active=True, must_rename=False, visibility=Visibility.PUBLIC)
        return shown.order_by("pk")

    def location(self, item: User) -> str:
        return reverse("games:player", args=[item.username])
