"""What the players of a running game decide together: taking a move back, ending the game, calling a bot."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine import Player
from games.lobby import tables
from games.lobby.tables import NotPossible, free_bot_names
from games.models import Game, Proposal, Seat
from games.play import clocks, dealing, event_log, presence, turns
from games.play.event_log import StaleGame
from games.play.snapshot import Stage


@transaction.atomic
def propose(*, code: str, player: Player, kind: Proposal) -> None:
    """Ask all the others to agree. Bots always do; people who have been away too long are not asked.

    While a move is asked back, clocks stand still. Bots wait for the answers, whatever is asked.
    Raises NotPossible, also for what was refused to this player before and nobody has moved since.
    """
    game = event_log.lock(code)
    tables.check_plays(game, player)
    if game.proposal or _was_refused(game, player, kind) or not _may_propose(game, player, kind):
        raise NotPossible
    game.proposal, game.proposed_by, game.proposed_version = kind, player, game.version + 1
    game.seats.update(agrees=False)
    game.seats.filter(player=player).update(agrees=True)
    _set_clocks(game, clocks.stand_still)
    _decide(game)


@transaction.atomic
def answer(*, code: str, player: Player, version: int, agree: bool) -> None:
    """Agree to what is proposed, or refuse it, which ends the proposal. Raises NotPossible if nothing is.

    Raises StaleGame if the proposal was made after `version`: it is another one than was seen.
    """
    game = event_log.lock(code)
    tables.check_plays(game, player)
    if not game.proposal or game.proposed_version is None:
        raise NotPossible
    if version < game.proposed_version:
        raise event_log.StaleGame
    if agree:
        game.seats.filter(player=player).update(agrees=True)
        _decide(game)
    else:
        game.seats.filter(player=player).update(agrees=False)
        lapse(game)


@transaction.atomic
def decide(*, code: str) -> None:
    """Carry out what is proposed if nobody is left to ask: who was asked may have been away too long by now."""
    game = event_log.lock(code)
    if game.proposal and not presence.still_to_agree(game, game.seats.all()):
        _decide(game)


def lapse(game: Game) -> None:
    """What is proposed in a locked game is refused, if only by silence."""
    game.refused = game.proposal
    _drop(game)
    turns.touch(game)


@transaction.atomic
def call_bot(*, code: str, player: Player) -> None:
    """Let a bot sit in for a player who has been away longer than the table's patience. Raises NotPossible."""
    game = event_log.lock(code)
    if not presence.away_too_long(code, player, game.patience):
        raise NotPossible
    stand_in(game, player)


@transaction.atomic
def give_up(*, code: str, player: Player, leaves_others: bool | None = None) -> None:
    """Leave a running game: a bot plays on and the seat can be taken back; if no other person plays, the game ends.

    Raises NotPossible if the game doesn't run or a bot sits in already, StaleGame if the player was told whether there
    are others, and it is not so any more.
    """
    game = event_log.lock(code)
    tables.check_plays(game, player)
    others = game.seats.filter(user__isnull=False, bot_name="").exclude(player=player).exists()
    if leaves_others not in (None, others):
        raise StaleGame
    if others:
        stand_in(game, player)
    elif not Stage(game.stage).is_running:
        raise NotPossible
    else:
        game.stage = Stage.CLOSED
        turns.touch(game)


@transaction.atomic
def take_seat(*, code: str, player: Player) -> None:
    """Take the own seat back from the bot that sits in. Raises NotPossible if none does, or the game doesn't run."""
    game = event_log.lock(code)
    if not Stage(game.stage).is_running:
        raise NotPossible
    _let_play(game, game.seats.filter(player=player, user__isnull=False).exclude(bot_name="").first(), "")
    turns.touch(game)


def stand_in(game: Game, player: Player) -> None:
    """Let a bot sit in for a player of a running, locked game. Raises NotPossible."""
    if not Stage(game.stage).is_running:
        raise NotPossible
    taken = [seat.player_name for seat in game.seats.select_related("user")]
    name = free_bot_names([*taken, *game.seats.values_list("bot_name", flat=True)], game.code)[0]
    _let_play(game, game.seats.filter(player=player, user__isnull=False, bot_name="").first(), name)
    _decide(game)
    dealing.start_if_all_are_ready(game)


def _let_play(game: Game, seat: Seat | None, bot_name: str) -> None:
    """Let a bot of this name sit in, or with "" the seat's own player play again. Raises NotPossible without a seat."""
    if seat is None or seat.user_id is None:
        raise NotPossible
    clocks.change_hands(game, seat, timezone.now())
    seat.bot_name = bot_name
    seat.save(update_fields=["bot_name", "waiting_since", "used"])


def _may_propose(game: Game, player: Player, kind: Proposal) -> bool:
    if kind is Proposal.TAKE_BACK:
        return event_log.taker(game) == player
    return Stage(game.stage).is_running


def _decide(game: Game) -> None:
    """Carry the proposal out once everyone who is to agree has."""
    if game.proposal and not presence.still_to_agree(game, game.seats.all()):
        kind = Proposal(game.proposal)
        _drop(game)
        game.proposed_by = game.proposed_version = None
        if kind is Proposal.TAKE_BACK:
            _set_clocks(game, clocks.forgive)
            last_move = event_log.last_moves(game)[0]
            last_move.taken_back = True
            last_move.save(update_fields=["taken_back"])
        else:
            game.stage = Stage.CLOSED
    turns.touch(game)


def _was_refused(game: Game, player: Player, kind: Proposal) -> bool:
    refused = event_log.refused(game, game.seats.all())
    return refused is not None and refused.rules_out(kind, player)


def _drop(game: Game) -> None:
    """The proposal is over."""
    _set_clocks(game, clocks.go_on)
    game.proposal = Proposal.NONE


def _set_clocks(game: Game, change: Callable[[Game, Seat, datetime], None]) -> None:
    """Change the clocks of those the game waits for."""
    now = timezone.now()
    for seat in game.seats.filter(waiting_since__isnull=False):
        change(game, seat, now)
        seat.save(update_fields=["waiting_since", "used"])
