"""The progress of a game after every change: whose turn it is, whose clock runs, when the next step is due."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from operator import attrgetter

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.notifications import services as notifications
from games.engine import Player, State, waiting_for
from games.models import Game, Invitation, Seat, seats_of
from games.play import clocks, event_log, game_rows, table_cache
from games.play.bot_timing import due_at
from games.pubsub import groups
from games.values import Pause, Proposal, Stage

_going_on = attrgetter(*game_rows.GOING_ON)


def changed(game: Game) -> None:
    """Save a locked game as a new version, after a change that is not an event of a deal."""
    game.version += 1
    game.seed_versions = 0
    save(game)
    if game.public and (not game.deal_number or Stage(game.stage).has_ended):
        groups.lobby_changed_on_commit()
    if not game.deal_number and game.stage != Stage.OPEN:
        withdraw(game.invitations.all())


def begun(game: Game, seats: Sequence[Seat]) -> None:
    """Set the clocks and the due time of a game that is about to be stored; after the commit its players see it.

    Nobody has its table open yet.
    """
    game.version += 1
    wait(game, seats, None, None)
    refresh_other_pages(game, seats)


def close(game: Game) -> None:
    """End a locked game without a winner; a game that has ended is not changed."""
    if not Stage(game.stage).has_ended:
        game.stage = Stage.CLOSED
        changed(game)


def withdraw(invitations: QuerySet[Invitation]) -> None:
    """Delete these invitations: they are answered, the seats are taken or the game has begun."""
    withdrawn = list(invitations.values_list("user_id", "pk"))
    for user_id, key in withdrawn:
        for kind in ("invitation", "challenge"):
            notifications.withdraw([user_id], kind, about=about(key))
        groups.notices_changed_on_commit(user_id)
    if withdrawn:
        invitations.delete()


def about(invitation: int) -> str:
    """Return the subject of notifications of the invitation with this key; a second invitation has a different one."""
    return f"invitation {invitation}"


def save(game: Game) -> None:
    """Save a locked game after a change that is not a move, with its clocks and due time."""
    table_cache.discard(game.code)
    if not Stage(game.stage).is_running:  # a proposal or pause ends with the game
        game.proposal, game.proposed_by, game.pause = Proposal.NONE, None, Pause.NONE
    if game.stage == Stage.CLOSED and not game.deal_number:
        _make_way(game)
    seats = seats_of(game)
    deal = event_log.current_deal(game) if game.stage == Stage.DEAL else None
    game_rows.save(game, wait(game, seats, event_log.load_state(deal) if deal else None, None))
    refresh_other_pages(game, seats)
    groups.changed_on_commit(game.code, game.version)


def _make_way(game: Game) -> None:
    """Unlink a rematch that closed before its first deal, so that another rematch of the same game is possible.

    The earlier game is refreshed after the commit: here it would be locked after its rematch, against the order of
    locks.
    """
    if game.rematch_of is not None:
        groups.on_commit(partial(_show_again, game.rematch_of.code))
        game.rematch_of = None


@transaction.atomic
def _show_again(code: str) -> None:
    changed(game_rows.lock(code))


def wait(game: Game, seats: Sequence[Seat], state: State | None, mover: Player | None) -> list[Seat]:
    """Set the clocks and the due time for whose turn it is now; write nothing. Return the seats that have changed.

    `mover` is the player who has moved: a clock starts only for a player whose turn begins, and for the mover. A move
    ends a proposal.
    """
    waiting = waiting_for(state) if state is not None and game.stage == Stage.DEAL and not game.is_paused else ()
    before = [_going_on(seat) for seat in seats]
    now = timezone.now()
    refresh_other_pages(game, [seat for seat in seats if (seat.player in waiting) != (seat.waiting_since is not None)])
    if mover is not None:
        _end_question(game, seats, now)
    for seat in seats:
        _set_waiting(game, seat, state, seat.player in waiting, moved=seat.player == mover, now=now)
    game.due_at, game.updated_at = due_at(game, seats, state, now), now
    return [seat for seat, old in zip(seats, before, strict=True) if _going_on(seat) != old]


def refresh_other_pages(game: Game, seats: Iterable[Seat]) -> None:
    """Refresh these players' other pages: the lobby lists the game, and each shows how many tables wait for them."""
    if users := [seat.user_id for seat in seats if seat.user_id is not None]:
        groups.notices_changed_on_commit(*users, table=game.code)


def _end_question(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    if game.proposal:
        refresh_other_pages(game, seats)
    for seat in seats:
        clocks.go_on(game, seat, now)
    game.proposal, game.proposed_by, game.proposed_version = Proposal.NONE, None, None


def _set_waiting(game: Game, seat: Seat, state: State | None, waits: bool, *, moved: bool, now: datetime) -> None:
    """Stop or start the seat's clock."""
    if moved or not waits:
        claims = state is not None and state.claim is not None and state.claim.player == seat.player
        (clocks.hold if claims or game.is_paused else clocks.stop)(game, seat, now)
    if waits and seat.waiting_since is None:
        clocks.begin(game, seat, now)
    seat.ready = seat.ready and game.stage != Stage.DEAL
