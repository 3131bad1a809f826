"""Talk at a table, as its readers hear it."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.chat import queries as chat_queries
from games.play import queries as table_queries


def heard(code: str, reader: User | AnonymousUser) -> list[str]:
    """What `reader` hears at the table, oldest first."""
    told = chat_queries.talk(table_queries.game_by_code(code), reader)
    return [said.phrase or said.text for said in told.said] if told else []


def people(code: str, reader: User | AnonymousUser) -> dict[str, tuple[bool, bool]]:
    """Whom `reader` may hush, and whether they are muted or blocked."""
    told = chat_queries.talk(table_queries.game_by_code(code), reader)
    assert told is not None
    return {person.name: (person.muted, person.blocked) for person in told.people}
