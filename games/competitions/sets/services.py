"""Services of sets of deals: open a set, send a challenge, begin a board."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, date, datetime, time, timedelta
from http import HTTPStatus
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.base import names
from accounts.base.refusals import Refusal
from accounts.base.statements import Statement
from accounts.models import User
from accounts.notifications.services import notify_on_commit
from accounts.site_config import downtime
from games.bots import Level
from games.competitions.sets import reminders
from games.competitions.sets.kinds import SET_KINDS, kind_of
from games.competitions.sets.words import board_title
from games.engine import PLAYERS, Player, Rules
from games.lobby import one_deal, tables
from games.lobby.invitations import BlockedByInviter
from games.models import Board, BoardPlay, DealSet, Game, Insight, SetKind, rules_of
from games.play import chain, seats
from games.play.errors import NotForBots, UnknownPlayer
from games.play.modes import boards
from games.values import BotPause, TableOptions


class NotOpen(Refusal):
    """The set has not opened, has closed, or is void."""

    message = _("This set is not open now, so its deals can’t be begun.")


class NotClosed(Refusal):
    """The set has not closed, so its boards can't be practised."""

    message = _("A deal can be played for practice once its set has closed.")


class NotYours(Refusal):
    """Only the host and the players of a challenge can send it."""

    message = _("Only the host and the players of a challenge can send it.")
    status = HTTPStatus.FORBIDDEN


class CardsSeen(Refusal):
    """The player has seen the cards of this board as a member of the staff."""

    message = _("You have seen the cards of this deal as staff, so you can’t play it.")
    status = HTTPStatus.FORBIDDEN


class TakenOut(Refusal):
    """The staff has removed the player from this set."""

    message = _("The staff has taken you out of this set, so you can’t begin more of its deals.")
    status = HTTPStatus.FORBIDDEN


OPTIONS: Final = TableOptions(spectators=False, chat=False, bot_pause=BotPause.SHORT)
"""The options of the table of a board."""


KEPT_OPEN: Final = timedelta(hours=12)
"""Only downtime within this time before a set closes postpones its end; earlier downtime leaves enough time to play."""


def open_sets_of_day(day: date) -> None:
    """Open the sets of each kind that has one for this day in UTC, unless they are open already.

    They close with the day, or later if no ticker was running to open them.
    """
    for kind in SET_KINDS.all():
        if kind.rules_of_day and not DealSet.objects.filter(kind=kind.code, day=day).exists():
            _open_set_of_day(kind.code, day, kind.rules_of_day(day))


def _open_set_of_day(kind: str, day: date, rules: Sequence[Rules]) -> None:
    opens_at = datetime.combine(day, time.min, UTC)
    closes_at = opens_at + timedelta(days=1)
    closes_at = downtime.put_off(closes_at, since=closes_at - KEPT_OPEN)
    of_day = DealSet(code=f"{kind}-{day}", kind=kind, day=day, opens_at=opens_at, closes_at=closes_at)
    with suppress(IntegrityError):  # another ticker was faster
        store_set(of_day, rules, first_player=day.toordinal())


@transaction.atomic
def open_challenge(
    *, host: User, rules: Rules, count: int, bot_level: Level = Level.EXPERT, invited: str = ""
) -> DealSet:
    """Open a set of `count` boards under these rules, which its host shares by its link. It never closes.

    The player called `invited` is notified, if it is a name. Raises UnknownPlayer, BlockedByInviter.
    """
    code, now = secrets.token_urlsafe(6), timezone.now()
    challenge = DealSet(code=code, kind=SetKind.CHALLENGE, host=host, bot_level=bot_level, opens_at=now)
    store_set(challenge, [rules] * count, first_player=secrets.randbelow(len(PLAYERS)))
    if invited:
        send_challenge(challenge, sender=host, name=invited)
    return challenge


