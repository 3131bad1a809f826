"""Addresses that pages and forms had before. They lead on for good."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.views.generic import RedirectView


class Moved(RedirectView):
    """Leads to the page or form of this name with what the address carries, and with what a form sends."""

    permanent = True
    query_string = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Let the browser send the form again, to the new address."""
        response = super().post(request, *args, **kwargs)
        response.status_code = HTTPStatus.PERMANENT_REDIRECT
        return response
