"""Games in the database as the engine knows them: load the current deal from its events, append events at a version."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import IntegrityError, transaction

from games.engine import (
    BiddingStyle,
    BidMade,
    Card,
    CardPlayed,
    Event,
    NilResult,
    PeekRule,
    Player,
    PlayerScore,
    Rules,
    State,
    first_dealer,
    from_json,
    replay,
    shuffled_pack,
    to_json,
)
from games.models import Author, Deal, DealScore, Game
from games.models import Event as EventRow
from games.snapshot import Stage, TableOptions


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


def options_of(game: Game) -> TableOptions:
    """What the table is besides its rules."""
    return TableOptions(game.public, game.spectators, game.clock, game.patience, game.chat)


def opening_dealer(game: Game) -> Player:
    """Who deals first: whoever drew the highest card, in a rematch whoever's turn it is (RULES section 2)."""
    return first_dealer(drawn_cards(game)) if game.opening_dealer is None else game.opening_dealer


def drawn_cards(game: Game) -> tuple[Card, Card, Card]:
    """The cards players 0, 1 and 2 drew for the first deal (RULES section 2)."""
    first, second, third, *_ = shuffled_pack(bytes.fromhex(game.secret), "draw")
    return first, second, third


def current_deal(game: Game) -> Deal | None:
    """The deal in progress or just finished, None before the first."""
    return game.deals.filter(number=game.deal_number).first()


def load_state(deal: Deal, before: int | None = None) -> State:
    """The deal as the fold of its events, without those that were taken back; `before` leaves out later sequences."""
    events = deal.events.filter(taken_back=False).order_by("sequence")
    if before is not None:
        events = events.filter(sequence__lt=before)
    return replay(from_json(payload) for payload in events.values_list("payload", flat=True))


def last_moves(game: Game) -> list[EventRow]:
    """The last two events of the current deal that stand, latest first."""
    events = game.events.filter(deal__number=game.deal_number, taken_back=False).select_related("deal")
    return list(events.order_by("-sequence")[:2])


def mover(event: EventRow) -> Player | None:
    """Whose move a bid or a card was: the dummy's cards are the declarer's to play. None for any other event."""
    happened = from_json(event.payload)
    if isinstance(happened, BidMade):
        return happened.player
    if isinstance(happened, CardPlayed):
        return load_state(event.deal, before=event.sequence).player_to_play
    return None


def may_take_back(game: Game, player: Player) -> bool:
    """Whether `player` made the last move of a running deal, and nothing new was shown by it.

    A peek shows cards and the opening lead exposes the dummy, so neither can be taken back; nor can a move after which
    another was seen, even if that one was taken back since.
    """
    moves = last_moves(game)
    if game.stage != Stage.DEAL or len(moves) < 2 or moves[0].author != Author.PLAYER:
        return False
    if game.events.filter(sequence__gt=moves[0].sequence).exists():
        return False
    is_opening_lead = (moves[1].payload["kind"], moves[0].payload["kind"]) == ("BidMade", "CardPlayed")
    return not is_opening_lead and mover(moves[0]) == player


def append(game: Game, deal: Deal, events: Iterable[Event], author: Author = Author.PLAYER) -> None:
    """Write events after `game.version` and move the version on. Raises StaleGame if another writer was first."""
    rows = [
        EventRow(game=game, deal=deal, sequence=sequence, payload=to_json(event), author=author)
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
