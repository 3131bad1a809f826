"""Pictures of the table contain nothing to click on and no hidden cards."""

import re

import pytest
from django.utils import translation

from games.components.cards import face_of
from games.engine import DECK, Card, View
from games.learning.pictures import PICTURES
from games.templatetags.table import picture

RUNNING = [name for name in PICTURES if name != "score"]


def known_to(view: View) -> set[Card]:
    """Return every card that the viewer of this table may see."""
    tricks = [*(trick.cards for trick in view.tricks), view.trick]
    played = {play.card for trick in tricks for play in trick}
    return {*(view.hand or ()), *(view.dummy or ()), *(card for _, card in view.places), *played}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", PICTURES)
def test_picture_has_nothing_to_click_on(name: str, language: str) -> None:
    with translation.override(language):
        html = picture(name)
    assert re.search(r"^<div[^>]* inert ", html, re.MULTILINE)
    assert not re.findall(r'\s(?:id|name|action|hx-\w+)="', html)
    assert "csrf" not in html


@pytest.mark.parametrize("name", RUNNING)
def test_picture_shows_no_hidden_card(name: str) -> None:
    view = PICTURES[name]().view
    assert view is not None
    with translation.override("en"):
        html = picture(name)
        shown = {card for card in DECK if f'"{face_of(card).name}"' in html or f'"{card}"' in html}
    assert set(view.hand or ()) <= shown <= known_to(view)


@pytest.mark.parametrize("name", PICTURES)
def test_plate_on_turn_does_not_say_to_move_to_its_own_player(name: str) -> None:
    """Its own player reads the prompt there; all players in pictures are people."""
    assert 'class="turn-tag">' not in picture(name)
