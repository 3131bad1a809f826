"""Forms about other players and what they have written: follow, note, mute, block, report."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.base.names import LONGEST_WRITTEN, legible
from accounts.models import LONGEST_NOTE
from games.models import LONGEST_MESSAGE, Phrase, ReportReason


class PersonForm(forms.Form):
    """A player by name; `from_page` is sent by that player's own page, to which the answer leads back."""

    name = forms.CharField(max_length=LONGEST_WRITTEN)
    from_page = forms.BooleanField(required=False)


class LineField(forms.CharField):
    """An optional text of one line, its white space reduced to single spaces, without marks that cover other lines."""

    def __init__(self, max_length: int, too_long: Any) -> None:
        super().__init__(required=False, max_length=max_length, error_messages={"max_length": too_long})

    def to_python(self, value: Any) -> str:
        return legible(" ".join(str(super().to_python(value)).split()))


class NoteForm(PersonForm):
    """What the visitor notes about a player; "" deletes it."""

    text = LineField(LONGEST_NOTE, _("A note has at most %(limit_value)d characters."))


class MessageForm(forms.Form):
    """A message: either text or the code of a phrase."""

    text = LineField(LONGEST_MESSAGE, _("A message has at most %(limit_value)d characters."))
    phrase = forms.TypedChoiceField(
        required=False, coerce=Phrase, empty_value=None, choices=[(phrase.value, phrase.value) for phrase in Phrase]
    )

    def clean(self) -> dict[str, Any]:
        """Return only the field that is filled in; it is an error unless exactly one is."""
        filled = {name: value for name, value in self.cleaned_data.items() if value}
        if not self.errors and len(filled) != 1:
            raise forms.ValidationError(_("Write something first."))
        return filled


class ChatPersonForm(forms.Form):
    """What the visitor does about a person in the chat, and the person's name."""

    name = forms.CharField(max_length=LONGEST_WRITTEN)
    operation = forms.ChoiceField(
        choices=[(name, name) for name in ("mute", "unmute", "block", "unblock", "follow", "unfollow")]
    )


class MessageReportForm(forms.Form):
    """The number of the message to report."""

    message = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class PlayerReportForm(forms.Form):
    """Whom to report, why, and what happened."""

    player = forms.ChoiceField(label=_("Player"))
    reason = forms.TypedChoiceField(
        label=_("Reason"),
        coerce=ReportReason,
        choices=[choice for choice in ReportReason.choices if choice[0] != ReportReason.MESSAGE],
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=_("What happened"), required=False, max_length=LONGEST_MESSAGE, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, data: object, names: list[str]) -> None:
        super().__init__(data, initial={"player": names[0]})  # type: ignore[arg-type]  # None or a request's POST
        self.fields["player"].choices = [(name, name) for name in names]  # type: ignore[attr-defined]  # a choice field
