"""The one door for every action in a deal: people and bots enter by it alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import QuerySet

from games.engine import (
    Action,
    AnswerClaim,
    Claim,
    Dealt,
    IllegalAction,
    Peek,
    Phase,
    Player,
    State,
    decide,
    evolve,
    from_json,
)
from games.lobby.tables import NotPossible
from games.models import Author, Event, Game
from games.play import cache, db_threads, dealing, event_log, progress, results
from games.play.cache import Interval, Table
from games.play.event_log import Draft, StaleGame
from games.play.sharing import Shared
from games.play.snapshot import Stage
from games.pubsub import groups


class NoDealNow(Exception):
    """Nothing can be played: the next deal has not begun, or the game has ended."""


class AlreadyMade(StaleGame):
    """The player has made just this move where it was asked for: over a slow line it comes twice."""


class AlreadyDealt(StaleGame):
    """The deal that the player is ready for is being played: it was a second click, or it began by itself."""


REFUSALS = (IllegalAction, StaleGame, NoDealNow, NotPossible, Game.DoesNotExist)
"""What may be wrong with a turn; then nothing has changed."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Be ready for the next deal."""

    player: Player


Move: TypeAlias = Action | Ready
"""What players do at a table, in a deal and between two."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move asked for at a table by someone who saw it at `version`."""

    code: str
    action: Move
    version: int


def take_turn(*, code: str, action: Move, version: int) -> None:
    """Do `action`, asked for by someone who saw the game at `version`.

    Raises Game.DoesNotExist, NoDealNow, StaleGame (the deal has moved on; AlreadyMade or AlreadyDealt if what was asked
    for has happened), NotPossible (a bot sits in for the player) or an `IllegalAction`; then nothing has changed.
    """
    [refusal] = take_turns([Turn(code, action, version)])
    if refusal is not None:
        raise refusal


def take_turns(turns: Iterable[Turn]) -> list[Exception | None]:
    """Do several moves in one transaction, which they share with those of other threads; for each what `take_turn`
    would raise, or None once it is committed. Moves at different tables don't concern each other.
    """
    return _shared.take(turns)


def _write(turns: Sequence[Turn]) -> list[Exception | None]:
    db_threads.drop_broken_connections()
    try:
        return _take_together(turns)
    except StaleGame:  # memory was out of date; nothing of these tables is remembered any more
        return _take_together(turns)


_shared: Final = Shared(_write)


@transaction.atomic(durable=True)
def _take_together(turns: Sequence[Turn]) -> list[Exception | None]:
    """From memory where a game is remembered; what is refused there is looked up, lest memory was out of date.

    In the order of the tables' codes, lest two processes wait for each other. Raises StaleGame if memory was out of
    date on what was not refused. Whoever acknowledges a move relies on the end of this being its commit.
    """
    places = sorted(range(len(turns)), key=lambda place: turns[place].code)
    draft = Draft()
    left = [place for place in places if not _take_remembered(turns[place], draft)]
    if left:
        event_log.lock_all({turn.code for turn in turns})
    draft.write()
    refusals = {place: _refusal_of(turns[place]) for place in left}
    return [refusals.get(place) for place in range(len(turns))]


def _take_remembered(turn: Turn, draft: Draft) -> bool:
    """Whether the turn could be taken from memory."""
    remembered = cache.take(turn.code)
    if remembered is None:
        return False
    try:
        _move(remembered, turn, draft)
    except REFUSALS:
        return False
    return True


def _refusal_of(turn: Turn) -> Exception | None:
    """Take a turn as the database has the game; the refusal, if it is refused."""
    draft = Draft()
    try:
        game = event_log.lock(turn.code)
        _move(dealing.load(game) if isinstance(turn.action, Ready) else load(game), turn, draft)
    except REFUSALS as refusal:
        if isinstance(turn.action, Ready):
            return AlreadyDealt() if _is_dealt(turn) else refusal
        return AlreadyMade() if _is_made(turn.action, turn) else refusal
    draft.write()
    return None


