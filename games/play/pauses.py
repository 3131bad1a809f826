"""Pauses of a live game: nobody moves, no clock runs, no bot moves and nobody counts as away.

A player may pause once in a game, for a while. Others may wait for a player who is away. If all agree, they may go and
come back later. All of it is in the game's row, so it outlasts restarts.
"""

from datetime import timedelta
from typing import Final

from django.core.cache import cache
from django.utils import timezone

from games.engine import Player
from games.models import Game
from games.play import presence, progress, queue, seats
from games.play.errors import NotPossible, WaitedAlready
from games.pubsub import groups
from games.values import Pause, PauseReason, Proposal, Stage

OWN_LASTS: Final = timedelta(minutes=10)
"""How long one player's own pause may last."""

OTHERS_LAST: Final = timedelta(days=14)
"""How long other pauses may last: then the game goes on, and bots may be called for those who are away."""

NO_WAITING_FOR: Final = 10 * 60
"""Seconds for which a table does not wait for somebody again, once a player has declined to wait."""


def pause(*, code: str, player: Player, reason: PauseReason) -> None:
    """Pause the game for up to ten minutes, or until the player is back. Raises NotPossible, as it does for a second
    pause.
    """
    with queue.change(code) as game:
        seats.check_plays(game, player)
        _check_may_be_paused(game)
        if not game.seats.filter(player=player, has_paused=False).update(has_paused=True):
            raise NotPossible
        game.pause_reason = reason
        begin(game, Pause.OWN, player)


def wait_for(*, code: str, player: Player, absent: Player) -> None:
    """Pause the game until an absent player is back, or somebody wants to continue.

    Raises NotPossible; WaitedAlready if somebody declined to wait a short while ago.
    """
    with queue.change(code) as game:
        seats.check_plays(game, player)
        _check_may_be_paused(game)
        is_person = game.seats.filter(player=absent, user__isnull=False, bot_name="").exists()
        if absent == player or not is_person or presence.is_here(code, absent):
            raise NotPossible
        if cache.get(_goes_on_key(code)):
            raise WaitedAlready
        begin(game, Pause.ABSENCE, absent)


def come_back(*, code: str, player: Player) -> None:
    """Store that the player is back; the game continues once everybody it waits for is. Raises NotPossible."""
    with queue.change(code) as game:
        seats.check_plays(game, player)
        if not game.is_paused or not game.mode.may_pause or (game.pause == Pause.OWN and game.paused_by != player):
            raise NotPossible
        if game.pause == Pause.ABSENCE and game.paused_by != player:
            cache.set(_goes_on_key(code), True, NO_WAITING_FOR)
        game.seats.filter(player=player).update(agrees=True)
        if game.pause == Pause.AGREED:
            go_on_if_all_are_back(game)
        else:
            go_on(game)


def begin(game: Game, kind: Pause, player: Player | None) -> None:
    """Pause a locked game, because of this player or by agreement of all."""
    game.pause, game.paused_by = kind, player
    game.paused_until = timezone.now() + (OWN_LASTS if kind is Pause.OWN else OTHERS_LAST)
    game.seats.update(agrees=False)
    _changed(game)


def go_on(game: Game) -> None:
    """End the pause of a locked game. Due times are set again, and clocks continue with the time that was left."""
    game.pause, game.pause_reason, game.paused_by, game.paused_until = Pause.NONE, "", None, None
    game.due_at = None
    _changed(game)


def _changed(game: Game) -> None:
    """Save a game that has been paused or continues; lists of games show which."""
    progress.changed(game)
    if game.public:
        groups.lobby_changed_on_commit()


def go_on_if_all_are_back(game: Game) -> None:
    """End the pause of a locked game if all the players it waits for are back, or bots sit in for them."""
    missing = game.seats.filter(user__isnull=False, bot_name="", agrees=False)
    if game.pause != Pause.AGREED and game.paused_by is not None:
        missing = missing.filter(player=game.paused_by)
    (progress.changed if missing.exists() else go_on)(game)


def _check_may_be_paused(game: Game) -> None:
    """Raise NotPossible unless the locked game may be paused: it is a running live game, not paused and without an open
    proposal, and its mode allows pauses.
    """
    is_live = Stage(game.stage).is_running and not game.is_by_turns and game.mode.may_pause
    if not is_live or game.is_paused or game.proposal != Proposal.NONE:
        raise NotPossible


def _goes_on_key(code: str) -> str:
    return f"goes_on_without.{code}"
