"""What every request of a signed-in player brings about."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts import services
from accounts.models import today

GetResponse = Callable[[HttpRequest], HttpResponse]


class LanguageOfUserMiddleware:
    """Answers in the language the account asks for. LocaleMiddleware, before it, knows only the browser."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class LastSeenMiddleware:
    """Notes once a day that a player was here, and renews the session cookie, which is all that keeps a guest."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.last_seen < today():
            services.note_visit(request.user)
            request.session.modified = True
        return self.get_response(request)
