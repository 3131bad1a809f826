"""Turns at a table: a move in a deal, or being ready for the next deal."""

from dataclasses import dataclass
from functools import partial, reduce
from typing import TypeAlias

from django.db.models import QuerySet

from games.engine import (
    Action,
    AnswerClaim,
    Dealt,
    IllegalAction,
    Peek,
    Phase,
    Player,
    decide,
    evolve,
    from_json,
    replay,
)
from games.models import Author, Event, Game, Stage
from games.play import dealing, progress, results
from games.play.errors import AlreadyDealt, AlreadyMade, NoDealNow, NotPossible, StaleGame
from games.play.event_log import Draft
from games.play.snapshot import finished_deal
from games.play.table import Logged, Table

REFUSALS = (IllegalAction, StaleGame, NoDealNow, NotPossible, Game.DoesNotExist)
"""The errors that refuse a turn; nothing has changed then."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A player is ready for the next deal."""

    player: Player


Move: TypeAlias = Action | Ready
"""What a player may do: an action in a deal, or being ready for the next one."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move at a table by a player who saw it at `version`.

    A bot's move, or one for a player whose time is up (see `author`), is valid for that version only.
    """

    code: str
    action: Move
    version: int
    author: Author = Author.PLAYER


def apply(table: Table, turn: Turn, draft: Draft) -> None:
    """Take a turn at a table; the rows to write are added to `draft`.

    Raises NoDealNow, StaleGame, NotPossible (a bot plays for the player) or an `IllegalAction`; then the table has not
    changed.
    """
    action = turn.action
    if isinstance(action, Ready):
        dealing.ready(table, action.player, turn.version, draft)
        return
    if table.game.stage != Stage.DEAL or table.state is None:
        raise NoDealNow
    if turn.author is Author.PLAYER:
        _check_player(table, action, turn.version)
    elif turn.version != table.game.version:
        raise StaleGame
    act(table, action, turn.author, draft)


def _check_player(table: Table, action: Action, version: int) -> None:
    if not _oldest_version(table, action) <= version <= table.game.version:
        raise StaleGame
    if table.seats[action.player].bot_name:
        raise NotPossible


def _oldest_version(table: Table, action: Action) -> int:
    """Return the oldest version for which this action is still valid: that of the last event that matters to it.

    Players peek in any order (docs/rules.md section 4) and answer a claim in any order, so for them that event is the
    deal or the claim. A change that is not an event, such as a proposal, makes no move stale.
    """
    if isinstance(action, Peek):
        return table.dealt
    return table.claimed if isinstance(action, AnswerClaim) else table.moved


def act(table: Table, action: Action, author: Author, draft: Draft) -> None:
    """Decide an action in the current deal and update the table. Raises IllegalAction."""
    game, state = table.game, table.state
    assert state is not None, "a deal is under way"
    assert table.deal is not None
    events = decide(state, action)
    table.state = state = reduce(evolve, events, state)
    table.log += [Logged(sequence, event, author) for sequence, event in enumerate(events, start=game.version + 1)]
    scores = results.conclude(game, state) if state.phase is Phase.FINISHED else None
    changed = progress.wait(game, table.seats, state, action.player)
    draft.append(game, table.deal, changed, events, author)
    if scores is not None:
        table.deal.finished = True
        table.finished = (*table.finished, finished_deal(table.deal.number, state))
        progress.tell_players(game, table.seats)
        draft.then(partial(results.write, game, table.seats, table.deal, state, scores))


def explain_stale(turn: Turn, refusal: Exception) -> Exception:
    """Return the error for a refused turn: AlreadyMade or AlreadyDealt if its purpose is already reached."""
    if isinstance(turn.action, Ready):
        return AlreadyDealt() if _is_dealt(turn) else refusal
    return AlreadyMade() if _is_made(turn.action, turn) else refusal


def _is_dealt(turn: Turn) -> bool:
    """Return whether the deal that the table waited for at `turn.version` has been dealt."""
    first = _later(turn).select_related("game", "deal").first()
    if first is None or first.game.stage != Stage.DEAL or first.deal.number != first.game.deal_number:
        return False
    return isinstance(from_json(first.payload), Dealt)


def _is_made(action: Action, turn: Turn) -> bool:
    """Return whether the first event after `turn.version` was this action by this player.

    For peeks and answers, which come in any order, only the player's own first one counts.
    """
    later = _later(turn)
    if isinstance(action, Peek | AnswerClaim):
        later = later.filter(payload__player=action.player)
    made = later.select_related("deal").first()
    if made is None or made.author != Author.PLAYER or made.taken_back:
        return False
    before = made.deal.events.filter(taken_back=False, sequence__lt=made.sequence).order_by("sequence")
    events = list(map(from_json, before.values_list("payload", flat=True)))
    try:
        return bool(events) and decide(replay(events), action)[0] == from_json(made.payload)
    except IllegalAction:
        return False


def _later(turn: Turn) -> QuerySet[Event]:
    """Return the events since the player saw the table, in order."""
    return Event.objects.filter(game__code=turn.code, sequence__gt=turn.version).order_by("sequence")
