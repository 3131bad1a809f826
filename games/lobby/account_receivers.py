"""Receivers of the signals of accounts: changes at the tables when an account is renamed or deleted, or a vacation or
a preference changes, and the merger of a guest into an account.

A guest is merged into the account that the guest signs in to: games with results, messages, blocks, answers to
exercises. Ratings stay with the guest's account: otherwise a person with several guest accounts could choose which one
counts. `accounts.people.following` takes over follows and notes. Nobody has two seats at a table: games in which both
sat stay with the guest. So do those at which the account may not sit.
"""

from collections.abc import Collection
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _, ngettext

from accounts.base.names import are_alike
from accounts.models import User, may_act
from accounts.personal_data.deletion import former_player_name
from games.lobby import tables
from games.models import (
    Attempt,
    Block,
    Game,
    GameResult,
    Insight,
    Invitation,
    Message,
    Mute,
    PairingRequest,
    RatingChange,
    Report,
    Seat,
    TableRemoval,
)
from games.play import game_rows, progress, proposals, queue, seats
from games.pubsub import groups
from games.results import services as results
from games.values import BY_TURNS, UNFINISHED, Stage


def lock_tables(user: User, **_sent: Any) -> None:
    """Lock the player's search for players and all games until the end of the transaction."""
    list(PairingRequest.objects.filter(user=user).select_for_update().order_by("pk"))
    game_rows.lock_all(user.seats.values_list("game__code", flat=True))


@transaction.atomic
def show_new_name(user: User, **_sent: Any) -> None:
    """Refresh the player's tables, and the chats of unfinished ones, with the player's new name.

    A guest gets yet another name at a table where somebody has the new one.
    """
    user.seats.exclude(called="").update(called="")
    game_rows.outdate_ended(user.seats.values_list("game_id", flat=True))
    for code in _unfinished(user):
        with queue.change(code) as game:
            rows = list(game.seats.all())
            for seat in rows:
                if seat.user_id == user.pk:
                    seats.seat_person(seat, user, rows)
                    seat.save(update_fields=["called"])
            progress.changed(game)
        groups.chat_changed_on_commit(code)


@transaction.atomic
def show_new_avatar(user: User, **_sent: Any) -> None:
    """Refresh the player's tables: cached ones contain the old account."""
    for code in _unfinished(user):
        with queue.change(code) as game:
            progress.changed(game)


def rename_guests_like(user: User, **_sent: Any) -> None:
    """Give another name to every guest who has this account's name at a table whose game has not ended."""
    called = Seat.objects.filter(game__stage__in=UNFINISHED, user__is_guest=True).exclude(called="")
    for code, name in list(called.values_list("game__code", "called")):
        if are_alike(name, user.get_username()):
            _rename_at(code)


def _rename_at(code: str) -> None:
    """Choose the names of all guests at a table again."""
    with queue.change(code) as game:
        rows = list(game.seats.all())
        for seat in rows:
            if seat.user is not None and seat.called:
                seats.seat_person(seat, seat.user, rows)
                seat.save(update_fields=["called"])
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
    """Recompute when forced cards are played for the player, in games by turns.

    Each game gets a new version, because cached tables contain the old account.
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
    TableRemoval.objects.filter(user=user).delete()
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()
    Attempt.objects.filter(user=user).delete()


def _unfinished(user: User, **which: Any) -> list[str]:
    """Return the codes of the player's unfinished games, or of `which` of them."""
    seats = user.seats.filter(game__stage__in=UNFINISHED, **which).order_by("game")
    return list(seats.values_list("game__code", flat=True))


def _give_up(code: str, user: User) -> None:
    """Give up the player's seat, unless the player has left, a bot sits in or the game has ended. Another player
    becomes host.

    A board of a set of deals ends without a result.
    """
    with queue.change(code) as game:
        if game.host_id == user.pk and Stage(game.stage).is_running:
            _pass_on(game)
        seat = game.seats.filter(user=user, bot_name="").first()
        if seat and game.stage == Stage.OPEN:
            tables.leave(code=code, user=user)
        elif seat and game.mode.on_board:
            progress.close(game)
        elif seat and Stage(game.stage).is_running:
            proposals.give_up(code=code, player=seat.player)
    groups.chat_changed_on_commit(code)


def _pass_on(game: Game) -> None:
    """Make another player host of a running game, preferably one for whom no bot sits in."""
    others = game.seats.filter(may_act("user")).exclude(user=game.host_id).select_related("user")
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
            is_own = said["account"] == user.pk if "account" in said else said["author"] == user.username
            if is_own:  # under any name; older reports store only the name
                said["author"] = former_player_name(user)
        report.save(update_fields=["context"])


