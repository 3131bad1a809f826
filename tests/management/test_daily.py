"""The jobs of every day: what they remove and what they leave, who does them, and what is stored of them."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import Mock

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import Notification, User
from accounts.personal_data.deletion import delete_account
from accounts.site_config import audit
from accounts.site_config.models import AuditAction, AuditEntry, DailyJob
from games.chat import services as chat
from games.management import daily, database_files
from games.models import Attempt, GameResult, Message, Report, ReportReason
from games.people import reports
from games.subjects import Subject, all_subjects
from tests.sites import ROOT
from tests.tables import Time, begin, close_table, finish_deals, gather, new_player

pytestmark = pytest.mark.django_db

YEAR = timedelta(days=365)


def run(*options: str) -> dict[str, int]:
    """Do the jobs; return what each says."""
    printed = StringIO()
    call_command("daily", *options, stdout=printed)
    lines = (line.split(": ") for line in printed.getvalue().splitlines())
    return {name: int(number.replace(",", "")) for name, number in lines}


def test_every_job_is_documented() -> None:
    section = (ROOT / "docs" / "operations.md").read_text().split("\n## Every day")[1].split("\n## ")[0]
    missing = [name for name in daily.jobs() if f"`{name}`" not in section]
    assert not missing, "add a row to the table of “Every day” in docs/operations.md"


def said_at(table: str, author: User, age: timedelta) -> Message:
    message = chat.send_message(code=table, author=author, text="Hello")
    Message.objects.filter(pk=message.pk).update(sent_at=timezone.now() - age)
    return message


def test_old_chat_is_removed_unless_a_running_game_or_a_report_needs_it() -> None:
    ana, ben, eve = new_player(), new_player(), new_player()
    ended, running, reported = gather(ana), gather(ben), gather(ana, eve)
    gone, recent = said_at(ended, ana, 2 * YEAR), said_at(ended, ana, YEAR / 2)
    of_running, of_report = said_at(running, ben, 2 * YEAR), said_at(reported, eve, 2 * YEAR)
    chat.report(code=reported, reporter=ana, number=of_report.pk)
    close_table(ended)
    close_table(reported)
    assert run()["chat"] == 1
    assert not Message.objects.filter(pk=gone.pk).exists()
    assert set(Message.objects.all()) == {recent, of_running, of_report}
    delete_account(eve)
    [context] = Report.objects.get().context
    assert context["author"].startswith("Former player"), "the report still knows whose words it holds"


def test_old_answers_and_audit_lines_are_removed() -> None:
    ana = new_player()
    for number, age in enumerate((YEAR, 4 * YEAR)):
        Attempt.objects.create(user=ana, kind="bid", number=number, choice="3", lost=0, right=True)
        Attempt.objects.filter(number=number).update(at=timezone.now() - age)
        audit.record(by=ana, action=AuditAction.SUSPEND, target=ana)
        AuditEntry.objects.filter(pk=AuditEntry.objects.latest("pk").pk).update(at=timezone.now() - age)
    done = run()
    assert (done["attempts"], done["audit"]) == (1, 1)
    assert Attempt.objects.get().number == 0
    assert AuditEntry.objects.get().at > timezone.now() - 2 * YEAR


def test_nothing_is_removed_that_is_to_be_kept_for_ever(settings: Any) -> None:
    settings.KEEP_CHAT_DAYS = settings.KEEP_ATTEMPTS_DAYS = settings.KEEP_AUDIT_DAYS = 0
    ana = new_player()
    code = gather(ana)
    said_at(code, ana, 50 * YEAR)
    close_table(code)
    assert run()["chat"] == 0
    assert Message.objects.exists()


def test_sessions_that_have_ended_are_removed_with_their_records() -> None:
    ana, now = new_player(), timezone.now()
    for key, ends_in in (("over", -1), ("open", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(days=ends_in))
    for key in ("over", "open", "new"):
        UserSession.objects.create(user=ana, session_key=key, ip="127.0.0.1", user_agent="")
    UserSession.objects.exclude(session_key="new").update(created_at=now - YEAR)
    assert run()["sessions"] == 1
    assert Session.objects.get().session_key == "open"
    assert set(UserSession.objects.values_list("session_key", flat=True)) == {"open", "new"}, "stored in a moment"


def test_notifications_are_deleted_after_two_months() -> None:
    ana, now = new_player(), timezone.now()
    for about, days in (("old", 61), ("new", 59)):
        when = now - timedelta(days=days)
        Notification.objects.create(user=ana, kind="turn", about=about, path="/", waits=False, created_at=when)
    assert run()["notifications"] == 1
    assert Notification.objects.get().about == "new"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_games_results_and_ratings_are_what_they_were() -> None:
    finish_deals(begin(new_player(), new_player()), 2)
    for model, moment in ((Message, "sent_at"), (Attempt, "at"), (AuditEntry, "at")):
        model.objects.update(**{moment: timezone.now() - 50 * YEAR})
    results = list(GameResult.objects.values())
    run()
    assert list(GameResult.objects.values()) == results
    call_command("check_games", stdout=StringIO())


def test_many_rows_are_removed_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.base.batches.AT_ONCE", 2)
    past = timezone.now() - YEAR
    Session.objects.bulk_create(Session(session_key=f"{n}", session_data="", expire_date=past) for n in range(5))
    assert run()["sessions"] == 5
    assert not Session.objects.exists()


def test_backups_are_written_where_they_are_asked_for_and_the_oldest_go(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "backup" not in run()
    monkeypatch.setattr(database_files, "write", Path.touch)
    settings.BACKUP_DIR, settings.KEEP_BACKUPS = tmp_path, 2
    for name in ("spades-20250101-040000.backup", "spades-20250102-040000.backup", "other.backup"):
        (tmp_path / name).touch()
    assert run()["backup"] == 1
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names[:2] == ["other.backup", "spades-20250102-040000.backup"]
    assert len(names) == 3


@pytest.fixture
def _broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def fail() -> NoReturn:
        raise ValueError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(daily, "all_subjects", lambda: (*all_subjects(), Subject(daily={"chat": fail})))
        yield


@pytest.mark.usefixtures("_broken")
def test_job_that_fails_is_named_and_the_others_are_done(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(CommandError, match="Failed: chat"):
        run()
    assert "the daily job chat failed" in caplog.text
    failed = DailyJob.objects.get(name="chat")
    assert (failed.error, failed.done_at) == ("ValueError: no room", None)
    assert set(DailyJob.objects.exclude(done_at=None).values_list("name", flat=True)) == set(daily.jobs()) - {"chat"}
    assert "The daily job chat failed, and is tried again every hour: ValueError: no room" in list(daily.findings())


@pytest.mark.usefixtures("_broken")
def test_job_that_failed_is_tried_again_within_hours(time: Time) -> None:
    with pytest.raises(CommandError):
        run()
    DailyJob.objects.update(due_at=timezone.now())
    with pytest.raises(StopIteration):
        next(name for name, _found in daily.perform(due_only=True) if name == "chat")
    time.passes(3601)
    assert [name for name, _found in daily.perform(due_only=True)] == ["chat"]


@pytest.fixture
def lowered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return by how much the command has lowered the priority of its process, which here is that of the tests."""
    lowered: list[int] = []
    monkeypatch.setattr(os, "nice", lowered.append, raising=False)
    return lowered


