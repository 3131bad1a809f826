"""Helpers to write tables in migrations, and operations that stand for those of earlier migrations."""

from collections.abc import Sequence
from typing import Any, Final

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

USER: Final = settings.AUTH_USER_MODEL


def key() -> models.BigAutoField[Any, Any]:
    """Return the field `id` of a table whose model names no primary key."""
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def table(name: str, options: dict[str, Any], /, **fields: models.Field[Any, Any]) -> migrations.CreateModel:
    """Return the operation that makes the table of a model with these options of its `Meta` and these fields."""
    return migrations.CreateModel(name, list(fields.items()), options)


class Tables(Operation):
    """Makes several tables.

    As single operations they would take most of the first `migrate`: after each of them, Django makes classes anew for
    all models that are related to the new one, which are nearly all.
    """

    def __init__(self, *tables: migrations.CreateModel) -> None:
        self.tables = tables

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        if "apps" in state.__dict__:
            del state.apps  # made again when somebody asks for a model
        for each in self.tables:
            each.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for each in self.tables:
            each.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for each in reversed(self.tables):
            each.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create models {', '.join(each.name for each in self.tables)}"


class Once(Operation):
    """What earlier migrations did: a database that has run one of them does not run it again.

    They are recorded, as for `replaces`: then all databases of a version have the same records, and the version before
    finds nothing to do. Unlike `replaces`, one migration can hold what several releases added.
    """

    reversible = False

    def __init__(self, former: Sequence[str], *operations: Operation) -> None:
        self.former = former
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        for each in self.operations:
            each.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        recorder = MigrationRecorder(schema_editor.connection)
        missing = {(app_label, name) for name in self.former} - recorder.applied_migrations().keys()
        if len(missing) == len(self.former):
            self._run(app_label, schema_editor, from_state)
        for app, name in missing:
            recorder.record_applied(app, name)

    def _run(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, state: ProjectState) -> None:
        for each in self.operations:
            before, state = state, state.clone()
            each.state_forwards(app_label, state)
            each.database_forwards(app_label, schema_editor, before, state)

    def describe(self) -> str:
        return f"What {', '.join(self.former)} did"
