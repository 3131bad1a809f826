"""How a request is answered."""

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class OneTripHandler(ASGIHandler):
    """All our middleware and views are synchronous, so a request goes to a thread once, and comes back answered.

    Django's own handler has every such request come back to the event loop and go to the thread again, half-way. That
    takes longer; and when the server ends meanwhile, the thread waits for the loop for ever, and the process with it.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response)(request)
