"""The machine code is compiled once, in another process, and does what the functions do in Python."""

import inspect
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games import bots
from games.bots import thinking
from games.bots.search import bids, cards, compiled_code, library, payoffs, worlds
from games.bots.search.luck import rng_from_seed
from games.engine import HANDS, view_for
from tests.sites import ROOT

from .positions import bid_at_random, position_from


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work out again where the code is, before and after a test that changes it."""
    caches = compiled_code.fingerprint, compiled_code.directory
    for cache in caches:
        cache.cache_clear()
    yield
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Keep the code in a new directory, and note what is compiled instead of compiling it."""
    begun = list[tuple[str, ...]]()

    def run(_module: str, package: str, file: str) -> None:
        begun.append((package,))
        Path(file).touch()

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    monkeypatch.setattr(compiled_code, "run_compiler", run)
    return begun


def test_code_is_compiled_once_for_each_package(
    runs: list[tuple[str, ...]], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    assert not bots.are_compiled()
    files = {compiled_code.made(package) for package in ("games.bots.search", "games.analysis.solver") * 2}
    assert runs == [("games.bots.search",), ("games.analysis.solver",)]
    assert len(files) == 2
    assert bots.are_compiled()
    sentence = f"Machine code is compiled once, which takes some ten seconds: kept in {tmp_path / 'new'}"
    assert [record.getMessage() for record in caplog.records] == [sentence] * 2


@pytest.mark.usefixtures("runs")
def test_code_is_there_for_modules_written_again_with_the_same_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An update of the site writes all files."""
    module = tmp_path / "module.py"
    module.write_text("1")
    monkeypatch.setattr(compiled_code, "modules", lambda _package: [module])
    compiled_code.made(compiled_code.SEARCH)
    os.utime(module, (0, 0))
    compiled_code.fingerprint.cache_clear()
    assert bots.are_compiled()
    module.write_text("2")
    compiled_code.fingerprint.cache_clear()
    assert not bots.are_compiled()


def test_code_is_compiled_again_when_numbers_of_other_modules_change() -> None:
    """They are constants in the machine code."""
    search = compiled_code.HERE
    used = {
        name for path in search.glob("*.py") for name in re.findall(r"^from \.\.(\w+) import", path.read_text(), re.M)
    }
    assert {search.parent / f"{name}.py" for name in used} <= set(compiled_code.modules(compiled_code.SEARCH))


@pytest.mark.usefixtures("runs")
@pytest.mark.parametrize("changed", ["python", "processor"])
def test_code_for_another_python_or_processor_is_not_used(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Home directories are shared between computers, and images run on many kinds."""
    compiled_code.made(compiled_code.SEARCH)
    if changed == "python":
        monkeypatch.setattr(sys, "version", "3.13.0")
    else:
        monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    compiled_code.fingerprint.cache_clear()
    assert not bots.are_compiled()


def test_what_the_compiler_says_when_it_fails_is_the_error() -> None:
    with pytest.raises(RuntimeError, match=r"(?s)could not be compiled: .*No module named 'games\.nothing'"):
        compiled_code.run_compiler(compiled_code.SEARCH, "games.nothing", "nowhere")


def test_a_process_that_uses_the_code_does_not_load_the_compiler() -> None:
    """It takes a second and some 70 MiB."""
    code = (
        "import random, sys; from games import bots; from games.engine import view_for; from games.analysis import "
        "best_play; from tests.builders import new_deal; bots.prepare(); best_play.prepare();"
        "bots.choose(view_for(new_deal(), 0), random.Random(1), bots.Level.EXPERT); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    "wrong",
    [np.zeros(25), np.zeros((2, 25), np.int64), np.zeros(50, np.int64)[::2], np.zeros(25, np.int32)],
    ids=["floats", "two axes", "with gaps", "of 32 bits"],
)
def test_array_that_the_code_would_read_wrongly_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="not an array I of 1 axes in one piece"):
        cards.distinct(wrong)


def simulated(seed: int) -> list[Any]:
    """Return what the functions fill in that Python calls while a bot chooses and explains."""
    state = bid_at_random(seed)
    view = view_for(state, state.player_to_play)
    start, rng, worth = thinking.position_of(view), rng_from_seed(seed), np.empty((payoffs.ENDS, 3))
    standing = thinking.standing_of(view, view.declarer or 0)
    known = thinking.knowledge_of(view, view.order or HANDS), thinking.bid_evidence(view, view.order or HANDS)
    choices = worlds.empty_choices(2)
    worlds.fill_choices(position_from(state), np.array([1, 2]), np.array([1, 1]), choices)
    payoffs.fill_payoffs(start, standing, worth)
    ends, means = np.zeros((52, payoffs.ENDS), np.int64), np.zeros((52, 3))
    cards.search(start, 0, *known, choices[:0], worth, 4, rng, ends)
    cards.compare(start, cards.distinct(position_from(state)), *known, choices[:0], worth, 2, rng, means)
    hands, weights = np.empty((3, 4), np.int64), np.empty(3)
    worlds.sample_many(*known, choices[:0], hands, weights, rng)
    results, tried = np.zeros((2, bids.COLUMNS)), np.array([[3, 0], [2, 1]])
    order, none, standings = np.array([1, 2, 0]), np.zeros((0, 2), np.int64), np.array([standing] * 3)
    bids.simulate_bids(0, *known, order, none, standings, tried, 2, rng, results)
    numbers = payoffs.spread_of(standing), payoffs.worth_of(0.4, 20.0), worlds.tricks_in(int(hands[0, 0]))
    return [choices, worth, ends, means, hands, weights, results, rng, numbers]


@pytest.mark.parametrize("seed", range(4))
def test_machine_code_does_what_the_functions_do_in_python(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = simulated(seed)
    for module in (bids, cards, payoffs, worlds):
        for name, function in vars(module).copy().items():
            if hasattr(function, "__wrapped__"):
                monkeypatch.setattr(module, name, inspect.unwrap(function))
    for one, other in zip(fast, simulated(seed), strict=True):
        assert np.allclose(one, other, rtol=1e-12, atol=1e-12)


def test_function_that_a_library_made_ahead_lacks_stays_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_code, "MADE_AHEAD", True)
    assert library.machine_code(random.random, "-> f", False) is None
