"""What the staff may do to a game besides declaring it void (`voiding`). Every deed goes into the audit log."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import sessions
from accounts.models import User
from accounts.site_config import audit
from accounts.site_config.errors import DeedRefused
from accounts.site_config.models import Deed
from games.engine import Player, State
from games.lobby import tables
from games.lobby.tables import NotPossible
from games.models import Game, Insight
from games.play import event_log, presence, proposals, turns
from games.play.snapshot import ENDED, Stage
from games.pubsub import groups


@transaction.atomic
def end(*, code: str, by: User, reason: str) -> None:
    """End an unfinished game without a winner; what was scored so far stays. Raises DeedRefused."""
    game = event_log.lock(code)
    if game.stage in ENDED:
        raise DeedRefused(_("This game has ended already."))
    tables.close(code=code)
    audit.record(by=by, deed=Deed.END, target=game, reason=reason)


@transaction.atomic
def nudge(*, code: str, by: User, reason: str) -> None:
    """Work out anew who is waited for and what is due, and show it to everybody. Raises DeedRefused."""
    game = _running(code)
    if game.stage != Stage.DEAL:
        game.due_at = None  # a draw or a sheet that should have gone by long ago: its time begins anew
    turns.touch(game)
    audit.record(by=by, deed=Deed.NUDGE, target=game, reason=reason)


@transaction.atomic
def seat_bot(*, code: str, by: User, player: Player, reason: str) -> None:
    """Let a bot sit in for a player who is not there, until the player is back. Raises DeedRefused."""
    game = _running(code)
    seat = game.seats.select_related("user").get(player=player)
    if seat.bot_plays or presence.is_here(code, player):
        raise DeedRefused(_("This player is at the table, or a bot plays there already."))
    try:
        proposals.stand_in(game, player)
    except NotPossible:
        raise DeedRefused(_("This player is at the table, or a bot plays there already.")) from None
    audit.record(by=by, deed=Deed.SEAT_BOT, target=game, reason=reason, details={"seat": player + 1})


@transaction.atomic
def close_doors(*, code: str, by: User, reason: str) -> None:
    """Let only the players see this table from now on. Raises DeedRefused."""
    game = event_log.lock(code)
    if not game.spectators:
        raise DeedRefused(_("This table is closed to spectators already."))
    game.spectators = False
    if game.stage in ENDED or game.stage == Stage.OPEN:
        game.version += 1
        game.save()
        groups.changed_on_commit(code, game.version)
    else:
        turns.touch(game)
    groups.talk_changed_on_commit(code)
    audit.record(by=by, deed=Deed.CLOSE_DOORS, target=game, reason=reason)


@transaction.atomic
def show_cards(*, code: str, by: User, reason: str) -> State:
    """The deal that is being played with all its hidden cards. `by` may not watch this game then while it runs.

    Raises DeedRefused for whoever plays there, and between deals, when there is nothing to see.
    """
    game = _running(code)
    if game.seats.filter(user=by).exists():
        raise DeedRefused(_("You have a seat at this table."))
    if game.stage != Stage.DEAL:
        raise DeedRefused(_("No deal is being played now."))
    Insight.objects.get_or_create(game=game, user=by)
    audit.record(by=by, deed=Deed.SHOW_CARDS, target=game, reason=reason, details={"deal": game.deal_number})
    sessions.tell(sessions.keys_of(by))
    return turns.current_state(game)


def _running(code: str) -> Game:
    game = event_log.lock(code)
    if not Stage(game.stage).is_running:
        raise DeedRefused(_("This game is not running."))
    return game
