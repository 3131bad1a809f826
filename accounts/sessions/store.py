"""Database session store that looks up only well-formed keys, and quickly, because every request loads its session."""

from typing import Any, Final

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from django.utils.crypto import constant_time_compare

_DATA: Final = f"SELECT session_data FROM {Session._meta.db_table} WHERE session_key = %s AND expire_date > %s"  # noqa: S608  # only a model's table name is inserted


class SessionStore(DatabaseStore):
    """Ignores malformed keys. PostgreSQL fails on a NUL, which a cookie can contain.

    `stored` is the session as it was found in the database, "" if it was not.
    """

    stored = ""

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key if session_key and _is_well_formed(session_key) else None)

    def load(self) -> dict[str, Any]:
        """Return the data of the session. The statement is written once: Django takes ten times as long."""
        with connection.cursor() as cursor:
            cursor.execute(_DATA, [self.session_key, connection.ops.adapt_datetimefield_value(timezone.now())])
            row = cursor.fetchone()
        if row is None:
            return super().load()
        self.stored = row[0]
        return self.decode(self.stored)

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """Return the data; the hash of the account in it is by the present key, even if an earlier one was used.

        Else Django's `get_user` would give the session another key, which only the answer to a page can tell the
        browser: a socket, or two requests at once, would sign a guest out for ever.
        """
        data: dict[str, Any] = super().decode(session_data)
        if settings.SECRET_KEY_FALLBACKS and HASH_SESSION_KEY in data:
            self._renew_hash(data)
        return data

    def _renew_hash(self, data: dict[str, Any]) -> None:
        user = get_user_model().objects.filter(pk=data[SESSION_KEY]).first()
        earlier = user.get_session_auth_fallback_hash() if user else ()
        if user and any(constant_time_compare(data[HASH_SESSION_KEY], old) for old in earlier):
            data[HASH_SESSION_KEY] = user.get_session_auth_hash()
            self.modified = True  # and so it is stored with the answer


def _is_well_formed(key: str) -> bool:
    return key.isascii() and key.isalnum()
