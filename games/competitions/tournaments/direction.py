"""What the host of a tournament does while it runs. Everything is recorded in the audit log."""

from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.site_config import audit, downtime
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import LONGEST_REASON, AuditAction
from games.competitions.tournaments import ending, notices, queries, services
from games.engine import LEAST_PARTICIPANTS
from games.models import Game, Tournament, TournamentEntry, TournamentScore, TournamentStage
from games.play import game_moderation, pauses, queue
from games.values import RUNNING, Pause

WARNING: Final = timedelta(minutes=1)
"""For how long those who have entered can still check in when the host lets a tournament begin early."""


def may_direct(tournament: Tournament, user: User | AnonymousUser) -> bool:
    """Return whether this user directs the tournament: staff who make tournaments, and in a club its host for as long
    as they lead it; after that, all who do: the officers who may act, or the members if no officer may.
    """
    if user.is_staff and user.has_perm("games.change_tournament"):
        return True
    leaders = {leader.pk for leader in queries.leaders(tournament.club_id)}
    return user.pk in leaders and (user.pk == tournament.host_id or tournament.host_id not in leaders)


@transaction.atomic
def begin_early(tournament: Tournament, *, by: User, reason: str) -> None:
    """Let a tournament begin in a minute instead of at the announced time. Raises ActionDenied.

    All who have entered are notified, and can check in until then.
    """
    locked, now = services.lock(tournament.code), timezone.now()
    if locked.stage != TournamentStage.OPEN or locked.starts_at <= now + WARNING:
        raise ActionDenied(_("It begins within a minute, or has begun."))
    if queries.count_checked_in(locked) < LEAST_PARTICIPANTS:  # it would be called off
        raise ActionDenied(_("Three players who have checked in are needed."))
    notices.withdraw_reminders(locked)
    services.begin_at(locked, now + WARNING)
    locked.reminded_at = now
    locked.save(update_fields=["next_round_at", "starts_at", "reminded_at", "calendar_sequence"])
    audit.record(by=by, action=AuditAction.NEXT_ROUND, target=locked, reason=reason)
    notices.soon(locked, early=True)


@transaction.atomic
def begin_next_round(tournament: Tournament, *, by: User, reason: str) -> None:
    """Let the next round begin now. Raises ActionDenied."""
    locked = services.lock(tournament.code)
    is_between = locked.stage == TournamentStage.RUNNING and locked.next_round_at is not None
    if not is_between or locked.paused_at is not None:
        raise ActionDenied(_("No round can begin now."))
    locked.next_round_at = timezone.now()
    locked.save(update_fields=["next_round_at"])
    audit.record(by=by, action=AuditAction.NEXT_ROUND, target=locked, reason=reason)


@transaction.atomic
def pause(tournament: Tournament, *, by: User, reason: str) -> None:
    """Pause a running tournament: its tables stand still, the clock of the round too. Raises ActionDenied."""
    locked = services.lock(tournament.code)
    if locked.stage != TournamentStage.RUNNING or locked.paused_at is not None:
        raise ActionDenied(_("This tournament is not running."))
    locked.paused_at = downtime.served_until()  # a downtime is stored when it is over, and moves no paused round
    locked.save(update_fields=["paused_at"])
    audit.record(by=by, action=AuditAction.PAUSE_TOURNAMENT, target=locked, reason=reason)


def pause_tables(tournament: Tournament) -> None:
    """Pause the tables of a paused tournament that are not paused yet."""
    for code in _tables(tournament).filter(pause="").values_list("code", flat=True):
        with queue.change(code) as game:
            if game.stage in RUNNING and not game.is_paused:
                pauses.begin(game, Pause.AGREED, None)


def resume(tournament: Tournament, *, by: User, reason: str) -> None:
    """End the pause: tables and the round continue with the time that was left. Raises ActionDenied."""
    with transaction.atomic():
        locked = services.lock(tournament.code)
        if locked.paused_at is None:
            raise ActionDenied(_("This tournament is not paused."))
        _put_off(locked, max(timedelta(), downtime.served_until() - locked.paused_at))
        audit.record(by=by, action=AuditAction.RESUME_TOURNAMENT, target=locked, reason=reason)
    for code in _tables(locked).exclude(pause="").values_list("code", flat=True):
        with queue.change(code) as game:
            if game.is_paused:
                pauses.go_on(game)


def _put_off(tournament: Tournament, pause: timedelta) -> None:
    """End a pause, and postpone what was due during it."""
    tournament.paused_at = None
    if tournament.next_round_at is not None:
        tournament.next_round_at += pause
    tournament.save(update_fields=["paused_at", "next_round_at"])
    in_play = queries.current_round(tournament)
    if in_play is not None:
        in_play.ends_at += pause
        in_play.save(update_fields=["ends_at"])


