"""Template variables of every page."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.lobby import queries as lobby_queries


def notices(request: HttpRequest) -> dict[str, object]:
    """Return the number of tables at which it is the visitor's turn, and the latest invitation; both lazily."""
    return {
        "turns_waiting": SimpleLazyObject(lambda: lobby_queries.turns_waiting(request.user)),
        "invitation": SimpleLazyObject(lambda: next(iter(lobby_queries.invitations_of(request.user)), None)),
    }
