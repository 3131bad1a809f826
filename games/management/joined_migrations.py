"""Databases that cannot be upgraded, as they have run some of the migrations that one migration now stands for.

The migrations of a release are joined (`replaces`), so a database may be at a release or at the last commit with the
single ones. Django would say of any other one that a node of a graph is missing.
"""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

LAST_WITH_ALL: Final = "c845010f"
"""The last commit with the single migrations."""


def gap(connection: BaseDatabaseWrapper) -> str:
    """Say between which migrations a database is, "" if it can be upgraded."""
    migrations = MigrationLoader(None).disk_migrations
    applied = MigrationRecorder(connection).applied_migrations().keys()
    for migration in migrations.values():
        joined = [each for each in migration.replaces if each not in migrations]
        missing = [each for each in joined if each not in applied]
        if 0 < len(missing) < len(joined):
            app, name = missing[0]
            return (
                f"The database is between two versions: it has run the migrations of “{app}” up to the one before "
                f"{name}, which is no longer a migration of its own. Nothing has been changed. Install the commit "
                f"{LAST_WITH_ALL}, run its migrate, and then that of this version."
            )
    return ""
