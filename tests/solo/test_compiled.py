"""What a browser has in the place of numpy, and games where the search of bots is missing."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.bots import Level
from games.engine import PeekRule, Rules
from games.solo import browser, compiled, storage
from games.solo.compiled import arrays
from games.solo.game import SoloGame, new_setup

CALCULATIONS: list[Callable[[Any, Any], Any]] = [
    lambda _lib, rows: rows[1],
    lambda _lib, rows: rows[:, 2],
    lambda _lib, rows: rows[1:, 1:3],
    lambda _lib, rows: rows[-1, -1],
    lambda _lib, rows: rows.reshape(2, 6),
    lambda _lib, rows: rows.copy()[0],
    lambda _lib, rows: [rows.sum(), rows.max(), len(rows)],
    lambda _lib, rows: rows + rows * 2 - rows / 4,
    lambda _lib, rows: 1 - rows[:, 0] * rows[:, 1],
    lambda lib, rows: lib.exp(-rows[:, 0] / 8.0),
    lambda lib, rows: lib.argmax(rows[:, 3] + [0.5, 2.5, 1.0]),
    lambda lib, rows: lib.array([rows[0], rows[2]]),
    lambda lib, _rows: lib.array([1, 2, 3], dtype=lib.int64) + lib.zeros(3, lib.int64),
    lambda lib, _rows: lib.zeros((2, 2)) + lib.sqrt(2.0),
]
"""What the code of bots does with arrays, outside of compiled functions."""


def rows_of(lib: Any, numbers: list[list[float]]) -> Any:
    """Return an array of this library, after assignments to parts of it."""
    rows = lib.array(numbers)
    rows[0, 1:3] = 7
    rows[:, 3] = [3.5, 2.5, 1.5]
    column = rows[:, 2]
    column /= column + 10.0
    rows[1] += rows[2]
    return rows


@pytest.mark.parametrize("calculate", CALCULATIONS)
def test_arrays_of_a_browser_do_what_those_of_numpy_do(calculate: Callable[[Any, Any], Any]) -> None:
    rng = random.Random(1)
    for _ in range(20):
        numbers = [[rng.uniform(-5, 5) for _ in range(4)] for _ in range(3)]
        ours = calculate(arrays, rows_of(arrays, numbers))
        expected = calculate(np, rows_of(np, numbers))
        plain = ours.tolist() if isinstance(ours, arrays.Array) else ours
        assert np.allclose(plain, expected, rtol=1e-14, atol=1e-14)


def test_index_beyond_the_end_is_refused() -> None:
    with pytest.raises(IndexError):
        arrays.zeros(3)[3]


def test_without_the_search_bots_are_beginners_whatever_was_asked_for_or_stored(tmp_path: Path) -> None:
    assert not compiled.install(tmp_path)
    asked = browser.begin(str(tmp_path), asked="peek=four&bot_level=expert")
    stored = storage.dump(SoloGame(new_setup(Rules(PeekRule.FOUR), ("Ana", "Greta", "Blaise"), Level.EXPERT)))
    for session in (asked, browser.begin(str(tmp_path), stored)):
        game = storage.load(session.stored())
        assert game.setup.level is Level.BEGINNER
        assert game.setup.rules.peek is PeekRule.FOUR
