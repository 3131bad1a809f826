"""The staff actions on tournaments, and their forms."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.base.names import LONGEST_WRITTEN
from accounts.site_config.models import LONGEST_REASON
from games.models import Tournament, TournamentStage
from games.staff.action_admin import ReasonForm, StaffAction
from games.staff.set_actions import ParticipantForm
from games.tournaments import direction

SHOWN: Final = _("Shown to everybody with the results, word for word.")


class DisqualifyForm(ParticipantForm):
    """The participant, and a reason that all are shown."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=SHOWN)


class AdjustForm(ReasonForm):
    """The result that is adjusted, and what it becomes. All are shown the reason."""

    name = forms.CharField(label=_("Name of a player"), max_length=LONGEST_WRITTEN)
    board = forms.IntegerField(label=_("Board"), min_value=1, help_text=_("Boards are numbered through all rounds."))
    percent = forms.FloatField(label=_("Per cent"), min_value=0, max_value=100)
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=SHOWN)
    field_order = ("name", "board", "percent", "reason")


def _is_running(tournament: Tournament) -> bool:
    return tournament.stage == TournamentStage.RUNNING


def _has_not_ended(tournament: Tournament) -> bool:
    return tournament.stage in (TournamentStage.OPEN, TournamentStage.RUNNING)


TOURNAMENT_ACTIONS: Final = {
    "next": StaffAction[Tournament](
        _("Begin the next round now"),
        "games.change_tournament",
        _("The next round begins at once, or the tournament itself, with all who have checked in."),
        direction.begin_next_round,
        is_possible=lambda tournament: tournament.next_round_at is not None and tournament.paused_at is None,
    ),
    "pause": StaffAction[Tournament](
        _("Pause"),
        "games.change_tournament",
        _("All tables stand still, and so does the time of the round."),
        direction.pause,
        is_possible=lambda tournament: _is_running(tournament) and tournament.paused_at is None,
    ),
    "resume": StaffAction[Tournament](
        _("End the pause"),
        "games.change_tournament",
        _("All tables go on, with the time that was left."),
        direction.resume,
        is_possible=lambda tournament: tournament.paused_at is not None,
    ),
    "bot": StaffAction[Tournament](
        _("Call a bot"),
        "games.change_tournament",
        _("A bot sits in for a participant who is not at their table, until they come back."),
        direction.call_bot,
        ParticipantForm,
        _is_running,
    ),
    "adjust": StaffAction[Tournament](
        _("Adjust a score"),
        "games.change_tournament",
        _("A participant gets this per cent for a board of a round that has ended, instead of their own."),
        direction.adjust_score,
        AdjustForm,
        lambda tournament: tournament.stage in (TournamentStage.RUNNING, TournamentStage.OVER),
    ),
    "disqualify": StaffAction[Tournament](
        _("Disqualify"),
        "games.change_tournament",
        _("The participant has no place. A bot plays for them from the next round on; their results stay compared."),
        direction.disqualify,
        DisqualifyForm,
        lambda tournament: tournament.stage in (TournamentStage.RUNNING, TournamentStage.OVER),
    ),
    "end": StaffAction[Tournament](
        _("End the tournament"),
        "games.change_tournament",
        _("No more rounds are played. Before the first one, the tournament is called off."),
        direction.end,
        ReasonForm,
        _has_not_ended,
    ),
}
