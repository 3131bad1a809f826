"""Moves of bots are held until they may be seen, and other games are not kept waiting by that."""

from __future__ import annotations

from random import Random

import pytest
from django.conf import settings

from games import bots
from games.engine import Action, View
from games.play import due, holding
from games.play.holding import Held
from tests.services.test_due import bot_to_move, let_its_time_come
from tests.tables import look, new_player, open_table

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("time")
@pytest.mark.parametrize("thought", [0.0, 0.09])
def test_how_long_a_thought_took_is_not_to_be_seen(monkeypatch: pytest.MonkeyPatch, thought: float) -> None:
    """A forced card takes no thought: it comes as late as any other, and other tables do not wait for that."""
    monkeypatch.setattr(settings, "BOT_PACE", 1.0)
    code, other = open_table(new_player()), open_table(new_player())
    bot_to_move(code)
    let_its_time_come(code)
    time, held, before = 50.0, Held(0.1), look(code)

    def choose(view: View, rng: Random, *_manner: object) -> Action:
        nonlocal time
        time += thought
        return sensible_choice(view, rng)

    sensible_choice = bots.choose
    monkeypatch.setattr(bots, "choose", choose)
    monkeypatch.setattr(holding, "monotonic", lambda: time)
    monkeypatch.setattr(due, "monotonic", lambda: time)
    assert due.serve_due(held) == 1
    let_its_time_come(other)
    assert [due.serve_due(held), due.serve_due(held), due.serve_due(Held())] == [1, 0, 0]
    assert time + held.rest(1.0) == pytest.approx(50.1)
    assert look(code) == before
    time = 50.1
    due.serve_due(held)
    assert look(code).version == before.version + 1


def test_a_game_whose_move_is_held_takes_nobody_s_place_among_those_that_are_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, other = open_table(new_player()), open_table(new_player())
    bot_to_move(code)
    monkeypatch.setattr(holding, "monotonic", lambda: 50.0)
    monkeypatch.setattr(due, "monotonic", lambda: 50.0)
    held = Held(0.1)
    for next_due in (code, other):
        let_its_time_come(next_due)
        assert due.serve_due(held, limit=1) == 1
    assert look(other).deal_number == 1
