"""Components, words and games of one person without a database: whatever program has a snapshot can draw it
(docs/architecture.md).
"""

import subprocess
import sys

from tests.sites import ROOT

SET_UP = """
import sys
from django.apps import apps
from django.conf import settings

settings.configure(USE_TZ=True, LANGUAGE_CODE="es", LOCALE_PATHS=["config/locale"])
apps.populate([])  # translations of apps: there are none
"""

IMPORT_ALL = """
from importlib import import_module
from pkgutil import iter_modules

for package in ("games.components", "games.solo", "games.values", "games.words"):
    for module in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")
"""

PLAY = """
from random import Random
from accounts.base import addresses
from games import bots, engine
from games.components import frames
from games.components.picture import table_of
from games.play.attendance import Attendance
from games.play.snapshot import FullSnapshot, SeatInfo, finished_deal
from games.values import Stage

addresses.come_from(lambda name, args: "/".join(["", name, *map(str, args)]))
rng, drawn = Random(1), {}
state = engine.replay([engine.Dealt(engine.Rules(), 2, engine.Standing(), engine.deal_hands(bytes(32)))])
seats = SeatInfo(0, "Ana", is_bot=False), SeatInfo(1, "Ben", is_bot=False), SeatInfo(2, "Cleo", is_bot=True)


def draw(version, stage, finished=()):
    base = engine.changed(
        table_of(engine.view_for(state, None), seats, None), code="KQJT98", version=version, stage=stage,
        finished=finished, winner=0 if stage is Stage.OVER else None,
    )
    full = FullSnapshot(base, state, None)
    for player in (0, 1, 2, None):
        page = frames.page(
            full, frames.Viewer(player), Attendance(frozenset([0])), token="", link="", chat="", notice=""
        )
        drawn[version, player] = str(page)


while waiting := engine.waiting_for(state):
    draw(len(drawn), Stage.DEAL)
    state = engine.act(state, bots.choose(engine.view_for(state, waiting[0]), rng))
for stage in (Stage.SCORED, Stage.OVER):
    draw(len(drawn), stage, (finished_deal(1, state),))
assert len(set(drawn.values())) == len(drawn) > 200
assert all("/games:" in page for page in drawn.values())
assert any("Ben" in page and "muerto" in page for page in drawn.values())
"""

PLAY_ALONE = """
from random import Random
from accounts.base import addresses
from games import bots, engine
from games.solo import storage
from games.solo.game import YOU, SoloGame, new_setup
from games.solo.page import SoloPage

addresses.come_from(lambda name, args: "/".join(["", name, *map(str, args)]))
rng = Random(1)
page = SoloPage(SoloGame(new_setup(engine.Rules(), ("Ana", "Ben", "Cleo"))), rng)
page.table()
while len(page.game.finished) == 0:
    if page.seconds_to_step() is not None:
        page.step()
    else:
        action = bots.choose(engine.view_for(page.game.state, YOU), rng)
        page.game.move(action, page.game.version)
page.game = storage.load(storage.dump(page.game))
assert "muerto" in page.table()
"""

TELL = """
known = {"accounts.models", "django.contrib", "django.db", "django.http", "django.urls", "games.models"}
print(*sorted(sys.modules.keys() & known))
"""


def imported_by(program: str) -> str:
    """Run a program in a new interpreter; return which of the modules that know the database it has imported."""
    done = subprocess.run(
        [sys.executable, "-c", SET_UP + program + TELL], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_no_module_of_components_and_words_imports_the_database() -> None:
    assert imported_by(IMPORT_ALL) == ""


def test_whole_deal_is_drawn_without_a_database() -> None:
    assert imported_by(PLAY) == ""


def test_game_is_played_without_a_database() -> None:
    assert imported_by(PLAY_ALONE) == ""


def test_models_are_such_an_import() -> None:
    assert "django.db" in imported_by("import django.db.models")