_BETWEEN_PEOPLE: Final = ((Block, ("user", "blocked")), (Invitation, ("user", "inviter")), (Mute, ("user", "muted")))


def offer(guest: User, user: User, **_sent: Any) -> list[str]:
    """Return sentences about the games that the user would take over, and about those that stay; [] without any."""
    games = _games(guest, user).count()
    running = _games(guest, user).filter(stage__in=UNFINISHED).count()
    rated = _rated(guest, list(_games(guest, user).values_list("pk", flat=True))).count()
    shared = guest.seats.filter(game__in=_games_of(user)).count()
    facts = (
        (games, ngettext("%(count)d game, with its results", "%(count)d games, with their results", games)),
        (running, ngettext("your seat in %(count)d running game", "your seats in %(count)d running games", running)),
        (rated, _("not the ratings from those games: they stay with the guest")),
        (shared, _("not the games and tournaments in which both of you played (%(count)d): they stay with the guest")),
    )
    return [words % {"count": count} for count, words in facts if count] if games else []


def take_over(guest: User, user: User, **_sent: Any) -> None:
    """Move the guest's games, and everything that refers to them, to the user. The guest's games are locked.

    The results come last: they lock whole ladders, and other games end meanwhile.
    """
    codes = dict(_games(guest, user).values_list("pk", "code"))
    _keep_ratings(guest, codes)
    Seat.objects.filter(user=guest, game__in=codes).update(user=user, called="")
    staying = guest.seats.values("game")
    game_rows.change_host(Game.objects.filter(host=guest).exclude(pk__in=staying), user)
    Message.objects.filter(author=guest).exclude(game__in=staying).update(author=user)
    reported = Report.objects.filter(reporter=user, message__isnull=False).values("message")
    Report.objects.filter(reporter=guest).exclude(message__in=reported).update(reporter=user)
    Report.objects.filter(subject=guest).update(subject=user)
    Invitation.objects.filter(user=guest, game__in=user.seats.values("game")).delete()
    _move(Attempt.objects.filter(user=guest), "user", user)
    for model, columns in _BETWEEN_PEOPLE:
        for column in columns:
            _move(model.objects.filter(**{column: guest}), column, user)
    _move(TableRemoval.objects.filter(user=guest).exclude(game__in=user.seats.values("game")), "user", user)
    game_rows.outdate_ended(codes)
    running = Game.objects.filter(pk__in=codes, stage__in=UNFINISHED).order_by("pk")
    for code in list(running.values_list("code", flat=True)):
        with queue.change(code) as game:
            if game.is_by_turns:
                proposals.update_clocks(game)  # one of the two may be on vacation
            progress.changed(game)
        groups.chat_changed_on_commit(code)
    results.move(guest.pk, user.pk, codes.keys())


def _keep_ratings(guest: User, games: Collection[int]) -> None:
    """Keep ratings with the guest, for games that are rated or have a scored deal and will be."""
    rated = _rated(guest, games).values("pk")
    Seat.objects.filter(user=guest, game__in=rated).update(rated_as=guest)


def _rated(guest: User, games: Collection[int]) -> QuerySet[Game]:
    has_changes = Exists(RatingChange.objects.filter(game=OuterRef("pk")))
    has_score = Exists(GameResult.objects.filter(game=OuterRef("pk")))
    return Game.objects.filter(has_changes | Q(has_score, stage__in=UNFINISHED), pk__in=games, seats__user=guest)


def _games(guest: User, user: User) -> QuerySet[Game]:
    """Return the guest's games at which the user may sit: not those in which, or in whose tournament, the user plays,
    whose hidden cards the user has seen as staff, or that have not begun and whose host has blocked the user.
    """
    seen = Q(stage__in=UNFINISHED, pk__in=Insight.objects.filter(user=user).values("game"))
    blocking = Block.objects.filter(blocked=user).exclude(user=guest)
    refused = Q(stage=Stage.OPEN, host__in=blocking.values("user"))
    return Game.objects.filter(pk__in=guest.seats.values("game")).exclude(Q(pk__in=_games_of(user)) | seen | refused)


def _games_of(user: User) -> QuerySet[Game]:
    """Return the games in which the user has a seat, and all of the tournaments that the user has entered."""
    tournaments = user.tournament_entries.values("tournament")
    return Game.objects.filter(Q(pk__in=user.seats.values("game")) | Q(round__tournament__in=tournaments))


def _move(rows: QuerySet[Any, Model], column: str, user: User) -> None:
    """Replace the guest by the user in this column, unless the user has such a row already, or it would then relate the
    user to themselves.
    """
    for row in rows:
        setattr(row, column, user)
        try:
            with transaction.atomic():
                row.save(update_fields=[column])
        except IntegrityError:
            row.delete()