def send_challenge(deal_set: DealSet, *, sender: User, name: str) -> User:
    """Notify the player called `name` of a challenge, once; return the player.

    A player who has blocked the sender is not notified, and the sender does not learn that.

    Raises UnknownPlayer, BlockedByInviter, or NotYours if the sender may not send it (`may_send`).
    """
    if not may_send(deal_set, sender):
        raise NotYours
    receiver = User.objects.filter(name_key=names.fold(name), is_active=True).exclude(pk=sender.pk).first()
    if receiver is None:
        raise UnknownPlayer(name)
    if sender.blocks.filter(blocked=receiver).exists():
        raise BlockedByInviter
    if not receiver.blocks.filter(blocked=sender).exists():
        count, by = str(deal_set.boards.count()), sender.get_username()
        path = reverse("games:deal_set", args=[deal_set.code])
        notify_on_commit(receiver.pk, "set_challenge", about=deal_set.code, path=path, by=by, count=count)
    return receiver


def may_send(deal_set: DealSet, user: User | AnonymousUser) -> bool:
    """Return whether the user may send this challenge to others: as its host or as one of its players."""
    if not deal_set.never_closes or deal_set.void_reason or not isinstance(user, User):
        return False
    return deal_set.host_id == user.pk or BoardPlay.objects.filter(board__deal_set=deal_set, user=user).exists()


@transaction.atomic
def store_set(new_set: DealSet, rules: Sequence[Rules], first_player: int) -> DealSet:
    """Store a set with a board under each of these rules; seats and dealers take turns."""
    new_set.root = chain.new_root()
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


_BEGUN: Final = Statement(lambda board, user: BoardPlay.objects.filter(board=board, user=user).select_related("game"))
_SEEN: Final = Statement(
    lambda board, user: Insight.objects.filter(
        Q(game__board=board) | Q(game__replay_of__isnull=False), user=user
    ).select_related("game")
)


def begin(board: Board, user: User) -> Game:
    """Return the user's game of this board, begun now if there is none: everybody has one try.

    Raises NotForBots for a program unless the set is for them, too, NotOpen if it is not open, CardsSeen if the user
    has seen its cards as staff, TakenOut if the staff has removed the user from the set, AccountDeleted.
    """
    begun = _BEGUN.first(board.pk, user.pk)
    if begun is not None:
        return begun.game
    if user.is_bot and not kind_of(board.deal_set).for_programs:
        raise NotForBots
    if not is_open(board.deal_set, timezone.now()):
        raise NotOpen
    if _has_seen_cards(board, user):
        raise CardsSeen
    if removed_plays(board.deal_set).filter(user=user).exists():
        raise TakenOut
    return _begin(board, user)


def _has_seen_cards(board: Board, user: User) -> bool:
    """Return whether the user has seen the board's cards as staff: at its table, or at that of a replay."""
    return any(boards.board_shown_at(insight.game) == board.pk for insight in _SEEN.all(board.pk, user.pk))


def removed_plays(deal_set: DealSet) -> QuerySet[BoardPlay]:
    """Return the plays of participants whom the staff has removed, not of those who only had a game declared void."""
    return BoardPlay.objects.filter(board__deal_set=deal_set, removed=True, game__void=None)


def is_open(deal_set: DealSet, now: datetime) -> bool:
    """Return whether boards of this set can be begun now."""
    has_closed = deal_set.closes_at is not None and deal_set.closes_at <= now
    return not (deal_set.opens_at > now or has_closed or deal_set.void_reason)


@transaction.atomic
def _begin(board: Board, user: User) -> Game:
    game = tables.new_game(host=user, rules=rules_of(board), name="", options=OPTIONS, board=board)
    if begun := _BEGUN.first(board.pk, user.pk):
        return begun.game  # in another tab: `new_game` has locked the account
    of_set = DealSet.objects.get(pk=board.deal_set_id)
    if not is_open(of_set, timezone.now()):  # the lock may have taken long
        raise NotOpen
    game.name = board_title(of_set, board.number)
    deal_board(game, board, of_set, user)
    reminders.withdraw(user, of_set)
    BoardPlay.objects.create(board=board, user=user, game=game, started_at=timezone.now())
    return game


def deal_board(game: Game, board: Board, of_set: DealSet, user: User) -> Game:
    """Begin a new game of this board, with the user in its seat and the bots of its set."""
    game.chain_root, game.bot_level, game.bot_style = of_set.root, of_set.bot_level, of_set.bot_style
    dealt = boards.dealt(board, of_set.root, boards.board_facts(board))
    return one_deal.begin(game, user=user, player=board.player, events=[dealt], bot_names=seats.BOTS_OF_SETS)
