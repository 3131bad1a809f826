"""Looks at the last deal, which hold the next one: a player opens its review, the score sheet, or a part of the table
that explains it.

The next deal begins when all are ready, or when nobody holds it any more. Games by turns do not wait for looks; neither
do tournaments, whose rounds are timed.
"""

from datetime import datetime

from django.utils import timezone

from games.engine import Player
from games.models import Game, Hold
from games.play import hold_times, progress, queue
from games.values import Stage


def begin(game: Game, player: Player | None, number: int) -> None:
    """Let the next deal wait while this player looks at deal `number`.

    Nothing changes if the next deal does not wait for a look at that one, the player is ready for it or looks already,
    or the player's minute is used up.
    """
    if player is None or not _waits(game, number) or _looks(game, player):
        return
    with queue.change(game.code) as locked:
        is_expected = locked.seats.filter(player=player, ready=False, bot_name="").exists()
        if is_expected and _waits(locked, number) and not _looks(locked, player):
            _begin(locked, player)


def _waits(game: Game, number: int) -> bool:
    """Return whether the next deal waits for players who look at this one."""
    is_last = game.stage == Stage.SCORED and game.deal_number == number
    return is_last and not game.is_by_turns and not game.is_paused and game.mode.waits_for_looks


def _looks(game: Game, player: Player) -> bool:
    return any(hold.player == player for hold in hold_times.running(game, timezone.now()))


def _begin(game: Game, player: Player) -> None:
    others, now = hold_times.running(game, timezone.now()), timezone.now()
    hold, _new = Hold.objects.get_or_create(game=game, player=player, defaults={"deal_number": game.deal_number})
    if hold.deal_number != game.deal_number:
        hold.deal_number, hold.used = game.deal_number, 0.0
    elif hold.since is not None:  # a look that was never ended has used up the minute
        hold.used = hold_times.LASTS.total_seconds()
    if not hold_times.left(hold) or game.due_at is None:
        return
    hold.since, hold.due_before = now, others[0].due_before if others else game.due_at
    hold.save()
    game.due_at = hold_times.due_with([hold, *others], game.due_at)
    progress.changed(game)


def end(game: Game, player: Player | None) -> bool:
    """End the look of this player, who is back at the table; return whether there was one."""
    if player is None or not _looks(game, player):
        return False
    with queue.change(game.code) as locked:
        now = timezone.now()
        released = hold_times.release(locked, hold_times.running(locked, now), player, now)
        hold_times.save(released)
        if released:
            progress.changed(locked)
    return bool(released)


def held_until(game: Game, player: Player | None) -> datetime | None:
    """Return when this player's minute is over; None if the player is not looking."""
    held = hold_times.running(game, timezone.now())
    return next((hold_times.ends_at(hold) for hold in held if hold.player == player), None)


def put_off(game: Game) -> bool:
    """Postpone the next deal of a locked game if a player with time left is looking; return whether it was postponed.

    This happens after a downtime, which does not count against the minute.
    """
    now = timezone.now()
    held = hold_times.running(game, now)
    if held:
        game.due_at = hold_times.due_with(held, now)
        progress.changed(game)
    return bool(held)


def begin_anew(moment: datetime) -> None:
    """Restart looks that seem to begin after `now`: the machine's clock was ahead."""
    Hold.objects.filter(since__gt=moment).update(since=moment, due_before=moment)
