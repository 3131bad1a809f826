"""Turns at a table: a move in a deal, or being ready for the next deal, which is dealt when all are."""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from games import engine
from games.engine import Action, AnswerClaim, Dealt, IllegalAction, Peek, Phase, Play, Player
from games.models import Deal, Event, Game
from games.play import hold_times, loading, progress, proofs, table_cache
from games.play.errors import (
    AlreadyDealt,
    AlreadyMade,
    BotPlays,
    GameHasEnded,
    NoDealNow,
    NotBetweenDeals,
    NotPossible,
    Paused,
    StaleGame,
)
from games.play.event_log import load_state
from games.play.game_rows import Draft
from games.play.moves import Move, Ready
from games.play.snapshot import finished_deal
from games.play.table import Table
from games.pubsub import groups
from games.results import services as results
from games.results.own_moves import played_by_bots
from games.values import Author, Logged, Stage, logs

REFUSALS = (IllegalAction, StaleGame, NoDealNow, NotPossible, Game.DoesNotExist)
"""The errors that refuse a turn; nothing has changed then."""


class NewChoice(NamedTuple):
    """What a bot has chosen at a position of the board with this primary key, as the JSON of its event."""

    board: int
    position: str
    event: Any


@dataclass(frozen=True, slots=True)
class Turn:
    """A move at a table by a player who saw it at `version`.

    A bot's move, or one for a player whose time is up (see `author`), is valid for that version only. What a bot has
    chosen at a `new` position of a board is stored with it.
    """

    code: str
    action: Move
    version: int
    author: Author = Author.PLAYER
    new: NewChoice | None = None


def apply(table: Table, turn: Turn, draft: Draft) -> None:
    """Take a turn at a table; the rows to write are added to `draft`.

    Raises NoDealNow, GameHasEnded, StaleGame, Paused, BotPlays, NotBetweenDeals or an `IllegalAction`;
    then the table has not changed.
    """
    action = turn.action
    if Stage(table.game.stage).has_ended:
        raise GameHasEnded
    if table.game.is_paused:
        raise Paused
    if isinstance(action, Ready):
        _get_ready(table, action.player, turn.version, draft)
        return
    if table.game.stage != Stage.DEAL or table.state is None:
        raise NoDealNow
    is_own = turn.author is Author.PLAYER  # any other move is of the version for which it was chosen
    oldest = logs.oldest_version(table.log, action) if is_own else table.game.version
    if not oldest <= turn.version <= table.game.version:
        raise StaleGame
    if is_own and table.seats[action.player].bot_plays:
        raise BotPlays
    try:
        act(table, action, turn.author, draft)
    except IllegalAction:
        if turn.version < table.moved:  # it may have been legal when the player saw the table
            raise StaleGame from None
        raise
    if turn.new is not None:
        draft.keep_choice(*turn.new)


def act(table: Table, action: Action, author: Author, draft: Draft) -> None:
    """Decide an action in the current deal and update the table. Raises IllegalAction."""
    game, deal, state = table.game, table.deal, table.state
    assert deal is not None, "a deal is under way"
    assert state is not None
    events = engine.decide(state, action)
    hand = None if state.hand_to_play is None else state.hands[state.hand_to_play]
    table.state = state = reduce(engine.evolve, events, state)
    table.log += [Logged(sequence, event, author) for sequence, event in enumerate(events, start=game.version + 1)]
    before = table.standing.points
    scores = results.conclude(game, state, before) if state.phase is Phase.FINISHED else None
    changed = progress.wait(game, table.seats, state, action.player)
    draft.append(game, deal, changed, events, author)
    if isinstance(action, Play) and hand is not None and table.seats[action.player].user_id is not None:
        draft.remove_plans(game, table.seats[action.player], action.card, hand)
    if scores is not None:
        deal.finished = True
        table.finished = (*table.finished, finished_deal(deal.number, state, scores))
        progress.refresh_other_pages(game, table.seats)
        if game.public:
            groups.lobby_changed_on_commit()
        by_bots = played_by_bots(
            ((entry.event, entry.author) for entry in table.log if not entry.taken_back), state.declarer
        )
        draft.then(partial(results.write, game, table.seats, deal, state, scores, by_bots))


