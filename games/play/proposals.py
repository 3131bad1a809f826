"""Proposals in a running game: to take a move back, to pause or end the game. Also calling bots that sit in, and ending
that.
"""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from games.engine import Player
from games.models import Game, Seat
from games.play import clocks, game_rows, loading, pauses, plans, presence, progress, queue, seats, turns
from games.play.errors import NotPossible, OneTry, StaleGame
from games.play.table import take_full_snapshot
from games.results import services as results
from games.values import Pause, Proposal, Stage


def propose(*, code: str, player: Player, kind: Proposal) -> None:
    """Ask all the others to agree. Bots always do; people who have been away too long are not asked.

    Clocks are paused while a take-back is proposed. Bots wait for the answers to any proposal.
    Raises NotPossible, also for a proposal of this player that was refused and nobody has moved since.
    """
    with queue.change(code) as game:
        seats.check_plays(game, player)
        if not _may_propose(game, player, kind):
            raise NotPossible
        game.proposal, game.proposed_by, game.proposed_version = kind, player, game.version + 1
        game.seats.update(agrees=False)
        game.seats.filter(player=player).update(agrees=True)
        _set_clocks(game, clocks.stand_still)
        _decide(game)


def answer(*, code: str, player: Player, version: int, agree: bool) -> None:
    """Agree to the proposal, or refuse it, which ends it. Raises NotPossible if there is none, and StaleGame if it was
    made after `version`: the player saw another one.
    """
    with queue.change(code) as game:
        seats.check_plays(game, player)
        if not game.proposal or game.proposed_version is None:
            raise NotPossible
        if version < game.proposed_version:
            raise StaleGame
        game.seats.filter(player=player).update(agrees=agree)
        if agree:
            _decide(game)
        else:
            lapse(game)


def decide_if_agreed(game: Game) -> bool:
    """Carry out the game's proposal if nobody is left to ask. Return whether the game has changed since it was read.

    Players who were asked may since have been away too long, so this is called whenever a table is shown.
    """
    if not _is_agreed(game):
        return False
    with queue.change(game.code) as locked:
        if _is_agreed(locked):
            _decide(locked)
    return True


def _is_agreed(game: Game) -> bool:
    """Return whether there is a proposal to which everyone who is to agree has agreed."""
    return bool(game.proposal) and not presence.still_to_agree(game, game.seats.all())


def lapse(game: Game) -> None:
    """Refuse the proposal in a locked game, also because nobody has answered it."""
    game.refused = game.proposal
    _drop(game)
    progress.changed(game)


def call_bot(*, code: str, player: Player) -> None:
    """Let a bot sit in for a player who has been away longer than the table's patience. Raises NotPossible.

    In a game by turns nobody is away, but a bot may be called for a player whose time was up at the last move.
    """
    with queue.change(code) as game:
        overdue = loading.load(game).overdue
        away = presence.away_too_long(code, player, presence.patience(game, game.stage))
        if game.is_paused or (player not in overdue and not away):
            raise NotPossible
        stand_in(game, player)


def give_up(*, code: str, player: Player, leaves_others: bool | None = None) -> None:
    """Leave a running game: a bot plays on and the seat can be taken back; if no other person plays, the game ends.

    Then it is rated, with all who have left it as last.

    `leaves_others` is what the page said to the player. Raises NotPossible if the game doesn't run, BotPlays if
    a bot sits in already, OneTry on a board of a set of deals unless it is practice; StaleGame if
    `leaves_others` is no longer true.
    """
    with queue.change(code) as game:
        seats.check_plays(game, player)
        if game.mode.one_try:
            raise OneTry
        people = game.seats.filter(user__isnull=False, bot_name="").exclude(player=player)
        others = game.mode.others_wait or people.exists()
        if leaves_others not in (None, others):
            raise StaleGame
        if others:
            stand_in(game, player)
        else:
            _let_play(game, player, seats.free_bot_names(game)[0])
            progress.close(game)
            results.rate_without_winner(game)


def take_seat(*, code: str, player: Player) -> None:
    """Take the player's seat back from the bot that sits in. Raises NotPossible if none does, if the game has ended,
    and on a board whose set has closed: there an Expert plays to the end.
    """
    with queue.change(code) as game:
        if not game.mode.bots_sit_in:
            raise NotPossible
        _let_play(game, player, "")
        progress.changed(game)


def stand_in(game: Game, player: Player) -> None:
    """Let a bot sit in for a player of a running, locked game. Raises NotPossible."""
    _let_play(game, player, seats.free_bot_names(game)[0])
    _decide(game)
    if Stage(game.stage).waits_for_deal and not game.is_paused:
        turns.start_deal(game, only_if_ready=True)  # all the others may have been waiting for this player


def _let_play(game: Game, player: Player, bot_name: str) -> None:
    """Let a bot of this name sit in, or with "" give the seat back to the player. Raises NotPossible, as it does if
    nothing would change.
    """
    seat = game.seats.filter(player=player, user__isnull=False).first()
    if seat is None or seat.bot_plays == bool(bot_name) or not Stage(game.stage).is_running:
        raise NotPossible
    clocks.update(game, seat, timezone.now())
    plans.forget(seat)
    seat.bot_name = bot_name
    seat.save(update_fields=["bot_name", *game_rows.CLOCK])


def _may_propose(game: Game, player: Player, kind: Proposal) -> bool:
    """Return whether the player may propose this now. A person alone with bots cannot end the game by agreement, which
    would leave ratings unchanged, but may give it up.
    """
    table = take_full_snapshot(loading.load(game)).of(player)
    if kind is Proposal.PAUSE:
        return table.may_be_paused and table.may_propose(kind, player)
    if kind is Proposal.TAKE_BACK:
        return table.may_take_back
    others = any(seat.plays_in_person for seat in table.seats if seat.player != player)
    return others and table.stage.is_running and table.may_propose(kind, player)


def _decide(game: Game) -> None:
    """Carry out the proposal if it is agreed, and save the game; or end a pause that no longer waits for anybody."""
    if game.is_paused:
        pauses.go_on_if_all_are_back(game)
        return
    if _is_agreed(game):
        kind = Proposal(game.proposal)
        _drop(game)
        game.proposed_by = game.proposed_version = None
        if kind is Proposal.PAUSE:
            pauses.begin(game, Pause.AGREED, None)
            return
        if kind is Proposal.TAKE_BACK:
            _set_clocks(game, clocks.forgive)
            last = game.events.filter(taken_back=False).order_by("sequence").last()
            assert last is not None, "there is a move to take back"
            last.taken_back = True
            last.save(update_fields=["taken_back"])
            progress.changed(game)
            plans.after_take_back(game)
            return
        game.stage = Stage.CLOSED
    progress.changed(game)


def _drop(game: Game) -> None:
    """Remove the proposal from the game's row and start paused clocks."""
    _set_clocks(game, clocks.go_on)
    game.proposal = Proposal.NONE


def update_clocks(game: Game) -> None:
    """Update the clocks of a locked game when a vacation begins or ends, or a seat has passed to another account."""
    _set_clocks(game, clocks.update)


def _set_clocks(game: Game, change: Callable[[Game, Seat, datetime], None]) -> None:
    """Apply `change` to the clocks of the players whose turn it is."""
    now = timezone.now()
    for seat in game.seats.filter(waiting_since__isnull=False):
        change(game, seat, now)
        seat.save(update_fields=game_rows.CLOCK)
