"""Static pages, and the manifest and service worker of the installable app."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game."""
    return render(request, "games/rules.html")


@require_safe
def bidding_notes(request: HttpRequest) -> HttpResponse:
    """Show strategy notes on bidding first, second and last."""
    return render(request, "games/bidding_notes.html")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page. It names no visitor, because browsers store it."""
    return render(request, "offline.html")


@never_cache
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It caches the offline page but no page with cards; at the root it covers the site."""
    return render(request, "service-worker.js", content_type="text/javascript")


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
        "icons": _icons(),
        "shortcuts": [{"name": _("Lobby"), "url": reverse("games:lobby")}],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icons() -> list[dict[str, str]]:
    vector = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    bitmaps = [
        {"src": static(f"icons/{name}.png"), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in (
            ("icon-192", "192x192", "any"),
            ("icon-512", "512x512", "any"),
            ("maskable-512", "512x512", "maskable"),
        )
    ]
    return [vector, *bitmaps]
