"""What is said of players before the bidding: those of Peeky look at cards, those of Flip turn them up."""

import pytest
from django.utils import translation

from games.engine import Peek, PeekRule, act
from games.words import seats as seat_words
from games.words.sentences import happened
from tests.pages.scenes import dealt, peekable, snapshot


@pytest.mark.parametrize(
    ("peek", "language", "sentence", "role"),
    [
        (PeekRule.THREE, "en", "1 player has looked.", "has looked"),
        (PeekRule.FLIP2, "en", "1 player has turned cards up.", "has turned cards up"),
        (PeekRule.FLIP2, "es", "1 jugador ya ha destapado cartas.", "ya ha destapado cartas"),
    ],
)
def test_flip_is_described_as_turning_cards_up(peek: PeekRule, language: str, sentence: str, role: str) -> None:
    state = dealt(peek=peek)
    first = state.bidding_order[0]
    scene = snapshot(act(state, Peek(first, peekable(state))), None)
    view, names = scene.snapshot.view, scene.context.names
    assert view is not None
    with translation.override(language):
        assert sentence in happened(scene.snapshot, names)
        assert seat_words.role(view, names, first) == role


@pytest.mark.parametrize(
    ("peek", "language", "before", "after"),
    [
        (PeekRule.THREE, "en", "have yet to look", "have looked"),
        (PeekRule.FLIP2, "en", "have yet to turn cards up", "have turned cards up"),
        (PeekRule.THREE, "es", "aún no has mirado", "ya has mirado"),
    ],
)
def test_own_plate_speaks_to_its_player(peek: PeekRule, language: str, before: str, after: str) -> None:
    state = dealt(peek=peek)
    first = state.bidding_order[0]
    with translation.override(language):
        for now, role in ((state, before), (act(state, Peek(first, peekable(state))), after)):
            scene = snapshot(now, first)
            assert scene.snapshot.view is not None
            assert seat_words.role(scene.snapshot.view, scene.context.names, first) == role
