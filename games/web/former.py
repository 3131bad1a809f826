"""Permanent redirects from former addresses of pages."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.web.shortcuts import View


def leads_to(name: str, fragment: str = "", kept: tuple[str, ...] = (), named: Mapping[str, str] | None = None) -> View:
    """Return a view that redirects permanently to the page with this name, perhaps to a part of it.

    The query is kept. Arguments of the former address listed in `kept` become arguments of the new one; those in
    `named` become parameters of its query, under these names.
    """

    @require_safe
    def view(request: HttpRequest, **arguments: object) -> HttpResponse:
        query = request.GET.copy()
        for argument, new in (named or {}).items():
            query[new] = str(arguments[argument])
        address = reverse(f"games:{name}", kwargs={argument: arguments[argument] for argument in kept})
        return HttpResponsePermanentRedirect(
            address + (f"?{query.urlencode()}" if query else "") + (f"#{fragment}" if fragment else "")
        )

    return view
