"""The middleware that reads the account of a request."""

from django.contrib.auth import middleware
from django.http import HttpRequest


class AccountMiddleware(middleware.AuthenticationMiddleware):
    """Reads the account at once. Django puts a proxy in its place that reads it when it is first used.

    Every request uses it, as the account has the language, and the proxy would cost a Python call for each attribute.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = middleware.get_user(request)
