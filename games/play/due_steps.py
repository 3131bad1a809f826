"""The step that is due in a game: the next deal, a time-out, a bot's move, or the end of an abandoned table."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from accounts.base import counters
from accounts.site_config import downtime
from games.engine import Event, Phase, Play, Player, State, legal_cards, view_for, waiting_for
from games.models import Author, Game, Seat
from games.play import (
    bot_timing,
    clocks,
    game_rows,
    holds,
    loading,
    pauses,
    presence,
    progress,
    proofs,
    proposals,
    queue,
    turns,
)
from games.play.bot_moves import choose_turn
from games.play.bot_timing import due_at
from games.play.errors import NoDealNow, NotPossible, StaleGame
from games.play.table import Table
from games.play.turns import Turn
from games.pubsub import groups
from games.values import Stage

LONGEST_LAG: Final = timedelta(seconds=5)
"""How late a step that is due may be made, or a ticker look for one, before something is wrong."""

SHORT_OUTAGE_BY_TURNS: Final = timedelta(minutes=10)
"""How late a time-out may come in a game by turns: so much is little beside the days for a move."""

OPEN_FOR: Final = timedelta(days=1)
"""How long a table without players present stays open; it leaves the lobby long before."""

OPEN_FOR_BY_TURNS: Final = timedelta(days=14)
"""How long a table for a game by turns stays open, in the lobby too: nobody has to be there at the same time."""


class Choice(NamedTuple):
    """A move that a bot has yet to choose for `player`: its own or, as `author` says, for want of time.

    `log` are the events that led to `state`.
    """

    game: Game
    state: State
    log: Sequence[Event]
    player: Player
    author: Author


def decide(code: str, due_time: datetime) -> Turn | None:
    """Do the step of a game that was due at this time, unless the game has changed since. If it is a move, return it;
    it is not made yet.

    A bot chooses its move while the game is not locked, so that nobody has to wait for it; if the game changes
    meanwhile, the move is dropped.
    """
    with queue.change(code) as game:
        step = _next_step(game) if game.due_at == due_time else None
    return choose_turn(*step) if isinstance(step, Choice) else step


def make(move: Turn) -> None:
    """Make the move, unless the game has changed since it was chosen."""
    with suppress(StaleGame, NoDealNow, NotPossible):
        queue.take(move)
        if move.author is Author.CLOCK:
            counters.increment(counters.Counter.TIME_OUT)


def _next_step(game: Game) -> Turn | Choice | None:
    """Do the step of a locked game that is due; if it is a move, return it, or who is to choose it."""
    if game.is_paused:
        (pauses.go_on if game.paused_until and game.paused_until <= timezone.now() else progress.save)(game)
        return None
    if game.stage == Stage.DEAL:
        return _next_move(game)
    if game.stage == Stage.OPEN:
        _close_if_abandoned(game)
    elif Stage(game.stage).waits_for_deal and not holds.put_off(game):
        turns.start_deal(game)
    return None


def _close_if_abandoned(game: Game) -> None:
    """Close a table that waits for players if nobody has been there for long; else set when to check again."""
    now = timezone.now()
    deserted = not presence.not_deserted([game.code])
    waited = now - game.updated_at - downtime.lasted(game.updated_at, now)
    if deserted and waited >= (OPEN_FOR_BY_TURNS if game.is_by_turns else OPEN_FOR):
        progress.close(game)
        return
    if deserted and game.public:
        groups.lobby_changed_on_commit()
    since = now if presence.is_remembered(game.code) else game.updated_at
    game_rows.put_off(Game.objects.filter(pk=game.pk), due_at(game, (), None, now), updated_at=since)


def _next_move(game: Game) -> Turn | Choice | None:
    """Return the move of the first bot whose turn it is, of a bot for a player whose time is up, or a forced card.

    A proposal that was not answered in time is refused here.
    """
    table, now = loading.load(game), timezone.now()
    on_turn = waiting_for(table.state) if table.state is not None else ()
    waiting = [seat for seat in table.seats if seat.waiting_since is not None and seat.player in on_turn]
    lapse = clocks.lapses_at(game, waiting)
    if lapse is not None and lapse <= now:
        proposals.lapse(game)
        return None
    of_bots = [seat for seat in waiting if seat.bot_plays and lapse is None]
    if early := _of_the_future(game, waiting, now):
        _begin_again(game, early, now)
        return None
    if missed := _missed(game, waiting, now):
        _give_time_again(game, missed, now)
        return None
    late = _late(game, waiting, now)
    if of_bots or late:
        return _move_of_bot(game, table, (of_bots + late)[0])
    if forced := _forced(game, table, waiting, now):
        return forced
    progress.save(game)  # nothing is due after all: the due time is worked out anew
    return None


def _missed(game: Game, seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Return the seats whose time was up long ago: no ticker has run since, and maybe no site at all."""
    return _late(game, seats, now - (SHORT_OUTAGE_BY_TURNS if game.is_by_turns else LONGEST_LAG))


def _of_the_future(game: Game, seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Return the seats whose time has not begun though it is their turn: the clock of the site was ahead then."""
    latest = now + LONGEST_LAG
    return [
        seat
        for seat in seats
        if seat.waiting_since is not None
        and seat.waiting_since > max(latest, clocks.vacation_until(game, seat) or latest)
    ]


def _give_time_again(game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """Give players of a locked game the whole time for their move again, or in a game by turns half a day of it."""
    for seat in seats:
        clocks.forgive(game, seat, now)
        if game.is_by_turns:
            clocks.set_time_left(game, seat, clocks.DAY / 2)
        seat.save(update_fields=game_rows.CLOCK)
    progress.changed(game)


def _begin_again(game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """Let the clocks of players of a locked game begin now."""
    for seat in seats:
        clocks.forgive(game, seat, now)
        seat.save(update_fields=game_rows.CLOCK)
    progress.changed(game)


def _late(game: Game, seats: Iterable[Seat], moment: datetime) -> list[Seat]:
    """Return the seats whose time was up at this moment."""
    return [seat for seat in seats if (deadline := clocks.deadline(game, seat)) and deadline <= moment]


def _move_of_bot(game: Game, table: Table, seat: Seat) -> Turn | Choice:
    """Return the move that a bot makes for itself or for a player whose time is up, or its choice.

    Where it looks at the dummy is part of the deal (docs/fairness.md).
    """
    assert table.state is not None, "a deal is under way"
    assert table.deal is not None
    author = Author.BOT if seat.bot_plays else Author.CLOCK
    if table.state.phase is Phase.PEEKING:
        peek = proofs.peek_of_bot(game, table.deal, table.seats, view_for(table.state, seat.player))
        return Turn(game.code, peek, game.version, author)
    return Choice(game, table.state, table.standing_events, seat.player, author)


def _forced(game: Game, table: Table, seats: Iterable[Seat], now: datetime) -> Turn | None:
    """Return the only card that a player may play who has asked for that, if it is time to play it."""
    for seat in seats:
        at = bot_timing.forced_at(game, seat, table.state)
        if at is not None and at <= now:
            assert table.state is not None
            [card] = legal_cards(table.state)
            return Turn(game.code, Play(seat.player, card), game.version)
    return None
