"""What every page knows of the games."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.lobby import queries as lobby_queries


def notices(request: HttpRequest) -> dict[str, object]:
    """At how many tables it is the visitor's turn, and the latest invitation; asked for only where they are shown."""
    return {
        "turns_waiting": SimpleLazyObject(lambda: lobby_queries.turns_waiting(request.user)),
        "invitation": SimpleLazyObject(lambda: next(iter(lobby_queries.invitations_of(request.user)), None)),
    }
