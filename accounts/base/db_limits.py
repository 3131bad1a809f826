"""Limits on waiting for PostgreSQL, for a process that serves the site: shorter than visitors, and the proxy, wait.

Commands have no such limits, as they may read everything; `migrate` has its own.
"""

from django.conf import settings
from django.db import connections


def apply() -> None:
    """Limit the connections that this process opens from now on.

    PgBouncer refuses limits that come from here. It gives connections its own (deploy/pgbouncer.ini).
    """
    database = connections.settings["default"]
    if database["ENGINE"] != "django.db.backends.postgresql" or database.get("DISABLE_SERVER_SIDE_CURSORS"):
        return
    wait, statement = settings.DATABASE_WAIT_SECONDS, settings.DATABASE_STATEMENT_SECONDS
    limits = f"-c lock_timeout={wait}s -c statement_timeout={statement}s"
    options = database.setdefault("OPTIONS", {})
    options["options"] = f"{limits} {options.get('options', '')}".strip()
