"""People who look for players, for tests."""

from django.utils import timezone

from accounts.models import User
from games.models import Game, PairingRequest, PairingState
from games.pairing import opened_tables, services
from games.pairing.matching import Wishes
from games.values import Stage
from tests.tables import here, new_player, serve as serve_table, snapshot_for


def looking(count: int = 3, wishes: Wishes | None = None) -> list[User]:
    """Return so many new guests who look for players, the first of them for longest."""
    users = [new_player() for _ in range(count)]
    for user in users:
        services.find(user=user, wishes=wishes or Wishes())
    return users


def paired(count: int = 3, wishes: Wishes | None = None) -> tuple[Game, list[User]]:
    """Return the table that is found for three who look for players, and them."""
    users = looking(count, wishes)
    opened_tables.serve()
    return Game.objects.get(paired=True), users


def begun() -> tuple[Game, list[User]]:
    """Return such a table once all three have come to it and given their seeds, and the draw is shown."""
    game, users = paired()
    here(game.code)
    game.seats.update(seed="abc")
    opened_tables.serve()
    game.refresh_from_db()
    return game, users


def dealt(code: str) -> str:
    """Let the draw end; return the code."""
    Game.objects.filter(code=code).update(due_at=timezone.now())
    serve_table(code)
    assert snapshot_for(code).stage is Stage.DEAL
    return code


def states(users: list[User]) -> list[str]:
    """Return what has become of these users' requests: "" for who has none."""
    known = dict(PairingRequest.objects.order_by("pk").values_list("user", "state"))
    return [known.get(user.pk, "") for user in users]


WAITING, FOUND, PLAYED, MISSED = map(str, PairingState)
