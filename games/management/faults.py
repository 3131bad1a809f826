"""What operators read when a command fails because of what is around it: the database, Redis, a file. `manage.py` says
so in a sentence instead of a traceback.
"""

from typing import Final

from django.db import DatabaseError, OperationalError
from psycopg.errors import UndefinedColumn, UndefinedTable

from accounts.base.outages import OUTAGE

_NOT_THERE: Final = ("no such table", "no such column", "has no column named")
"""What SQLite says of tables of another version."""


def sentence_for(error: BaseException) -> str | None:
    """Return what to tell an operator of the error that has ended a command, or None if it is one of the code's own."""
    if _lacks_tables(error):
        return f"The database lacks tables or columns of this version: run migrate. ({_first_line(error)})"
    if isinstance(error, OUTAGE):
        kind = "database" if isinstance(error, OperationalError) else "Redis server"
        return f"The {kind} does not answer, or not in time: {error}"
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}."
    return None


def _lacks_tables(error: BaseException) -> bool:
    if not isinstance(error, DatabaseError):
        return False
    says_so = isinstance(error, OperationalError) and any(words in str(error) for words in _NOT_THERE)
    return says_so or isinstance(error.__cause__, UndefinedTable | UndefinedColumn)


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
