"""Receivers of the signals of accounts: changes at the tables when an account is renamed or deleted, or a vacation or
a preference changes.
"""

from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.personal_data.deletion import former_player_name
from games.lobby import tables
from games.models import (
    BY_TURNS,
    UNFINISHED,
    Attempt,
    Block,
    Game,
    Invitation,
    Message,
    Mute,
    PairingRequest,
    Report,
    Stage,
)
from games.play import game_rows, progress, proposals, queue
from games.pubsub import groups


def lock_tables(user: User, **_sent: Any) -> None:
    """Lock the player's search for players and all games until the end of the transaction."""
    list(PairingRequest.objects.filter(user=user).select_for_update().order_by("pk"))
    game_rows.lock_all(user.seats.values_list("game__code", flat=True))


@transaction.atomic
def show_new_name(user: User, **_sent: Any) -> None:
    """Refresh the player's tables and the chats of unfinished ones, which show the player's name."""
    game_rows.outdate_ended(user.seats.values_list("game_id", flat=True))
    for code in _unfinished(user):
        with queue.change(code) as game:
            progress.changed(game)
        groups.chat_changed_on_commit(code)


@transaction.atomic
def update_clocks(user: User, **_sent: Any) -> None:
    """Stop or start the player's clocks in games by turns, and show the others the vacation."""
    for code in _unfinished(user, game__clock__in=BY_TURNS):
        with queue.change(code) as game:
            proposals.update_clocks(game)
            progress.changed(game)


def work_out_forced_cards(user: User, **_sent: Any) -> None:
    """Work out anew when cards are played for the player, in games by turns.

    Each game gets a new version: tables in the caches hold the player's account as it was.
    """
    for code in _unfinished(user, game__clock__in=BY_TURNS):
        with queue.change(code) as game:
            progress.changed(game)


@transaction.atomic
def leave_all(user: User, **_sent: Any) -> None:
    """Give up the player's seats in unfinished games; delete the player's messages, invitations, mutes and blocks,
    answers to exercises, and the search for players.

    Reports keep the messages, without the player's name.
    """
    for code in _unfinished(user):
        _give_up(code, user)
    _hide_name_in_reports(user)
    messages = Message.objects.filter(author=user)
    for code in set(messages.values_list("game__code", flat=True)):
        groups.chat_changed_on_commit(code)  # open pages lose them too
    messages.delete()
    PairingRequest.objects.filter(user=user).delete()
    progress.withdraw(Invitation.objects.filter(Q(user=user) | Q(inviter=user)))
    Mute.objects.filter(Q(user=user) | Q(muted=user)).delete()
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()
    Attempt.objects.filter(user=user).delete()


def _unfinished(user: User, **which: Any) -> list[str]:
    """Return the codes of the player's unfinished games, or of `which` of them."""
    seats = user.seats.filter(game__stage__in=UNFINISHED, **which).order_by("game")
    return list(seats.values_list("game__code", flat=True))


def _give_up(code: str, user: User) -> None:
    """Give up the player's seat, unless the player has left, a bot sits in or the game has ended. Another is host."""
    with queue.change(code) as game:
        if game.host_id == user.pk and Stage(game.stage).is_running:
            _pass_on(game)
        seat = game.seats.filter(user=user, bot_name="").first()
        if seat and game.stage == Stage.OPEN:
            tables.leave(code=code, user=user)
        elif seat and Stage(game.stage).is_running:
            proposals.give_up(code=code, player=seat.player)
    groups.chat_changed_on_commit(code)


def _pass_on(game: Game) -> None:
    """Let another player be host of a running game: one who plays, before one for whom a bot sits in."""
    others = game.seats.filter(user__is_active=True).exclude(user=game.host_id).select_related("user")
    heir = min(others, key=lambda seat: (seat.bot_name != "", seat.player), default=None)
    if heir and heir.user:
        game.host = heir.user
        progress.changed(game)


def _hide_name_in_reports(user: User) -> None:
    """Take the player's name out of all reports that may contain the player's messages or were made by the player."""
    games = Message.objects.filter(author=user).values("game")
    reports = Report.objects.filter(Q(game__in=games) | Q(reporter=user)).select_for_update(no_key=True)
    for report in reports.order_by("pk"):
        for said in report.context:
            if _is_by(said, user):
                said["author"] = former_player_name(user)
        report.save(update_fields=["context"])


def _is_by(said: dict[str, Any], user: User) -> bool:
    """Return whether the user wrote this message of a report, under any name; older reports store only the name."""
    return bool(said["account"] == user.pk if "account" in said else said["author"] == user.username)
