"""The site answers before its bots are ready, except when they have to be compiled first."""

import time
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.site_config import processes
from games import bots
from games.bots.search.compiled_code import compilation_lock
from games.management import server
from games.management.commands import play
from games.models import Game, Seat
from tests import sites
from tests.logs import Log
from tests.postgresql import database_at
from tests.sites import Site
from tests.tables import begin, new_player


@pytest.mark.django_db
@pytest.mark.parametrize(("compiled", "steps"), [(True, ["serve"]), (False, ["prepare", "serve"])])
def test_only_a_first_start_waits_for_the_bots(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, steps: list[str]
) -> None:
    done: list[str] = []
    monkeypatch.setattr(play, "collect", lambda: None)
    monkeypatch.setattr(bots, "are_compiled", lambda: compiled)
    monkeypatch.setattr(bots, "prepare", lambda: done.append("prepare"))
    monkeypatch.setattr(server, "serve", lambda *_: done.append("serve"))
    call_command("play")
    assert done == steps


@pytest.mark.slow
def test_site_answers_while_its_bots_wait_and_then_they_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: pytest.FixtureRequest
) -> None:
    """The lock that a process holds while it compiles keeps the bots of this site from being ready."""
    monkeypatch.setattr(sites, "SECONDS_TO_START", 60)
    bots.prepare()
    site = Site(tmp_path)
    try:
        with compilation_lock():
            site.start()
            with django_db_blocker.unblock(), database_at(site.database_url):
                code = begin(new_player())
                Seat.objects.filter(bot_name="").update(bot_name="Otto")
                Game.objects.update(due_at=timezone.now())
                while not (processes_seen := processes.running()):
                    time.sleep(0.05)
                assert (processes_seen[0].answers, processes_seen[0].prepares, processes_seen[0].ticked_at) == (
                    True,
                    True,
                    None,
                )
        log, deadline = Log(site.database_url), time.monotonic() + 60
        while not any(logged.author == "bot" for logged in log.of(code)):
            assert time.monotonic() < deadline, "no bot has moved"
            time.sleep(0.05)
    finally:
        site.kill()
