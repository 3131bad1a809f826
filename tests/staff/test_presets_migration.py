"""The migration that gives the ready sets of rules of a site their new lines."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from games.migrations._presets import FORMER_LINES, PRESETS
from games.models import RulesPreset

pytestmark = pytest.mark.django_db(transaction=True)

Lines = dict[str, tuple[str, str]]


@pytest.fixture
def new_lines() -> Lines:
    """Store the presets of a new site if a test has emptied the database; return their lines."""
    for position, (code, name_en, name_es, line_en, line_es, _) in enumerate(PRESETS, start=1):
        words = {"name_en": name_en, "name_es": name_es, "line_en": line_en, "line_es": line_es}
        rest = {"peek": "none", "bidding": "standard", "target": 500}
        RulesPreset.objects.update_or_create(
            code=code, defaults=words, create_defaults=rest | words | {"position": position}
        )
    return {code: (line_en, line_es) for code, _, _, line_en, line_es, _ in PRESETS}


def migrate_again() -> None:
    MigrationRecorder(connection).record_unapplied("staff", "0008_roles_and_presets")
    call_command("migrate", verbosity=0)


def lines() -> Lines:
    return {row.code: (row.line_en, row.line_es) for row in RulesPreset.objects.all()}


@pytest.mark.parametrize("age", [-1, 0], ids=["of the version before", "of the first version"])
def test_former_default_lines_become_the_new_ones(new_lines: Lines, age: int) -> None:
    for code, columns in FORMER_LINES.items():
        RulesPreset.objects.filter(code=code).update(**{column: former[age] for column, former in columns.items()})
    assert lines() != new_lines
    migrate_again()
    assert lines() == new_lines


def test_lines_that_staff_have_written_stay(new_lines: Lines) -> None:
    former = FORMER_LINES["mirror"]["line_en"][0]
    RulesPreset.objects.filter(code="mirror").update(line_en=former, line_es="Tantas como picas.")
    RulesPreset.objects.filter(code="short").update(line_en=former)
    migrate_again()
    assert lines()["mirror"] == (new_lines["mirror"][0], "Tantas como picas.")
    assert lines()["short"] == (former, new_lines["short"][1])
