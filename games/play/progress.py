"""Moving a game on: after every change, who is waited for and what is due."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import timezone

from games.engine import (
    SECRET_BYTES,
    Player,
    State,
    waiting_for,
)
from games.models import Game, Proposal, Seat
from games.play import clocks, event_log
from games.play.bot_timing import due_at
from games.play.snapshot import Stage
from games.pubsub import groups


def new_secret() -> str:
    """A fresh secret for a shuffle, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def save(game: Game, state: State | None = None) -> None:
    """Save a game after a change that is no move: who is waited for, what is due when. The caller holds the lock.

    A proposal ends with the game.
    """
    if not Stage(game.stage).is_running:
        game.proposal, game.proposed_by = Proposal.NONE, None
    if game.stage == Stage.CLOSED and not game.deal_number:
        _make_way(game)
    seats = list(game.seats.select_related("user").order_by("player"))
    for seat in wait(game, seats, state, None):
        seat.save(update_fields=["waiting_since", "used", "lag", "reserve", "ready"])
    game.save()
    tell_players(game, seats)
    groups.changed_on_commit(game.code, game.version)


def _make_way(game: Game) -> None:
    """A game without a single deal is nobody's rematch: another may follow the last one, whose page says so."""
    if game.rematch_of is not None:
        last = event_log.lock(game.rematch_of.code)
        game.rematch_of = None
        last.version += 1
        save(last)


def wait(game: Game, seats: Sequence[Seat], state: State | None, mover: Player | None) -> list[Seat]:
    """Work out who is waited for and what is due when; writes nothing. Returns the seats that are not as before.

    `mover` is the player whose action it was: the clock of whoever is waited for starts anew only for those who were
    not waited for before, and for the mover. A move ends what is proposed.
    """
    waiting = waiting_for(state) if state is not None and game.stage == Stage.DEAL else ()
    before = [_going_on(seat) for seat in seats]
    now = timezone.now()
    if mover is not None:
        _end_question(game, seats, now)
    for seat in seats:
        _set_waiting(game, seat, state, seat.player in waiting, moved=seat.player == mover, now=now)
    game.due_at, game.updated_at = due_at(game, seats, state, now), now
    return [seat for seat, old in zip(seats, before, strict=True) if _going_on(seat) != old]


def tell_players(game: Game, seats: Iterable[Seat]) -> None:
    """Let other pages of these players look again what they show of the game: it is listed in the lobby, and every page
    says at how many tables they are to move or to answer.
    """
    for seat in seats:
        if seat.user_id is not None:
            groups.notices_changed_on_commit(seat.user_id, game.code)


def _end_question(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    if game.proposal:
        tell_players(game, seats)
    for seat in seats:
        clocks.go_on(game, seat, now)
    game.proposal, game.proposed_by, game.proposed_version = Proposal.NONE, None, None


def _going_on(seat: Seat) -> tuple[object, ...]:
    """What of a seat may change."""
    return seat.waiting_since, seat.used, seat.lag, seat.reserve, seat.ready


def _set_waiting(game: Game, seat: Seat, state: State | None, waits: bool, *, moved: bool, now: datetime) -> None:
    """Stop and start the seat's clock, and tell its player's other pages."""
    if seat.user_id is not None and waits != (seat.waiting_since is not None):
        groups.notices_changed_on_commit(seat.user_id, game.code)
    if moved or not waits:
        claims = state is not None and state.claim is not None and state.claim.player == seat.player
        (clocks.hold if claims else clocks.stop)(game, seat, now)
    if waits and seat.waiting_since is None:
        clocks.begin(game, seat, now)
    seat.ready = seat.ready and game.stage != Stage.DEAL
