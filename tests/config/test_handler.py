"""What the handler of requests takes over from Django's, which no document has."""

from inspect import signature

from django.core.handlers.asgi import ASGIHandler

USED = {
    "handle": ("scope", "receive", "send"),
    "read_body": ("receive",),
    "create_request": ("scope", "body_file"),
    "send_response": ("response", "send"),
    "get_response": ("request",),
    "load_middleware": ("is_async",),
}


def test_django_still_has_what_the_handler_uses() -> None:
    found = {name: tuple(signature(getattr(ASGIHandler, name)).parameters)[1:] for name in USED}
    assert found == USED
    assert ASGIHandler.chunk_size > 0
