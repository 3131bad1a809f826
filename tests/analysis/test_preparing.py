"""An analysis compiles the solver, and says so, before it begins."""

from collections.abc import Callable

import pytest

from games.analysis import best_play
from games.engine import State
from tests.builders import bid, new_deal

NO_PLAY = bid(new_deal(), 4, 3, 3)


@pytest.mark.parametrize("analyse", [best_play.double_dummy, best_play.best_play])
def test_analysis_prepares_the_solver_first(
    analyse: Callable[[State], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepared() -> None:
        raise InterruptedError

    monkeypatch.setattr(best_play, "prepare", prepared)
    with pytest.raises(InterruptedError):
        analyse(NO_PLAY)
