"""Staff actions on a game. Every one is recorded in the audit log."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sessions import services as sessions
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import LONGEST_REASON, AuditAction
from games.engine import Player, State
from games.models import Game, Insight, Void
from games.play import loading, presence, progress, proposals, queue
from games.play.errors import NotPossible
from games.play.modes import boards
from games.pubsub import groups
from games.results import of_boards, services as results
from games.values import ENDED, Stage


def void(*, code: str, by: User, public_reason: str, reason: str) -> None:
    """Declare a game void: it ends if it still runs, and counts neither for statistics nor for ratings.

    Everybody who sees the game reads the public reason; the other one goes into the audit log. All ratings become
    what they would be without this game. Raises ActionDenied, Game.DoesNotExist.
    """
    with queue.change(code) as game:
        if Void.objects.filter(game=game).exists():
            raise ActionDenied(_("This game is void already."))
        of_boards.remove_play(game)
        of_boards.remove_scores(game)
        Void.objects.create(game=game, by=by, reason=Truncator(public_reason).chars(LONGEST_REASON))
        if Stage(game.stage).has_ended:
            progress.changed(game)  # its ratings, on pages that are still open
        else:
            progress.close(game)
        audit.record(by=by, action=AuditAction.VOID, target=game, reason=reason)
        results.take_back(game)


def end(*, code: str, by: User, reason: str) -> None:
    """End an unfinished game without a winner; what was scored so far stays. Raises ActionDenied."""
    with queue.change(code) as game:
        if game.stage in ENDED:
            raise ActionDenied(_("This game has ended already."))
        progress.close(game)
        audit.record(by=by, action=AuditAction.END, target=game, reason=reason)


def nudge(*, code: str, by: User, reason: str) -> None:
    """Recompute the clocks and the due time, and send the table to everybody again. Raises ActionDenied."""
    with _running(code) as game:
        if game.stage != Stage.DEAL:
            game.due_at = None  # if a draw or score sheet is shown for too long, its time starts again
        progress.changed(game)
        audit.record(by=by, action=AuditAction.NUDGE, target=game, reason=reason)


def seat_bot(*, code: str, by: User, player: Player, reason: str) -> None:
    """Let a bot sit in for a player who is not there, until the player is back. Raises ActionDenied."""
    with _running(code) as game:
        try:
            if presence.is_here(code, player) or not game.mode.bots_sit_in:
                raise NotPossible
            proposals.stand_in(game, player)
        except NotPossible:
            raise ActionDenied(_("This player is at the table, or a bot plays there already.")) from None
        audit.record(by=by, action=AuditAction.SEAT_BOT, target=game, reason=reason, details={"seat": player + 1})


def close_to_spectators(*, code: str, by: User, reason: str) -> None:
    """Let only the players see this table from now on. Raises ActionDenied."""
    with queue.change(code) as game:
        if not game.spectators:
            raise ActionDenied(_("This table is closed to spectators already."))
        game.spectators = False
        progress.changed(game)
        groups.chat_changed_on_commit(code)
        audit.record(by=by, action=AuditAction.CLOSE_TO_SPECTATORS, target=game, reason=reason)


def show_cards(*, code: str, by: User, reason: str) -> State:
    """Return the current deal with all its hidden cards. `by` may not watch this game from then on while it runs.

    Raises ActionDenied, also if `by` plays in the game or its board, and between deals.
    """
    with _running(code) as game:
        if game.seats.filter(user=by).exists():
            raise ActionDenied(_("You have a seat at this table."))
        if game.round is not None and game.round.tournament.entries.filter(user=by).exists():
            raise ActionDenied(_("You take part in this tournament."))
        board = boards.board_shown_at(game)
        if board is not None and Game.objects.filter(board=board, seats__user=by, stage=Stage.DEAL).exists():
            raise ActionDenied(_("You are playing this deal yourself."))
        if game.stage != Stage.DEAL:
            raise ActionDenied(_("No deal is being played now."))
        Insight.objects.get_or_create(game=game, user=by)
        audit.record(
            by=by, action=AuditAction.SHOW_CARDS, target=game, reason=reason, details={"deal": game.deal_number}
        )
        sessions.recheck_pages_on_commit(sessions.session_keys(by))
        state = loading.load(game).state
        assert state is not None, "a deal is under way"
        return state


@contextmanager
def _running(code: str) -> Iterator[Game]:
    """Lock a game that runs, for a change. Raises ActionDenied, Game.DoesNotExist."""
    with queue.change(code) as game:
        if not Stage(game.stage).is_running:
            raise ActionDenied(_("This game is not running."))
        yield game
