"""Every stored moment is classified by what a downtime does to it."""

from django.apps import apps
from django.db import models

from games.management import deadlines

MOVED = {f"{each.model.__name__}.{column}" for each in deadlines.DEADLINES for column in (each.column, *each.also)}
DUE_AT_ONCE = {f"{model.__name__}.{column}" for model, column in deadlines.TRIED_AGAIN}
ASKING = {
    "Game.due_at": "worked out anew from what it waits for",
    "Game.paused_until": "moved with the pause, `deadlines._move_pauses`",
    "Hold.since": "how much of a player's minute is used, `hold_times.ends_at`",
    "Game.updated_at": "how long a table waits for players, `due_steps._close_if_abandoned`",
    "PairingRequest.found_at": "how long a table waits for its players, `opened_tables._is_late`",
    "PairingRequest.seen_at": "whether who looks for players is gone, `opened_tables._remove_gone`",
    "Seat.waiting_since": "clocks and answers to proposals, `clocks._without_downtime`",
}
"""From here time counts, and who counts asks how much of it was downtime."""
STAYING = {
    "Notification.expires_at": "it names a moment that has changed; there is another one for the new moment",
    "Analysis.expires_at": "a month, and whoever opens it again gets it again",
    "Announcement.ends_at": "staff say until when",
    "Announcement.starts_at": "staff say from when",
    "ClubEvening.starts_at": "a date in calendars; its tournament has a beginning of its own",
    "ClubSeries.first_at": "a date in calendars",
    "ClubSeries.next_at": "a date in calendars",
    "DealSet.opens_at": "nobody loses a set that is open for longer",
    "Hold.due_before": "the deal begins as soon as a ticker serves, like that of a score sheet nobody looks at",
    "JointReview.led_since": "whoever led looks on, and may lead again at once",
    "PlannedCard.seen_since": "a card that was chosen is led a little sooner",
    "User.muted_until": "staff say until when",
    "User.suspended_until": "staff say until when",
    "User.vacation_until": "a date that others were shown; the clock begins after the downtime",
}
PAST = {
    "Analysis.requested_at",
    "ApiAnswer.created_at",
    "ApiToken.created_at",
    "Attempt.at",
    "AuditEntry.at",
    "BoardPlay.finished_at",
    "BoardPlay.started_at",
    "Club.created_at",
    "ClubRemoval.at",
    "ClubEvening.called_off_at",
    "ClubEvening.reminded_at",
    "ClubMember.since",
    "DailyJob.done_at",
    "Deal.dealt_at",
    "Deal.finished_at",
    "DealResult.at",
    "DealSet.closed_at",
    "Downtime.end",
    "Downtime.start",
    "Event.at",
    "Follow.since",
    "Game.created_at",
    "GameResult.at",
    "Invitation.made_at",
    "Invitation.sent_at",
    "Invitation.used_at",
    "JudgedDeal.at",
    "Message.sent_at",
    "Notification.created_at",
    "PairingRequest.ended_at",
    "PairingRequest.since",
    "Process.seen_at",
    "Process.started_at",
    "Process.ticked_at",
    "PushSubscription.failed_at",
    "RatingChange.at",
    "Report.reported_at",
    "Report.resolved_at",
    "Season.closed_at",
    "Season.players_notified_at",
    "Seat.notified_since",
    "Service.served_at",
    "SetResult.at",
    "Tournament.ended_at",
    "Tournament.paused_at",
    "Tournament.reminded_at",
    "TournamentEntry.checked_in_at",
    "TournamentEntry.entered_at",
    "TournamentEntry.left_at",
    "TournamentRound.ended_at",
    "TournamentRound.started_at",
    "User.date_joined",
    "User.last_login",
    "Void.at",
}
"""When something has happened. Nothing ends by it."""


def test_every_moment_is_classified() -> None:
    """A moment at which something ends belongs in `games.management.deadlines`, so that downtime counts for nobody."""
    stored = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.local_fields
        if isinstance(field, models.DateTimeField) and model.__module__.startswith(("accounts.", "games."))
    }
    classified = [MOVED, DUE_AT_ONCE, set(ASKING), set(STAYING), PAST]
    assert stored == set().union(*classified)
    assert sum(map(len, classified)) == len(stored), "each belongs to one class"
