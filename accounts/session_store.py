"""Database session store that looks up only well-formed keys."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore


class SessionStore(DatabaseStore):
    """Ignores malformed keys. PostgreSQL fails on a NUL, which a cookie can contain."""

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key if session_key and _is_well_formed(session_key) else None)


def _is_well_formed(key: str) -> bool:
    return key.isascii() and key.isalnum()