def _is_dealt(turn: Turn) -> bool:
    """Whether the deal that was waited for at `turn.version` is being played."""
    first = _later(turn).select_related("game", "deal").first()
    if first is None or first.game.stage != Stage.DEAL or first.deal.number != first.game.deal_number:
        return False
    return isinstance(from_json(first.payload), Dealt)


def _is_made(action: Action, turn: Turn) -> bool:
    """Whether the first thing to happen after `turn.version` was this action, by the player; of a peek or an answer,
    which come in any order, whether it was the player's first one.
    """
    later = _later(turn)
    if isinstance(action, Peek | AnswerClaim):
        later = later.filter(payload__player=action.player)
    made = later.select_related("deal").first()
    if made is None or made.author != Author.PLAYER or made.taken_back:
        return False
    state = event_log.state_if_kept(made.deal, made.sequence - 1)
    try:
        return state is not None and decide(state, action)[0] == from_json(made.payload)
    except IllegalAction:
        return False


def _later(turn: Turn) -> QuerySet[Event]:
    """What has happened since the player saw the table, in order."""
    return Event.objects.filter(game__code=turn.code, sequence__gt=turn.version).order_by("sequence")


def _move(kept: Table | Interval, turn: Turn, draft: Draft) -> None:
    if isinstance(turn.action, Ready):
        if isinstance(kept, Table):
            raise StaleGame
        dealing.ready(kept, turn.action.player, turn.version, draft)
    else:
        if isinstance(kept, Interval):
            raise NoDealNow
        _act_for_player(kept, turn.action, turn.version, draft)


def _act_for_player(table: Table, action: Action, version: int, draft: Draft) -> None:
    if not _oldest_version(table, action) <= version <= table.game.version:
        raise StaleGame
    if table.seats[action.player].bot_name:
        raise NotPossible
    _act(table, action, Author.PLAYER, draft)


def load(game: Game) -> Table:
    """The running deal of a locked game, ready for a move. Raises NoDealNow between deals and after the game."""
    deal = event_log.current_deal(game)
    if game.stage != Stage.DEAL or deal is None:
        raise NoDealNow
    seats = list(game.seats.select_related("user").order_by("player"))
    log = event_log.load_log(deal)
    return Table(game, seats, deal, log.state, log.moved, log.dealt, log.claimed)


def _oldest_version(table: Table, action: Action) -> int:
    """The oldest sight of the table from which this action may come: that of the last event that matters to it.

    Players peek in any order (RULES section 4) and answer a claim in any order, so for them that is the deal, or the
    claim; a change that is no event, such as a proposal, makes nobody's move stale.
    """
    if isinstance(action, Peek):
        return table.dealt
    return table.claimed if isinstance(action, AnswerClaim) else table.moved


def act(table: Table, action: Action, author: Author) -> None:
    """Decide, write and settle one action at a table nobody else writes to. Raises IllegalAction, StaleGame."""
    draft = Draft()
    _act(table, action, author, draft)
    draft.write()


def _act(table: Table, action: Action, author: Author, draft: Draft) -> None:
    events = decide(table.state, action)
    game, before, was_exposed = table.game, table.game.version, table.state.exposed
    table.state = reduce(evolve, events, table.state)
    scores = results.conclude(game, table.state) if table.state.phase is Phase.FINISHED else None
    changed = progress.wait(game, table.seats, table.state, action.player)
    draft.append(game, table.deal, changed, events, author)
    table.moved = game.version
    if isinstance(action, Claim):
        table.claimed = before + 1
    if scores is None:
        cache.keep_on_commit(table, action, author, was_exposed, before)
    else:
        progress.tell_players(game, table.seats)
        draft.then(partial(results.write, game, table.seats, table.deal, table.state, scores))
        cache.keep_scored_on_commit(table, action, author, scores, before)
    groups.changed_on_commit(game.code, game.version)


def current_state(game: Game) -> State:
    """The deal in progress. Raises NoDealNow between deals and after the game."""
    return load(game).state


def touch(game: Game) -> None:
    """Save a locked game, and tell its browsers, after a change that is no event of a deal."""
    game.version += 1
    progress.save(game, current_state(game) if game.stage == Stage.DEAL else None)
