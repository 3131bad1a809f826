"""Where sessions are kept: in the database alone, which is asked for keys that could be ours and for no others."""

from __future__ import annotations

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore


class SessionStore(DatabaseStore):
    """Django's, but for keys that a browser made up: at a NUL, which a cookie can hold, PostgreSQL fails."""

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key if session_key and _could_be_ours(session_key) else None)


def _could_be_ours(key: str) -> bool:
    return key.isascii() and key.isalnum()
