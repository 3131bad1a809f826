"""Games in the database as the engine knows them: load the current deal from its events, append events at a version."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import IntegrityError, transaction

from games.engine import (
    BiddingStyle,
    Card,
    Event,
    NilResult,
    PeekRule,
    PlayerScore,
    Rules,
    State,
    from_json,
    replay,
    shuffled_pack,
    to_json,
)
from games.models import Deal, DealScore, Game
from games.models import Event as EventRow


class StaleGame(Exception):
    """The game has changed since the version the writer knew; nothing was written."""


def lock(code: str) -> Game:
    """The game, locked until the end of the transaction. Raises Game.DoesNotExist.

    SQLite has no row locks: there the transaction itself began IMMEDIATE, which keeps other writers out, and
    the unique (game, sequence) decides should anything slip through.
    """
    return Game.objects.select_for_update().get(code=code)


def rules_of(game: Game) -> Rules:
    return Rules(PeekRule(game.peek), BiddingStyle(game.bidding), game.target, game.bag_limit, game.floor)


def drawn_cards(game: Game) -> tuple[Card, Card, Card]:
    """The cards players 0, 1 and 2 drew for the first deal (RULES section 2)."""
    first, second, third, *_ = shuffled_pack(bytes.fromhex(game.secret), "draw")
    return first, second, third


def current_deal(game: Game) -> Deal | None:
    """The deal in progress or just finished, None before the first."""
    return game.deals.filter(number=game.deal_number).first()


def load_state(deal: Deal) -> State:
    """The deal as the fold of its events."""
    payloads = deal.events.order_by("sequence").values_list("payload", flat=True)
    return replay(from_json(payload) for payload in payloads)


def append(game: Game, deal: Deal, events: Iterable[Event]) -> None:
    """Write events after `game.version` and move the version on. Raises StaleGame if another writer was first."""
    rows = [
        EventRow(game=game, deal=deal, sequence=sequence, payload=to_json(event))
        for sequence, event in enumerate(events, start=game.version + 1)
    ]
    try:
        with transaction.atomic():
            EventRow.objects.bulk_create(rows)
    except IntegrityError as error:
        raise StaleGame from error
    game.version += len(rows)


def score_from_row(row: DealScore) -> PlayerScore:
    """The engine's score of one player, as it was when the deal was scored."""
    nils = tuple(NilResult(nil["hand"], nil["made"], nil["points"]) for nil in row.nils)
    return PlayerScore(
        row.contract,
        row.side_tricks,
        row.contract_points,
        row.bags,
        nils,
        row.bag_penalty,
        row.total,
        row.points_after,
        row.bags_after,
    )
