"""Forms of the chat."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.base.names import LONGEST_WRITTEN
from games.chat.queries import offered_phrases
from games.models import LONGEST_MESSAGE
from games.web.fields import LineField


class MessageForm(forms.Form):
    """A message: either text or the code of a phrase."""

    text = LineField(LONGEST_MESSAGE, _("A message can have at most %(limit_value)d characters."))
    phrase = forms.ChoiceField(required=False, choices=lambda: [(phrase.code, phrase) for phrase in offered_phrases()])

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