def _get_ready(table: Table, player: Player, version: int, draft: Draft) -> None:
    """Store that a player who saw the game at `version` is ready; deal if all people at the table are.

    Being ready twice changes nothing. Raises StaleGame if a deal has begun since `version`, so that an old page starts
    nothing, NotBetweenDeals if no deal comes next, and BotPlays while a bot sits in for the player.
    """
    game, seat = table.game, table.seats[player]
    waits = Stage(game.stage).waits_for_deal
    if version < table.moved or (version > game.version and not waits):
        raise StaleGame
    if not waits:
        raise NotBetweenDeals
    if seat.bot_plays:
        raise BotPlays
    was_ready, seat.ready = seat.ready, True
    released = hold_times.release(game, table.holds, player, timezone.now())
    draft.then(partial(hold_times.save, released))
    if _waits_for_nobody(table):
        _deal(table, draft)
    elif not was_ready or version > game.version:  # a later version shows that the cache is outdated
        game.updated_at = timezone.now()
        draft.move_on(game, 1, [seat])


def start_deal(game: Game, *, only_if_ready: bool = False) -> None:
    """Deal the next deal of a locked game, perhaps only if all are ready. Raises StaleGame if it waits for none."""
    if not Stage(game.stage).waits_for_deal:
        raise StaleGame
    table, draft = loading.load(game), Draft()
    if _waits_for_nobody(table) or not only_if_ready:
        _deal(table, draft)
        draft.write()
        table_cache.publish_on_commit(table)


def _waits_for_nobody(table: Table) -> bool:
    return all(seat.ready or seat.bot_plays for seat in table.seats)


def _deal(table: Table, draft: Draft) -> None:
    """Deal the next deal at a table that waits for it."""
    game, number = table.game, table.game.deal_number + 1
    dealer = proofs.dealer_of(game, number, table.seats, table.deal.dealer if table.deal else None)
    game.deal_number, game.stage = number, Stage.DEAL
    secret, now = proofs.secret_of_deal(game, number), timezone.now()
    # Cards that are dealt several times are no independent draws: no statistic of cards counts them.
    row = Deal(game=game, number=number, dealer=dealer, secret=secret, dealt_at=now, counted=game.mode.from_zero)
    before = results.standing_before_deal(game, table.standing)
    event = Dealt(table.rules, dealer, before, proofs.hands_of(game, row, table.seats))
    table.deal, table.state, table.review_leader, table.holds = row, engine.replay([event]), None, []
    table.log = [Logged(game.version + 1, event, Author.PLAYER)]
    draft.append(game, row, progress.wait(game, table.seats, table.state, None), [event], Author.PLAYER)
    progress.refresh_other_pages(game, table.seats)
    if game.public:
        groups.lobby_changed_on_commit()


def explain_stale(turn: Turn, refusal: Exception) -> Exception:
    """Return the error for a refused turn: AlreadyMade or AlreadyDealt if its effect has already happened."""
    if isinstance(turn.action, Ready):
        return AlreadyDealt() if _is_dealt(turn) else refusal
    return AlreadyMade() if _is_made(turn.action, turn) else refusal


def _is_dealt(turn: Turn) -> bool:
    """Return whether the deal that the table waited for at `turn.version` has been dealt."""
    first = _later(turn).select_related("game").first()
    if first is None or first.game.stage != Stage.DEAL or first.deal.number != first.game.deal_number:
        return False
    return isinstance(engine.from_json(first.payload), Dealt)


def _is_made(action: Action, turn: Turn) -> bool:
    """Return whether the first event after `turn.version` was this action by this player."""
    later = _later(turn)
    if isinstance(action, Peek | AnswerClaim):  # they come in any order: the player's own first one counts
        later = later.filter(payload__player=action.player)
    made = later.first()
    if made is None or made.author != Author.PLAYER or made.taken_back:
        return False
    event = engine.from_json(made.payload)
    with suppress(IllegalAction):
        return not isinstance(event, Dealt) and engine.decide(load_state(made.deal, made.sequence), action)[0] == event
    return False


def _later(turn: Turn) -> QuerySet[Event]:
    """Return the events since the player saw the table, in order, with their deals."""
    since = Event.objects.filter(game__code=turn.code, sequence__gt=turn.version)
    return since.order_by("sequence").select_related("deal")
