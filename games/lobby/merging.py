"""The merger of a guest into the account that the guest signs in to: games with results, messages, blocks, answers to
exercises. `accounts.people.following` takes over follows and notes.

Nobody has two seats at a table: games in which both sat stay with the guest. So do those at which the account may not
sit.
"""

from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _, ngettext

from accounts.models import User
from games.models import UNFINISHED, Attempt, Block, Game, Insight, Invitation, Message, Mute, Report, Seat, Stage
from games.play import game_rows, progress, proposals, queue
from games.pubsub import groups
from games.results import services as results

_BETWEEN_PEOPLE: Final = ((Block, ("user", "blocked")), (Invitation, ("user", "inviter")), (Mute, ("user", "muted")))


def offer(guest: User, user: User, **_sent: Any) -> list[str]:
    """Return sentences about the games that the user would take over, and about those that stay; [] without any."""
    games = _games(guest, user).count()
    running = _games(guest, user).filter(stage__in=UNFINISHED).count()
    shared = guest.seats.filter(game__in=user.seats.values("game")).count()
    facts = (
        (games, ngettext("%(count)d game, with its results", "%(count)d games, with their results", games)),
        (running, ngettext("your seat in %(count)d running game", "your seats in %(count)d running games", running)),
        (shared, _("not the games in which both of you sat (%(count)d): they stay with the guest")),
    )
    return [words % {"count": count} for count, words in facts if count] if games else []


def take_over(guest: User, user: User, **_sent: Any) -> None:
    """Move the guest's games to the user, with all that hangs on them. The guest's games are locked.

    The results come last: they lock whole ladders, and other games end meanwhile.
    """
    codes = dict(_games(guest, user).values_list("pk", "code"))
    Seat.objects.filter(user=guest, game__in=codes).update(user=user)
    staying = guest.seats.values("game")
    game_rows.change_host(Game.objects.filter(host=guest).exclude(pk__in=staying), user)
    Message.objects.filter(author=guest).exclude(game__in=staying).update(author=user)
    for column in ("reporter", "subject"):
        Report.objects.filter(**{column: guest}).update(**{column: user})
    Invitation.objects.filter(user=guest, game__in=user.seats.values("game")).delete()
    _move(Attempt.objects.filter(user=guest), "user", user)
    for model, columns in _BETWEEN_PEOPLE:
        for column in columns:
            _move(model.objects.filter(**{column: guest}), column, user)
    game_rows.outdate_ended(codes)
    running = Game.objects.filter(pk__in=codes, stage__in=UNFINISHED).order_by("pk")
    for code in list(running.values_list("code", flat=True)):
        with queue.change(code) as game:
            if game.is_by_turns:
                proposals.update_clocks(game)  # one of the two may be on vacation
            progress.changed(game)
        groups.chat_changed_on_commit(code)
    results.move(guest.pk, user.pk, codes.keys())


def _games(guest: User, user: User) -> QuerySet[Game]:
    """Return the guest's games at which the user may sit: not those in which the user has a seat too, whose hidden
    cards the user has seen as staff, or to which a host waits for others who has blocked the user.
    """
    seen = Q(stage__in=UNFINISHED, pk__in=Insight.objects.filter(user=user).values("game"))
    blocking = Block.objects.filter(blocked=user).exclude(user=guest)
    refused = Q(stage=Stage.OPEN, host__in=blocking.values("user"))
    with_both = Q(pk__in=user.seats.values("game"))
    return Game.objects.filter(pk__in=guest.seats.values("game")).exclude(with_both | seen | refused)


def _move(rows: QuerySet[Any, Model], column: str, user: User) -> None:
    """Put the user in this column, unless the user has such a row already, or it would be about nobody else."""
    for row in rows:
        setattr(row, column, user)
        try:
            with transaction.atomic():
                row.save(update_fields=[column])
        except IntegrityError:
            row.delete()
