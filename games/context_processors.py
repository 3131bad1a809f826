"""What every page knows of the games."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import selectors


def turns(request: HttpRequest) -> dict[str, object]:
    """`turns_waiting`: at how many tables it is the visitor's turn; asked for only by pages that show it."""
    return {"turns_waiting": SimpleLazyObject(lambda: selectors.turns_waiting(request.user))}