def test_job_is_due_once_a_day_and_done_by_one_process(time: Time, lowered: list[int]) -> None:
    assert run("--due") == {}, "the first time is the coming night"
    assert lowered == [10], "players come first"
    time.passes(36 * 3600)
    first = daily.perform(due_only=True)
    assert next(first)[0] == "guests"
    others = [name for name, _found in daily.perform(due_only=True)]
    assert "guests" not in others
    assert "collusion" in others
    assert list(first) == []
    time.passes(36 * 3600)
    assert set(run("--due")) == set(daily.jobs())


@pytest.mark.parametrize(("done", "due"), [((3, 30), (28, 4)), ((5, 0), (28, 4)), ((17, 0), (29, 4))])
def test_job_is_due_at_the_hour_that_is_half_a_day_away(
    done: tuple[int, int], due: tuple[int, int], settings: Any, time: Time
) -> None:
    settings.DAILY_HOUR = 4
    time.now = datetime(2026, 11, 27, *done, tzinfo=UTC)
    run()
    day, hour = due
    assert set(DailyJob.objects.values_list("due_at", flat=True)) == {datetime(2026, 11, day, hour, tzinfo=UTC)}


async def started(monkeypatch: pytest.MonkeyPatch, *, due: bool) -> list[str]:
    """Return the command that a ticker has started after two looks at the jobs, if any."""
    looks, popen, loop = asyncio.Semaphore(0), Mock(), asyncio.get_running_loop()

    def look() -> bool:
        loop.call_soon_threadsafe(looks.release)
        return due

    monkeypatch.setattr(daily, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(daily, "_look", look)
    monkeypatch.setattr(daily.subprocess, "Popen", popen)
    running = asyncio.create_task(daily.run())
    for _ in range(2):
        await asyncio.wait_for(looks.acquire(), 30)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    return list(popen.call_args.args[0]) if popen.called else []


async def test_ticker_starts_the_jobs_in_a_process_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await started(monkeypatch, due=True))[1:4] == ["manage.py", "daily", "--due"]
    assert await started(monkeypatch, due=False) == []


async def test_ticker_goes_on_if_the_machine_starts_no_process(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    started, loop = asyncio.Event(), asyncio.get_running_loop()
    attempts = [OSError("Cannot allocate memory")]

    def popen(*_command: object, **_options: object) -> Mock:
        for error in attempts:
            attempts.clear()
            raise error
        loop.call_soon_threadsafe(started.set)
        return Mock()

    monkeypatch.setattr(daily, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(daily, "_look", lambda: True)
    monkeypatch.setattr(daily.subprocess, "Popen", popen)
    running = asyncio.create_task(daily.run())
    await asyncio.wait_for(started.wait(), 30)
    running.cancel()
    assert "the daily jobs could not be looked up, or begun: Cannot allocate memory" in caplog.text


def test_ticker_sees_what_is_due(time: Time) -> None:
    assert not daily.is_due()
    time.passes(36 * 3600)
    assert daily.is_due()
    DailyJob.objects.update(taken_until=timezone.now() + timedelta(hours=1))
    assert not daily.is_due()


def test_backup_by_hand_is_remembered_and_not_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_files, "write", Path.touch)
    assert "backup never" in daily.summary()
    call_command("backup", str(tmp_path / "one"), stdout=StringIO())
    assert "backup never" not in daily.summary()
    DailyJob.objects.update(done_at=timezone.now() - YEAR)
    assert list(daily.findings()) == []


def test_jobs_that_nobody_does_are_named() -> None:
    daily.expect()
    DailyJob.objects.filter(name="guests").update(due_at=timezone.now() - timedelta(days=3, hours=1))
    assert list(daily.findings()) == ["The daily job guests is late by 3 days: no ticker runs, and no manage.py daily."]


def test_report_of_a_player_stays(settings: Any) -> None:
    settings.KEEP_CHAT_DAYS = 1
    ana, ben = new_player(), new_player()
    reports.report_player(reporter=ana, name=ben.username, reason=ReportReason.NAME, text="")
    Report.objects.update(reported_at=timezone.now() - 9 * YEAR)
    run()
    assert Report.objects.count() == 1
