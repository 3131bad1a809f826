"""Who may see what, and when: the finished deals of a table, by what its game is for (docs/rules.md section 10), boards
of sets, their secrets and results, and tournaments. Pages, the API, files, pictures, sockets and the trainer ask here.

`games.play.spectators` has the rules of a table in play.
"""

from collections.abc import Iterable
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.base.statements import Statement
from accounts.models import User
from games.models import BELONGING, Board, BoardPlay, DealSet, Game, Tournament, TournamentRound
from games.values import UNFINISHED, BoardFacts, Closed, Stage


def are_closed(game: Game) -> bool:
    """Return whether the finished deals of a table are closed to everybody, its players included: those of a duplicate
    table until its game ends, as every board comes back, and those of a tournament until the round has ended, as other
    tables play the same boards (docs/duplicate.md).
    """
    if game.mode.closed is Closed.ROUND:
        return TournamentRound.objects.filter(games=game, ended_at=None).exists()
    return game.mode.closed is Closed.GAME and not Stage(game.stage).has_ended


def are_open_to(game: Game, user: User | AnonymousUser) -> bool:
    """Return whether this visitor may see the finished deals of a table at which nobody watches: of a board that the
    visitor may see, or of a tournament that is shown to the visitor. It says nothing of whether they are closed.
    """
    if game.board_id is not None:
        return may_see_board(game.board_id, user)
    return game.round is not None and may_see_tournament(game.round.tournament, user)


def are_open_to_all(game: Game) -> bool:
    """Return whether everybody may see the finished deals of a table."""
    return game.spectators or (game.round_id is not None and are_open_to(game, AnonymousUser()))


def may_see_board(board: int, user: User | AnonymousUser) -> bool:
    """Return whether results, names and reviews of the board with this primary key may be shown to this visitor: to
    visitors who have finished it, and once its set has closed to everybody except those who are practising it for the
    first time. Before that nothing of it is shown.
    """
    if not isinstance(user, User):
        return _IS_CLOSED.first(board) is not None
    return _MAY_SEE_BOARD.first(board, user.pk) is not None


def _seen_by(board: int, user: int) -> QuerySet[Board, tuple[int]]:
    has_finished = BoardPlay.objects.filter(board=OuterRef("pk"), user=user, points__isnull=False)
    may = Q(Exists(has_finished)) | Q(~_practises_first(user), deal_set__closed_at__isnull=False)
    return Board.objects.filter(may, pk=board).values_list("pk")


_IS_CLOSED: Final = Statement(
    lambda board: Board.objects.filter(pk=board, deal_set__closed_at__isnull=False).values_list("pk")
)
_MAY_SEE_BOARD: Final = Statement(_seen_by)


def practice_of(user: User | int) -> QuerySet[Game]:
    """Return the games in which the user, or the one with this key, plays boards of closed sets for practice."""
    return Game.objects.filter(seats__user=user, board__isnull=False).exclude(replayed="")


def _practises_first(user: User | int) -> Q:
    """Return the condition of a board that the user is practising, without having finished such a try before."""
    tries = practice_of(user).filter(board=OuterRef("pk"))
    return Q(Exists(tries.filter(stage__in=UNFINISHED)), ~Exists(tries.filter(deals__finished=True)))


def practises(of_set: DealSet, user: User | AnonymousUser) -> bool:
    """Return whether the visitor is practising a board of this set that they have not finished in any way before."""
    if not isinstance(user, User):
        return False
    finished = BoardPlay.objects.filter(user=user, points__isnull=False).values("board")
    return of_set.boards.filter(_practises_first(user)).exclude(pk__in=finished).exists()


def may_see_secret_of(board: BoardFacts, user: User | AnonymousUser) -> bool:
    """Return whether the secret of the board may be shown to this visitor: once its set has closed, unless they are
    practising a board of it, and for a set that never closes after finishing all its boards. A secret reveals those of
    the boards before.
    """
    of_set = DealSet.objects.filter(boards=board.pk)
    closed = of_set.filter(closed_at__isnull=False).first()
    if closed is not None:
        return not practises(closed, user)
    if not isinstance(user, User):
        return False
    finished = BoardPlay.objects.filter(user=user, points__isnull=False).values("board")
    left = Board.objects.filter(deal_set__in=of_set).exclude(pk__in=finished)
    return of_set.filter(closes_at=None).exists() and not left.exists()


def may_see_all_results(deal_set: DealSet, user: User | AnonymousUser) -> bool:
    """Return whether this visitor may see the results of all boards with their names: once the set is closed, unless
    they are practising one of its boards, and of a challenge after finishing all boards. A void set has no results.
    """
    if deal_set.void_reason or practises(deal_set, user):
        return False
    if deal_set.closed_at is not None or not deal_set.never_closes or not isinstance(user, User):
        return deal_set.closed_at is not None
    finished = BoardPlay.objects.filter(user=user, points__isnull=False).values("board")
    return not deal_set.boards.exclude(pk__in=finished).exists()


def has_finished(own: Iterable[BoardPlay | None]) -> bool:
    """Return whether a player with these plays, one for each board of a challenge that is not void and None for a board
    not begun, may see all of its results: `may_see_all_results` for plays that are read already.
    """
    return all(play is not None and play.counts for play in own)


def may_see_total_of_host(deal_set: DealSet, user: User | AnonymousUser) -> bool:
    """Return whether this visitor may see the total of the host of a challenge: before beginning it, and after
    finishing all of its boards, but not in between, where it would say how to play the boards that are left.
    """
    if not isinstance(user, User):
        return True
    plays = BoardPlay.objects.filter(board__deal_set=deal_set, user=user)
    return not plays.exists() or may_see_all_results(deal_set, user)


def may_see_tournament(tournament: Tournament, user: User | AnonymousUser) -> bool:
    """Return whether the visitor may see it: that of a private club is shown to its members, those who entered, and
    staff who make tournaments.
    """
    if tournament.club is None or tournament.club.is_shown:
        return True
    if not isinstance(user, User):
        return False
    is_member = user.clubs.filter(club=tournament.club, role__in=BELONGING).exists()
    has_entered = is_member or tournament.entries.filter(user=user).exists()
    return has_entered or user.has_perm("games.change_tournament")
