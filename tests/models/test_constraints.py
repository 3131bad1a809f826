"""The database refuses rows that no game can have, whoever writes them."""

import pytest
from django.db import IntegrityError, models, transaction

from accounts.models import User
from games.models import Deal, DealResult, DealScore, Event, Game, GameResult, RatingChange, Seat, Tally
from tests.finished_games import played_game
from tests.tables import new_player

IMPOSSIBLE: dict[type[models.Model], list[tuple[str, int]]] = {
    Game: [("opening_dealer", 3), ("proposed_by", 3), ("winner", 3)],
    Seat: [("player", 3)],
    Deal: [("number", 0), ("dealer", 3), ("declarer", 3)],
    Event: [("sequence", 0)],
    DealScore: [("player", 3), ("bid", 14), ("side_tricks", 14)],
    DealResult: [("position", 3)],
    GameResult: [("player", 3), ("place", 0), ("place", 4)],
    Tally: [("position", 3), ("tricks", 14)],
    RatingChange: [("player", 3), ("number", 0)],
}


def is_refused(row: models.Model, field: str, value: int) -> bool:
    try:
        with transaction.atomic():
            type(row)._default_manager.filter(pk=row.pk).update(**{field: value})
    except IntegrityError:
        return True
    return False


@pytest.mark.django_db
def test_impossible_values_are_refused(ana: User, ben: User) -> None:
    game = played_game(ana, ben, new_player())
    deal = game.deals.earliest("number")
    Event.objects.create(game=game, deal=deal, sequence=1, payload={"kind": "Dealt"})
    tried = [(model._default_manager.latest("pk"), *bad) for model, bads in IMPOSSIBLE.items() for bad in bads]
    assert [(str(row._meta), field, value) for row, field, value in tried if not is_refused(row, field, value)] == []
    assert not is_refused(game, "winner", 2)
