"""Tables that wait for players, when nobody waits there any more: they leave the lobby, and after a day they close."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from games import live, presence
from games.models import Game
from games.services import tables
from games.services.pace import due_at

STANDS: Final = timedelta(days=1)
"""So long a deserted table waits for somebody to come back."""


def look_after(game: Game) -> None:
    """Look whether anybody is still at a locked table that has not begun, and when to look again."""
    now = timezone.now()
    deserted = not presence.not_deserted([game.code])
    if deserted and now - game.updated_at >= STANDS:
        tables.close(code=game.code)
        return
    if deserted and game.public:
        live.lobby_changed_on_commit()
    since = now if presence.is_remembered(game.code) else game.updated_at
    Game.objects.filter(pk=game.pk).update(due_at=due_at(game, (), None, now), updated_at=since)
