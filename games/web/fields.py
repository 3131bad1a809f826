"""Fields and checks that forms of several subjects share."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy

from accounts.base.names import LONGEST, LONGEST_WRITTEN, is_blank, legible, without_controls
from accounts.base.refusals import Explained
from accounts.base.time_zones import current_name
from accounts.names.services import NAME_NOT_WANTED
from accounts.site_config.words import has_blocked_word


class FormRefused(Explained):
    """A form is not valid: the sentence is its first error."""

    status = HTTPStatus.BAD_REQUEST


def check_valid(form: forms.BaseForm) -> None:
    """Raise FormRefused unless the form is valid."""
    if not form.is_valid():
        raise FormRefused(next(iter(form.errors.values()))[0])


def wanted(text: str) -> str:
    """Return a name or a text without control characters. Raises ValidationError for blocked words."""
    text = without_controls(text)
    if has_blocked_word(text):
        raise forms.ValidationError(NAME_NOT_WANTED, code="name_not_wanted")
    return text


class WantedField(forms.CharField):
    """A name or a line that others read: it is checked by `wanted`, and "" if it has no visible character."""

    def clean(self, value: Any) -> str:
        """Raise ValidationError also if the field is required and nothing of it is visible."""
        text = wanted(super().clean(value))
        if self.required and is_blank(text):
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return "" if is_blank(text) else text


class WantedLinesField(forms.CharField):
    """A text of several lines that others read, each checked by `wanted`; line breaks are kept."""

    widget = forms.Textarea

    def clean(self, value: Any) -> str:
        return "\n".join(wanted(line) for line in super().clean(value).splitlines())


class VisitorField(forms.CharField):
    """The name at the table of a visitor who has no account yet."""

    def __init__(self) -> None:
        widget = forms.TextInput({"autocomplete": "nickname", "placeholder": gettext_lazy("Guest")})
        super().__init__(
            label=gettext_lazy("Your name at the table"), required=False, max_length=LONGEST, widget=widget
        )


class PlayerField(forms.CharField):
    """The name of a player; the page has a list of those whom the reader knows."""

    def __init__(self, label: Any = None, **kwargs: Any) -> None:
        widget = forms.TextInput({"autocomplete": "off", "list": "known"})
        super().__init__(
            label=label or gettext_lazy("Name of a player"), max_length=LONGEST_WRITTEN, widget=widget, **kwargs
        )


def _zone() -> str:
    return gettext("Time zone: %(zone)s") % {"zone": current_name()}


_zone_of_reader = lazy(_zone, str)


class MomentField(forms.DateTimeField):
    """Date and time in the reader's time zone, which it names, in one field, with the browser's own picker."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(help_text=_zone_of_reader(), **kwargs)

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class LineField(forms.CharField):
    """An optional text of one line, its white space reduced to single spaces, without marks that cover other lines."""

    def __init__(self, max_length: int, too_long: Any) -> None:
        super().__init__(required=False, max_length=max_length, error_messages={"max_length": too_long})

    def to_python(self, value: Any) -> str:
        return legible(" ".join(str(super().to_python(value)).split()))
