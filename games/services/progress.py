"""Moving a game on: after every change, who is waited for, what is due, and what a finished deal leaves behind."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from datetime import datetime

from django.utils import timezone

from games import clocks, live, store
from games.engine import (
    PLAYERS,
    SECRET_BYTES,
    Dealt,
    Phase,
    Player,
    PlayerScore,
    Standing,
    State,
    bid_of,
    deal_hands,
    next_dealer,
    outcome,
    replay,
    score,
    standing_after,
    waiting_for,
)
from games.models import Deal, DealScore, Game, Proposal, Seat
from games.services.pace import due_at
from games.snapshot import Stage


def new_secret() -> str:
    """A fresh secret for a shuffle, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def start_deal(game: Game) -> None:
    """Deal the game's next deal. The caller holds the game's lock."""
    last = store.current_deal(game)
    dealer = next_dealer(last.dealer) if last else store.opening_dealer(game)
    game.deal_number += 1
    deal = Deal.objects.create(game=game, number=game.deal_number, dealer=dealer, secret=new_secret())
    dealt = Dealt(store.rules_of(game), dealer, standing_of(last), deal_hands(bytes.fromhex(deal.secret)))
    store.append(game, deal, [dealt])
    game.stage = Stage.DEAL
    settle(game, replay([dealt]))


def standing_of(last: Deal | None) -> Standing:
    """Points and bags after a scored deal; zeros before the first."""
    if last is None:
        return Standing()
    first, second, third = (store.score_from_row(row) for row in last.scores.order_by("player"))
    return standing_after((first, second, third))


def settle(game: Game, state: State, mover: Player | None = None) -> None:
    """Save a game after events of its current deal, score the deal if it is finished, and tell the browsers."""
    if state.phase is Phase.FINISHED:
        _finish_deal(game, state)
    save(game, state, mover)


def save(game: Game, state: State | None = None, mover: Player | None = None) -> None:
    """Save a game after any change: who is waited for, what is due when. The caller holds the lock.

    `mover` is the player whose action it was: the clock of whoever is waited for starts anew only for those who were
    not waited for before, and for the mover. A proposal ends with the game.
    """
    if not Stage(game.stage).is_running:
        game.proposal, game.proposed_by = Proposal.NONE, None
    waiting = waiting_for(state) if state is not None and game.stage == Stage.DEAL else ()
    seats = list(game.seats.select_related("user"))
    now = timezone.now()
    for seat in seats:
        _set_waiting(game, seat, seat.player in waiting, moved=seat.player == mover, now=now)
    game.due_at = due_at(game, seats, state, now)
    game.save()
    live.changed_on_commit(game.code, game.version)


def _set_waiting(game: Game, seat: Seat, waits: bool, *, moved: bool, now: datetime) -> None:
    """Stop and start the seat's clock, and tell its player's other pages."""
    if seat.user_id is not None and waits != (seat.waiting_since is not None):
        live.turns_changed_on_commit(seat.user_id)
    if moved or not waits:
        clocks.stop(game, seat, now)
    if waits and seat.waiting_since is None:
        seat.waiting_since = now
    seat.ready = seat.ready and game.stage != Stage.DEAL
    seat.save()


def _finish_deal(game: Game, state: State) -> None:
    scores = score(state)
    deal = store.current_deal(game)
    assert deal is not None, "a finished deal was dealt"
    deal.finished, deal.declarer = True, state.declarer
    deal.save(update_fields=["finished", "declarer"])
    DealScore.objects.bulk_create([_score_row(deal, state, player, scores[player]) for player in PLAYERS])
    result = outcome(state.rules, standing_after(scores).points)
    game.stage, game.due_at = Stage.OVER if result.over else Stage.SCORED, None
    game.winner = result.winner


def _score_row(deal: Deal, state: State, player: int, line: PlayerScore) -> DealScore:
    bid = bid_of(state, player)
    assert bid is not None, "a finished deal has three bids"
    columns = asdict(line)
    return DealScore(deal=deal, player=player, bid=bid.tricks, declared_nils=sorted(bid.nils), **columns)
