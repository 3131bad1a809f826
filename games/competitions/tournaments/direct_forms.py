"""What a host can do on the page from which a tournament is directed, with its forms."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.site_config.models import LONGEST_REASON
from games.competitions.tournaments import direction, queries, words
from games.models import Tournament, TournamentStage
from games.web.fields import WantedField
from games.web.row_actions import Action


class DirectionForm(forms.Form):
    """A reason for the audit log, which may be left out. Blocked words are refused: others read most reasons."""

    reason = WantedField(label=_("Reason, for the log"), max_length=LONGEST_REASON, required=False)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament


class EarlyForm(DirectionForm):
    """The host's confirmation that some have not checked in yet."""

    confirmed = forms.BooleanField()

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, **kwargs)
        entered, _last = queries.count_and_last_entry(tournament)
        absent = entered - queries.count_checked_in(tournament)
        self.fields["confirmed"].label = _("Begin in a minute, though %(count)d of %(all)d have not checked in") % {
            "count": absent, "all": entered,
        }  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Leave out fields that were only confirmations."""
        return {name: value for name, value in (super().clean() or {}).items() if name != "confirmed"}


class EndForm(DirectionForm):
    """The reason for ending the tournament early."""

    reason = WantedField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("All who have entered are notified of it, word for word."),
    )


class ParticipantForm(DirectionForm):
    """The participant, and a reason that the participant reads."""

    entry = forms.TypedChoiceField(label=_("Participant"), coerce=int)
    reason = WantedField(label=_("Reason"), max_length=LONGEST_REASON)
    field_order: tuple[str, ...] = ("entry", "reason")

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, **kwargs)
        who = [entry for entry in queries.participants(tournament) if entry.user_id is not None]
        self.fields["entry"].choices = [(entry.pk, words.name_of(entry)) for entry in who]  # type: ignore[attr-defined]  # a choice field


class ShownReasonForm(ParticipantForm):
    """The participant, and a reason that everybody reads."""

    reason = WantedField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Shown to everybody with the results, word for word.")
    )


class AdjustForm(ShownReasonForm):
    """The result that is adjusted, and what it becomes."""

    board = forms.IntegerField(label=_("Board"), min_value=1, help_text=_("Boards are numbered through all rounds."))
    percent = forms.FloatField(label=_("Per cent"), min_value=0, max_value=100)
    field_order = ("entry", "board", "percent", "reason")


class BotForm(DirectionForm):
    """The participant for whom a bot is called; the list of the absent sends it."""

    entry = forms.IntegerField(widget=forms.HiddenInput)


def _runs(tournament: Tournament) -> bool:
    return tournament.stage == TournamentStage.RUNNING


def _has_begun(tournament: Tournament) -> bool:
    return tournament.stage in (TournamentStage.RUNNING, TournamentStage.OVER)


DIRECTIONS: Final = {
    "begin": Action[Tournament](
        _("Begin early"),
        _(
            "All who have entered are notified at once, and can check in for one more minute. Then it begins with "
            "those who have: three at least."
        ),
        direction.begin_early,
        EarlyForm,
        lambda tournament: tournament.stage == TournamentStage.OPEN,
    ),
    "next": Action[Tournament](
        _("Begin the next round now"),
        _("The next round begins at once."),
        direction.begin_next_round,
        DirectionForm,
        lambda tournament: _runs(tournament) and tournament.next_round_at is not None and not tournament.paused_at,
        is_folded=False,
    ),
    "pause": Action[Tournament](
        _("Pause"),
        _("All tables stand still, and so does the time of the round."),
        direction.pause,
        DirectionForm,
        lambda tournament: _runs(tournament) and tournament.paused_at is None,
        is_folded=False,
    ),
    "resume": Action[Tournament](
        _("End the pause"),
        _("All tables go on, with the time that was left."),
        direction.resume,
        DirectionForm,
        lambda tournament: tournament.paused_at is not None,
        is_folded=False,
    ),
    "bot": Action[Tournament](
        _("Call a bot"),
        _("A bot sits in for a participant who is not at their table, until they come back."),
        direction.call_bot,
        BotForm,
        _runs,
    ),
    "adjust": Action[Tournament](
        _("Adjust a score"),
        _("A participant gets this per cent for a board of a round that has ended, instead of their own."),
        direction.adjust_score,
        AdjustForm,
        _has_begun,
    ),
    "warn": Action[Tournament](
        _("Warn"),
        _("The participant is notified, and reads the reason on the page of the tournament; nobody else does."),
        direction.warn,
        ParticipantForm,
        _runs,
    ),
    "disqualify": Action[Tournament](
        _("Disqualify"),
        _(
            "The participant has no place. A bot plays for them from the next round on; their results stay compared. "
            "They are notified."
        ),
        direction.disqualify,
        ShownReasonForm,
        _has_begun,
    ),
    "end": Action[Tournament](
        _("End the tournament"),
        _("No more rounds are played. Before the first one, the tournament is called off."),
        direction.end,
        EndForm,
        lambda tournament: tournament.stage in (TournamentStage.OPEN, TournamentStage.RUNNING),
    ),
}
"""The actions of the host, by the values of the field `do`, in the order of the page."""