def end(tournament: Tournament, *, by: User, reason: str) -> None:
    """End a tournament now, or call it off before it has begun. Rounds that have ended count. Raises ActionDenied.

    A round in play counts too, with the deals that its tables have finished.
    """
    with transaction.atomic():
        locked, now = services.lock(tournament.code), timezone.now()
        if locked.stage not in (TournamentStage.OPEN, TournamentStage.RUNNING):
            raise ActionDenied(_("This tournament has ended already."))
        was_running = locked.stage == TournamentStage.RUNNING
        if locked.paused_at is not None:
            _put_off(locked, now - locked.paused_at)
        locked.stage = TournamentStage.OVER if was_running else TournamentStage.CANCELLED
        locked.ended_at, locked.next_round_at, locked.paused_at = now, None, None
        locked.save()
        audit.record(by=by, action=AuditAction.END_TOURNAMENT, target=locked, reason=reason)
        notices.called_off(locked, "ended" if was_running else "", Truncator(reason).chars(LONGEST_REASON))
    wind_up(locked, now)


def wind_up(tournament: Tournament, now: datetime) -> None:
    """End the round of a tournament that is over while one is played. It may be called again."""
    for in_play in tournament.played_rounds.filter(ended_at=None):
        ending.end_round(in_play, now)


def call_bot(tournament: Tournament, *, by: User, entry: int, reason: str) -> None:
    """Let a bot sit in for a participant who is not at their table. Raises ActionDenied."""
    places = _participant(tournament, entry).places.filter(round__ended_at=None, game__isnull=False)
    place = places.select_related("game").first()
    if place is None or place.game is None:
        raise ActionDenied(_("This participant has no table now."))
    game_moderation.seat_bot(code=place.game.code, by=by, player=place.player, reason=reason)


@transaction.atomic
def adjust_score(tournament: Tournament, *, by: User, entry: int, board: int, percent: float, reason: str) -> None:
    """Set a participant's per cent for a board of a round that has ended. Everybody sees the reason.

    Raises ActionDenied, also for a table at which the host sat.
    """
    locked, adjusted = services.lock(tournament.code), _participant(tournament, entry)
    scores = TournamentScore.objects.filter(
        place__entry=adjusted, place__round__tournament=locked, place__round__ended_at__isnull=False, board=board
    )
    score = scores.select_related("place").first()
    if score is None:
        raise ActionDenied(_("This participant has no result on this board, or its round has not ended."))
    if score.place.round.places.filter(table=score.place.table, entry__user=by).exists():
        raise ActionDenied(_("You can’t adjust a score at your own table: ask other staff."))
    score.percent, score.reason = percent, Truncator(reason).chars(LONGEST_REASON)
    score.save(update_fields=["percent", "reason"])
    details: dict[str, str | int] = {"participant": str(adjusted), "board": board, "percent": f"{percent:g}"}
    audit.record(by=by, action=AuditAction.ADJUST_SCORE, target=locked, reason=reason, details=details)
    notices.ruled(locked, adjusted, "adjusted", board=str(board), percent=f"{percent:g}")


@transaction.atomic
def warn(tournament: Tournament, *, by: User, entry: int, reason: str) -> None:
    """Warn a participant, who is notified and reads the reason. Raises ActionDenied."""
    locked, warned = services.lock(tournament.code), _participant(tournament, entry)
    warned.warning = Truncator(reason).chars(LONGEST_REASON)
    warned.save(update_fields=["warning"])
    details = {"participant": str(warned)}
    audit.record(by=by, action=AuditAction.WARN_PARTICIPANT, target=locked, reason=reason, details=details)
    notices.warned(locked, warned)


@transaction.atomic
def disqualify(tournament: Tournament, *, by: User, entry: int, reason: str) -> None:
    """Disqualify a participant: they lose their place, a bot plays on for them, and their results stay in the fields.

    Everybody sees the reason. Raises ActionDenied.
    """
    locked, disqualified = services.lock(tournament.code), _participant(tournament, entry)
    disqualified.disqualified = Truncator(reason).chars(LONGEST_REASON)
    disqualified.save(update_fields=["disqualified"])
    details = {"participant": str(disqualified)}
    audit.record(by=by, action=AuditAction.DISQUALIFY, target=locked, reason=reason, details=details)
    notices.ruled(locked, disqualified, "disqualified")


def _participant(tournament: Tournament, entry: int) -> TournamentEntry:
    """Return the participant whose entry has this key. Raises ActionDenied."""
    participant = tournament.entries.filter(pk=entry, number__isnull=False).select_related("user").first()
    if participant is None:
        raise ActionDenied(_("There is no such entry in this tournament."))
    return participant


def _tables(tournament: Tournament) -> QuerySet[Game]:
    return Game.objects.filter(round__tournament=tournament, stage__in=RUNNING)
