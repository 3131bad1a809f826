"""What a table shows after something has happened there, made from what it showed before: nothing is read again.

A reading of the database would give the same (`tests/services/test_memory.py`); only who is present is looked up when
somebody comes or goes, and is taken over here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine import (
    Action,
    Bid,
    Play,
    Player,
    State,
    changed,
    commitment,
    standing_after,
)
from games.models import Author, Deal, Game, Seat
from games.play import clocks
from games.play.queries import TableNow
from games.play.snapshot import SeatInfo, Stage, finished_deal


def move(
    before: TableNow, game: Game, seats: Sequence[Seat], state: State, action: Action, author: Author, was_exposed: bool
) -> TableNow:
    """A move has been made, or the clock has made it; `was_exposed` says whether the dummy lay open before."""
    is_opening_lead = isinstance(action, Play) and not was_exposed
    shown = changed(
        before.shown,
        version=game.version,
        seats=_seats(before, game, seats),
        proposal=None,
        refused=None,
        last_by_clock=_late(action, author),
    )
    may_be_taken_back = isinstance(action, Bid | Play) and not is_opening_lead and author == Author.PLAYER
    return TableNow(shown, state, action.player if may_be_taken_back else None)


def scored(
    before: TableNow, game: Game, seats: Sequence[Seat], deal: Deal, state: State, last: Action, author: Author
) -> TableNow:
    """The deal has ended with the action `last`, but not the game."""
    line = finished_deal(deal.number, state)
    shown = changed(
        before.shown,
        version=game.version,
        stage=Stage.SCORED,
        seats=_seats(before, game, seats),
        finished=(*before.shown.finished, line),
        standing=standing_after(line.scores),
        next_deal_at=game.due_at,
        secret=deal.secret,
        proposal=None,
        refused=None,
        last_by_clock=_late(last, author),
    )
    return TableNow(shown, state, None)


def ready(before: TableNow, game: Game, player: Player) -> TableNow:
    """One more player waits for the next deal."""
    shown = changed(before.shown, version=game.version, ready=before.shown.ready | {player})
    return replace(before, shown=shown)


def dealt(before: TableNow, game: Game, seats: Sequence[Seat], deal: Deal, state: State) -> TableNow | None:
    """The next deal has been dealt; None if something is proposed, for which a bot may wait from now on."""
    if before.shown.proposal is not None:
        return None
    shown = changed(
        before.shown,
        version=game.version,
        stage=Stage.DEAL,
        seats=_seats(before, game, seats),
        dealer=deal.dealer,
        deal_number=deal.number,
        ready=frozenset(),
        next_deal_at=None,
        commitment=commitment(bytes.fromhex(deal.secret)),
        secret=None,
        last_by_clock=None,
    )
    return TableNow(shown, state, None)


def _late(action: Action, author: Author) -> Player | None:
    """For whom a bot has made this move because time was up, if it has."""
    return action.player if author == Author.CLOCK else None


def _seats(before: TableNow, game: Game, seats: Sequence[Seat]) -> tuple[SeatInfo, SeatInfo, SeatInfo]:
    """The seats with their clocks as they stand."""
    infos = before.shown.seats
    if all(info.clock is None for info in infos):
        return infos
    one, two, three = (
        replace(info, clock=clocks.reading(game, seat, game.updated_at))
        for info, seat in zip(infos, seats, strict=True)
    )
    return one, two, three
