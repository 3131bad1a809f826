"""Subjects plug into the site by their `subject.py`."""

from collections import Counter
from pathlib import Path

import pytest
from django.urls import get_resolver

from accounts.models import User
from accounts.signals import lock_requested
from games.subjects import SUBJECTS, all_subjects
from tests.tables import new_player

GAMES = Path(__file__).resolve().parents[1] / "games"


def test_every_subject_is_plugged_in_once() -> None:
    with_subject = {".".join(file.parent.relative_to(GAMES).parts) for file in GAMES.rglob("subject.py")}
    assert Counter(SUBJECTS) == Counter(with_subject), (
        "SUBJECTS in games/subjects.py names each package with a subject.py"
    )


def test_every_subject_is_in_the_table_of_folders() -> None:
    readme = (GAMES.parent / "README.md").read_text()
    missing = [name for name in SUBJECTS if f"`games/{name.partition('.')[0]}/`" not in readme]
    assert not missing, "name the package in the table “How it is built” of README.md"


def test_no_two_subjects_use_one_name_for_a_task_or_a_daily_job() -> None:
    tasks = [task.name for subject in all_subjects() for task in subject.tasks]
    daily = [name for subject in all_subjects() for name in subject.daily]
    assert [name for names in (tasks, daily) for name, times in Counter(names).items() if times > 1] == []


def test_every_address_of_the_games_belongs_to_a_subject() -> None:
    _prefix, resolver = get_resolver().namespace_dict["games"]
    plugged = [entry for subject in all_subjects() for entry in (*subject.addresses, *subject.pages)]
    assert [str(entry.pattern) for entry in resolver.url_patterns if entry not in plugged] == ["sitemap.xml"]


@pytest.mark.django_db
def test_rows_of_an_account_are_locked_in_the_reverse_order_of_subjects() -> None:
    """Clubs before tournaments, and those before games: services lock them in this order too (docs/architecture.md)."""
    receivers = [receiver for receiver, _answer in lock_requested.send(User, user=new_player())]
    called = [receiver.__module__.removeprefix("games.").rpartition(".")[0] for receiver in receivers]
    assert called == ["clubs", "competitions.tournaments", "lobby"]
    assert called == sorted(called, key=SUBJECTS.index, reverse=True)
