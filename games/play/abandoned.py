"""Tables that wait for players, when nobody waits there any more: they leave the lobby, and after a day they close."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.lobby import tables
from games.models import Game
from games.play import presence
from games.play.bot_timing import due_at
from games.pubsub import groups

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
        groups.lobby_changed_on_commit()
    since = now if presence.is_remembered(game.code) else game.updated_at
    Game.objects.filter(pk=game.pk).update(due_at=due_at(game, (), None, now), updated_at=since)
