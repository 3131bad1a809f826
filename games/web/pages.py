"""Static pages, and the manifest and service worker of the installable app."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_safe

from accounts.notifications import pushes


@require_safe
def page(request: HttpRequest, template: str) -> HttpResponse:
    """Show a page that is a text: the rules, notes on bidding, or the offline page, which browsers store."""
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
        "shortcuts": [{"name": _("Lobby"), "url": reverse("games:lobby")}],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _bitmap(name: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": static(f"icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
