"""The step that is due in a game: the next deal, a time-out, a bot's move, or the end of an abandoned table."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from accounts.base import counters
from accounts.site_config import downtime
from games.engine import Phase, Play, legal_cards, view_for, waiting_for
from games.models import Game, Seat
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
    table_cache,
    turns,
)
from games.play.bot_moves import Choice, choice_for
from games.play.bot_timing import due_at
from games.play.errors import NoDealNow, NotPossible, OtherChoice, StaleGame
from games.play.table import Table
from games.play.turns import Turn
from games.pubsub import groups
from games.values import Author, Stage

LONGEST_LAG: Final = timedelta(seconds=5)
"""How late a due step may be taken, or a ticker may check for one, before something is wrong."""

SHORT_OUTAGE_BY_TURNS: Final = timedelta(minutes=10)
"""How late a time-out may be in a game by turns: little compared with the days for a move."""

OPEN_FOR: Final = timedelta(days=1)
"""How long a table without players present stays open; it leaves the lobby long before."""

OPEN_FOR_BY_TURNS: Final = timedelta(days=14)
"""How long a table for a game by turns stays open, in the lobby too: nobody has to be there at the same time."""


_DROPPED: Final = (StaleGame, NoDealNow, NotPossible, Game.DoesNotExist)
"""Why a move is dropped: the game has changed since it was chosen, or is gone."""


class Due(NamedTuple):
    """A game of this `version` whose step is due `since` a time; its row says `at`, if a ticker has put it off."""

    code: str
    version: int
    since: datetime
    at: datetime


def move_in_cache(due: Due) -> Turn | Choice | None:
    """Return the move of a bot that is due in a game, or what it has to choose; None if the table is not in the cache,
    or something else is due. The caller keeps writers out (`queue.alone`).

    The game is not locked: the move is refused if the game changes before it is made. What else is due depends on the
    accounts of the players, of which the cache may have older ones.
    """
    table = table_cache.look_up(due.code)
    if table is None or (table.game.version, table.game.due_at) != (due.version, due.since):
        return None
    move = _move_at(table, timezone.now())
    return move if move is not None and move.author is Author.BOT else None


def decide(code: str, due_time: datetime) -> Turn | Choice | None:
    """Do the step of a game that was due at this time, unless the game has changed since. If the step is a move, it is
    not made yet: return it, or the bot's choice still to be made.

    A bot chooses its move while the game is not locked, so that nobody has to wait for it; if the game changes
    meanwhile, the move is dropped.
    """
    with queue.change(code) as game:
        return _next_step(game) if game.due_at == due_time else None


def make(moves: Sequence[Turn]) -> list[BaseException | None]:
    """Make these moves together, unless their games have changed since they were chosen; return for each what has
    failed, or None. A bot that has chosen otherwise elsewhere at the same position is asked again at once.
    """
    outcomes = queue.take_all(moves)
    for move, outcome in zip(moves, outcomes, strict=True):
        if outcome is None and move.author is Author.CLOCK:
            counters.increment(counters.Counter.TIME_OUT)
        if isinstance(outcome, OtherChoice):
            game_rows.put_off(Game.objects.filter(code=move.code, version=move.version), timezone.now())
    return [None if isinstance(outcome, _DROPPED) else outcome for outcome in outcomes]


def _next_step(game: Game) -> Turn | Choice | None:
    """Do the step that is due in a locked game; if it is a move, return it, or the bot's choice still to be made."""
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
    """Return the move that is due in a locked game; if something else is, do it.

    A proposal that was not answered in time is refused here.
    """
    table, now = loading.load(game), timezone.now()
    if move := _move_at(table, now):
        return move
    waiting = _waiting(table)
    if _has_lapsed(game, waiting, now):
        proposals.lapse(game)
    elif early := _of_the_future(game, waiting, now):
        _begin_again(game, early, now)
    elif missed := _missed(game, waiting, now):
        _give_time_again(game, missed, now)
    else:
        progress.save(game)  # nothing is due after all: the due time is worked out anew
    return None


def _move_at(table: Table, now: datetime) -> Turn | Choice | None:
    """Return the move of the first bot whose turn it is, of a bot for a player whose time is up, or a forced card.

    None if there is nothing to move, or if the game has to change first because its clocks are wrong or a proposal has
    lapsed.
    """
    game, waiting = table.game, _waiting(table)
    if game.is_paused or game.stage != Stage.DEAL or _has_lapsed(game, waiting, now):
        return None
    if _of_the_future(game, waiting, now) or _missed(game, waiting, now):
        return None
    of_bots = [seat for seat in waiting if seat.bot_plays and clocks.lapses_at(game, waiting) is None]
    if on_turn := of_bots + _late(game, waiting, now):
        return _move_of_bot(game, table, on_turn[0])
    return _forced(game, table, waiting, now)


def _waiting(table: Table) -> list[Seat]:
    """Return the seats whose turn it is."""
    on_turn = waiting_for(table.state) if table.state is not None else ()
    return [seat for seat in table.seats if seat.waiting_since is not None and seat.player in on_turn]


def _has_lapsed(game: Game, waiting: Sequence[Seat], now: datetime) -> bool:
    lapse = clocks.lapses_at(game, waiting)
    return lapse is not None and lapse <= now


def _missed(game: Game, seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Return the seats whose time was up long ago: no ticker has run since, and perhaps the whole site was down."""
    return _late(game, seats, now - (SHORT_OUTAGE_BY_TURNS if game.is_by_turns else LONGEST_LAG))


def _of_the_future(game: Game, seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Return the seats whose turn it is although their time starts in the future: the machine's clock was ahead."""
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
    """Restart the clocks of these players of a locked game now."""
    for seat in seats:
        clocks.forgive(game, seat, now)
        seat.save(update_fields=game_rows.CLOCK)
    progress.changed(game)


def _late(game: Game, seats: Iterable[Seat], moment: datetime) -> list[Seat]:
    """Return the seats whose time was up at this moment."""
    return [seat for seat in seats if (deadline := clocks.deadline(game, seat)) and deadline <= moment]


def _move_of_bot(game: Game, table: Table, seat: Seat) -> Turn | Choice:
    """Return the move of a bot, for itself or for a player whose time is up; or the choice it still has to make.

    Where it looks at the dummy is part of the deal (docs/fairness.md).
    """
    assert table.state is not None, "a deal is under way"
    assert table.deal is not None
    author = Author.BOT if seat.bot_plays else Author.CLOCK
    if table.state.phase is Phase.PEEKING:
        peek = proofs.peek_of_bot(game, table.deal, table.seats, view_for(table.state, seat.player))
        return Turn(game.code, peek, game.version, author)
    return choice_for(game, table.state, table.standing_events, seat.player, author)


def _forced(game: Game, table: Table, seats: Iterable[Seat], now: datetime) -> Turn | None:
    """Return the only legal card of a player who has asked the site to play such cards, if it is time to play it."""
    for seat in seats:
        at = bot_timing.forced_at(game, seat, table.state)
        if at is not None and at <= now:
            assert table.state is not None
            [card] = legal_cards(table.state)
            return Turn(game.code, Play(seat.player, card), game.version)
    return None
