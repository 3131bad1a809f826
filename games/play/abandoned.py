"""Tables that wait for players while nobody is there: they leave the lobby, and after a day they close."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.models import Game
from games.play import presence, progress
from games.play.bot_timing import due_at
from games.pubsub import groups

STANDS: Final = timedelta(days=1)
"""How long a table without players present stays open."""


def look_after(game: Game) -> None:
    """Close a locked table whose game has not begun and at which nobody has been for a day; else set the next look."""
    now = timezone.now()
    deserted = not presence.not_deserted([game.code])
    if deserted and now - game.updated_at >= STANDS:
        progress.close(game)
        return
    if deserted and game.public:
        groups.lobby_changed_on_commit()
    since = now if presence.is_remembered(game.code) else game.updated_at
    Game.objects.filter(pk=game.pk).update(due_at=due_at(game, (), None, now), updated_at=since)
