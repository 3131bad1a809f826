"""Bots in a browser: the search that was compiled ahead chooses as the one that numba compiles here."""

import json
from pathlib import Path

import pytest

from games.bots import Level
from tests.conftest import unavailable
from tests.solo.chosen_moves import choices
from tests.solo.conftest import Bundle, in_pyodide

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("solo")]

DEALS = 12
PROGRAM = """
import json, sys
sys.path.insert(0, "/app")
from pathlib import Path
from games.solo import compiled
assert compiled.install(Path("/app"))
{source}
json.dumps([choices(Level({level!r}), number) for number in range({deals})])
"""


@pytest.fixture(scope="module")
def with_experts(bundle: Bundle) -> Bundle:
    if not bundle.listing["experts"]:
        unavailable("no wasm-ld, which makes stronger bots for browsers")
    return bundle


@pytest.mark.parametrize("level", [Level.CLUB, Level.EXPERT])
def test_moves_are_those_of_the_site_in_hundreds_of_positions(level: Level, with_experts: Bundle) -> None:
    source = Path(__file__).with_name("chosen_moves.py").read_text()
    there = json.loads(in_pyodide(with_experts, PROGRAM.format(source=source, level=str(level), deals=DEALS)))
    here = [choices(level, number) for number in range(DEALS)]
    assert there == here
    assert sum(map(len, here)) >= 400
