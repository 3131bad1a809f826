"""A separate ticker process plays the bots of tables that other processes opened."""

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.site_config import processes
from games import bots
from games.bots.search import compiled_code
from games.models import Game, Seat
from tests.sites import ROOT, SECONDS_TO_START, free_port
from tests.tables import new_player, open_table, snapshot_for

pytestmark = pytest.mark.slow

sharing_a_file = pytest.mark.skipif(connection.vendor != "sqlite", reason="two processes share a database file here")


def start_ticker(directory: Path, *options: str, compiled: Path = ROOT / "var" / "compiled") -> subprocess.Popen[bytes]:
    """Start `manage.py ticker` for the database of this test."""
    environment = {
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "VAR_DIR": str(directory),
        "NUMBA_CACHE_DIR": str(compiled),
        "BOT_PACE": "0",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    return subprocess.Popen([sys.executable, "manage.py", "ticker", *options], cwd=ROOT, env=os.environ | environment)


def wait_until(holds: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while not holds():
        assert process.poll() is None, "the ticker has ended"
        assert time.monotonic() < deadline, "the ticker does nothing"
        time.sleep(0.05)


def tricks_of(code: str) -> int:
    view = snapshot_for(code).view
    return 0 if view is None else len(view.tricks)


@sharing_a_file
@pytest.mark.django_db(transaction=True)
def test_ticker_says_that_it_waits_for_its_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Another process compiles them, and holds the lock meanwhile."""
    made, compiled = compiled_code.made(compiled_code.SEARCH), tmp_path / "compiled"
    monkeypatch.setattr(compiled_code, "directory", lambda: compiled)
    with compiled_code.compilation_lock():
        process = start_ticker(tmp_path, compiled=compiled)
        try:
            wait_until(lambda: any(seen.prepares for seen in processes.running()), process)
            assert not any(map(processes.ticks, processes.running()))
            shutil.copy(made, compiled)
        except BaseException:
            process.kill()
            raise
    try:
        wait_until(lambda: any(map(processes.ticks, processes.running())), process)
    finally:
        process.terminate()
        assert process.wait(60) == 0, "it ends in order, also when it has just begun"


@sharing_a_file
@pytest.mark.django_db(transaction=True)
def test_ticker_process_plays_the_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code = open_table(new_player())
    Seat.objects.filter(bot_name="").update(bot_name="Otto")
    Game.objects.update(due_at=timezone.now())
    monkeypatch.setattr(bots, "choose", None)  # nobody thinks here
    port = free_port()
    process = start_ticker(tmp_path, "--metrics", f"127.0.0.1:{port}")
    try:
        wait_until(lambda: tricks_of(code) > 0, process)
        wait_until(lambda: any(map(processes.ticks, processes.running())), process)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
            figures = dict(re.findall(r"^(spades_\S+) (\S+)$", answer.read().decode(), re.MULTILINE))
        assert float(figures["spades_ticker_steps_total"]) > 0
        assert float(figures['spades_move_seconds_count{outcome="made"}']) > 0, "the bots\u2019"
        assert figures["spades_errors_total"] == "0.0"
    finally:
        process.terminate()
        assert process.wait(60) == 0, "it ends in order"
    assert processes.running() == []


@pytest.mark.parametrize("where", ["nowhere", "9100", "127.0.0.1:metrics", "127.0.0.1:70000", "192.0.2.1:9100"])
def test_address_where_no_figures_can_be_shown_is_named(where: str) -> None:
    with pytest.raises(CommandError, match=f"No figures can be shown at '{where}'"):
        call_command("ticker", "--metrics", where)
