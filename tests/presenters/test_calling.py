"""How a page calls its player: by its title, and by the mark that sounds and notifications go by."""

from __future__ import annotations

import pytest

from games.components.rendering import render_table
from games.engine import Player
from games.play.snapshot import OpenProposal
from games.presenters import TablePage
from tests.presenters.scenes import playing, seated, snapshot, with_declarer

YOU, ANA, BEN = range(3)


@pytest.mark.parametrize(("viewer", "is_called"), [(YOU, True), (ANA, True), (BEN, False), (None, False)])
def test_who_is_to_answer_is_called_as_who_is_to_move(viewer: Player | None, is_called: bool) -> None:
    """It is Ana's turn, and she asks the first player."""
    asked = OpenProposal("end", ANA, frozenset({YOU}))
    table = snapshot(playing(with_declarer(BEN), 1, 3), viewer, seats=seated({}, {}, {}), proposal=asked)
    assert bool(TablePage(table).prompt) == (viewer == ANA)
    assert TablePage(table).title.startswith("Your turn") == is_called
    assert ("data-your-turn" in render_table(table)) == is_called
