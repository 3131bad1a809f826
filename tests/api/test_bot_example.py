"""The bot of the examples plays whole games on a served site, from a directory of its own.

A campaign, because once in some ten runs all three bots waited for one another for ever, and why is not known yet.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope, User
from games.engine import Rules
from games.lobby import tables
from games.models import Game, Stage
from tests.sites import ROOT
from tests.tables import gather, new_player, user_at

pytestmark = pytest.mark.campaign


def start(user: User, directory: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start the bot as this player, with the standard library only."""
    token = api_tokens.create(user, name="example", scopes=list(Scope))
    command = [sys.executable, "-I", shutil.copy(ROOT / "examples" / "bot.py", directory), *arguments]
    return subprocess.Popen(
        command, cwd=directory, env=os.environ | {"TOKEN": token}, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.usefixtures("site_database")
def test_three_bots_play_each_other(live_site: str, tmp_path: Path) -> None:
    people = [new_player() for _ in range(3)]
    code = gather(*people, rules=Rules(target=100, floor=-100))
    game = Game.objects.get(code=code)
    tables.start(code=code, host=user_at(code), version=game.version)
    bots = [start(user, tmp_path, live_site, code) for user in people]
    printed = {bot.communicate(timeout=300)[0] for bot in bots}
    assert Game.objects.get(code=code).stage == Stage.OVER
    assert len(printed) == 1
    assert printed.pop().startswith("points: [")
