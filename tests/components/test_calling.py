"""How a page shows its player whose turn it is: by its title, and by the mark that sounds and notifications use."""

import pytest

from games.engine import Player
from games.play.snapshot import OpenProposal
from tests.components.dom import page_of
from tests.pages.scenes import playing, seated, snapshot, with_declarer

YOU, ANA, BEN = range(3)


@pytest.mark.parametrize(("viewer", "is_called"), [(YOU, True), (ANA, True), (BEN, False), (None, False)])
def test_player_is_called_to_answer_as_to_move(viewer: Player | None, is_called: bool) -> None:
    """It is Ana's turn, and she asks the first player."""
    asked = OpenProposal("end", ANA, frozenset({ANA, BEN}))
    page = page_of(snapshot(playing(with_declarer(BEN), 1, 3), viewer, seats=seated({}, {}, {}), proposal=asked))
    assert bool(page.at("p-ask").text) == (viewer == ANA)
    mark = page.find("mine")
    assert (mark is not None) == is_called
    if mark is not None:
        assert "data-your-turn" in mark.attributes
        assert mark["data-title"] == "Your turn · Thursday table · Dummy Hand Spades"
    assert page.at("tab")["data-title"] == "Thursday table · Dummy Hand Spades"
