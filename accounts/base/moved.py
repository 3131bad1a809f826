"""Permanent redirects from former addresses of pages and forms."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.views.generic import RedirectView


class Moved(RedirectView):
    """Redirects to the page or form of this name, with the arguments of the address and the data of a form."""

    permanent = True
    query_string = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Make the browser send the form again to the new address."""
        response = super().post(request, *args, **kwargs)
        response.status_code = HTTPStatus.PERMANENT_REDIRECT
        return response
