"""Pages for other sites: pictures of links, robots.txt, the site map, and where to write about security (RFC 9116)."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, Visibility
from games.web import link_pictures

DAY: Final = 24 * 60 * 60
PRIVATE: Final = ("/accounts/", "/admin/", "/language/", "/mails/", "/you/")


def png(picture: bytes) -> HttpResponse:
    """Return a picture that others may keep for a day."""
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": f"public, max-age={DAY}"})


def picture(_request: HttpRequest) -> HttpResponse:
    """Return the picture of the site, for links to pages that have none of their own."""
    return png(link_pictures.draw_site())


def robots(request: HttpRequest) -> HttpResponse:
    """Keep search engines out of accounts, and lead them to the site map."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE)]
    return _lines(*lines, "", f"Sitemap: {request.build_absolute_uri(reverse('games:sitemap'))}")


def security(request: HttpRequest) -> HttpResponse:
    """Say where to report a weakness; this holds for half a year (RFC 9116)."""
    return _lines(
        f"Contact: {settings.CONTACT}",
        f"Expires: {timezone.now() + timedelta(days=180):%Y-%m-%dT00:00:00Z}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {request.build_absolute_uri(request.path)}",
    )


def _lines(*lines: str) -> HttpResponse:
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")


class Pages(Sitemap[str]):
    """The pages for everybody."""

    def items(self) -> Iterable[str]:
        return ("home", "rules", "first_deal", "bidding_notes", "train", "leaders", "verify")

    def location(self, item: str) -> str:
        return reverse(f"games:{item}")


class Profiles(Sitemap[User]):
    """The pages of registered players who show their results to everybody."""

    def items(self) -> QuerySet[User]:
        shown = User.objects.filter(is_guest=False, is_active=True, must_rename=False, visibility=Visibility.PUBLIC)
        return shown.order_by("pk")

    def location(self, item: User) -> str:
        return reverse("games:player", args=[item.username])


SITEMAPS: Final = {"pages": Pages, "profiles": Profiles}
