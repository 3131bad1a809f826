"""Writes of sets of deals: a set opens, a person begins a board, a set closes and its results are stored."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.engine import PLAYERS, BiddingStyle, PeekRule, Player, Rules
from games.lobby import one_deal, tables
from games.models import Board, BoardPlay, BotPause, DealSet, Game, Insight, SetKind, TableOptions, rules_of
from games.play import boards, proofs
from games.sets.errors import CardsSeen, NotOpen
from games.sets.words import board_title

RULES_OF_WEEK: Final = (
    Rules(),
    Rules(peek=PeekRule.THREE),
    Rules(peek=PeekRule.FLIP2),
    Rules(peek=PeekRule.FOUR),
    Rules(bidding=BiddingStyle.SUICIDE),
    Rules(bidding=BiddingStyle.MIRROR),
    Rules(),
)
"""The rules of the deal of the day, from Monday to Sunday."""

EIGHT: Final = 8
CHALLENGE_SIZES: Final = (3, 5, 10)
_OPTIONS: Final = TableOptions(spectators=False, chat=False, bot_pause=BotPause.SHORT)


def open_sets_of_day(day: date) -> None:
    """Open the deal of the day and the eight deals of this day in UTC, unless they are open already."""
    opens_at = datetime.combine(day, time.min, UTC)
    for kind, rules in ((SetKind.DAY, [RULES_OF_WEEK[day.weekday()]]), (SetKind.EIGHT, [Rules()] * EIGHT)):
        if not DealSet.objects.filter(kind=kind, day=day).exists():
            closes_at = opens_at + timedelta(days=1)
            of_day = DealSet(code=f"{kind}-{day}", kind=kind, day=day, opens_at=opens_at, closes_at=closes_at)
            try:
                _store(of_day, rules, first_player=day.toordinal())
            except IntegrityError:  # another ticker was faster
                continue


def open_challenge(*, host: User, rules: Rules, count: int) -> DealSet:
    """Open a set of `count` boards under these rules, which its host shares by its link. It never closes."""
    challenge = DealSet(code=secrets.token_urlsafe(6), kind=SetKind.CHALLENGE, host=host, opens_at=timezone.now())
    return _store(challenge, [rules] * count, first_player=secrets.randbelow(len(PLAYERS)))


@transaction.atomic
def _store(new_set: DealSet, rules: Sequence[Rules], first_player: int) -> DealSet:
    """Store a set with a board under each of these rules; seats and dealers take turns."""
    new_set.root = proofs.new_root()
    new_set.save()
    Board.objects.bulk_create(
        Board(
            deal_set=new_set,
            number=number,
            player=(first_player + number) % len(PLAYERS),
            dealer=_dealer(first_player + number),
            points=[0, 0, 0],
            bags=[0, 0, 0],
            **asdict(of_board),
        )
        for number, of_board in enumerate(rules, start=1)
    )
    return new_set


def _dealer(turn: int) -> Player:
    """Return the dealer of a board: within nine boards each place in the bidding meets each seat once."""
    return (turn + turn // len(PLAYERS)) % len(PLAYERS)


def begin(board: Board, user: User) -> Game:
    """Return the user's game of this board, begun now if there is none: everybody has one try.

    Raises NotOpen if the set is not open, CardsSeen if the user has seen its cards as staff, TooManyGames,
    AccountDeleted.
    """
    begun = BoardPlay.objects.filter(board=board, user=user).select_related("game").first()
    if begun is not None:
        return begun.game
    check_open(board.deal_set, timezone.now())
    if Insight.objects.filter(game__board=board, user=user).exists():
        raise CardsSeen
    return _begin(board, user)


def check_open(deal_set: DealSet, now: datetime) -> None:
    """Raise NotOpen unless boards of this set may be begun now."""
    has_closed = deal_set.closes_at is not None and deal_set.closes_at <= now
    if deal_set.opens_at > now or has_closed or deal_set.void_reason:
        raise NotOpen


@transaction.atomic
def _begin(board: Board, user: User) -> Game:
    of_set = board.deal_set
    game = tables.new_game(host=user, rules=rules_of(board), name="", options=_OPTIONS, board=board)
    if begun := BoardPlay.objects.filter(board=board, user=user).select_related("game").first():
        return begun.game  # in another tab: `new_game` has locked the account
    game.name, game.chain_root = board_title(of_set, board.number), of_set.root
    game.bot_level, game.bot_style = of_set.bot_level, of_set.bot_style
    dealt = boards.dealt(board, of_set.root, boards.board_facts(board))
    one_deal.begin(game, user=user, player=board.player, events=[dealt])
    BoardPlay.objects.create(board=board, user=user, game=game, started_at=timezone.now())
    return game
