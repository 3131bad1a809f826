"""Pictures of the table: made of its parts, with nothing in them to click on and nothing hidden in them."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games.engine import DECK, Card, View
from games.learning.pictures import PICTURES
from games.presenters.faces import face
from games.templatetags.pictures import picture

RUNNING = [name for name in PICTURES if name != "score"]


def known_to(view: View) -> set[Card]:
    """Every card the viewer of this table may see."""
    tricks = [*(trick.cards for trick in view.tricks), view.trick]
    played = {play.card for trick in tricks for play in trick}
    return {*(view.hand or ()), *(view.dummy or ()), *(card for _, card in view.places), *played}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_there_to_look_at_only(name: str, language: str) -> None:
    with translation.override(language):
        html = picture(name)
    assert re.search(r"^<div[^>]* inert ", html, re.MULTILINE)
    assert not re.findall(r'\s(?:id|name|action|hx-\w+)="', html)
    assert "csrf" not in html


@pytest.mark.parametrize("name", RUNNING)
def test_a_picture_shows_no_card_its_viewer_may_not_see(name: str) -> None:
    view = PICTURES[name]().view
    assert view is not None
    with translation.override("en"):
        html = picture(name)
        shown = {card for card in DECK if f'"{face(card).name}"' in html or f'"{card}"' in html}
    assert set(view.hand or ()) <= shown <= known_to(view)
