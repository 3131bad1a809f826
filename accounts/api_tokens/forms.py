"""The form of a new token."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import LONGEST_TOKEN_NAME, Scope


class TokenForm(forms.Form):
    """A name for the token, and what it allows. The ids of its fields differ from those of other forms on the page."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_TOKEN_NAME, help_text=_("For yourself: which program it is for.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"), choices=Scope, widget=forms.CheckboxSelectMultiple, initial=[Scope.READ]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "token_%s"} | kwargs)


class WithdrawForm(forms.Form):
    """The primary key of a token of the visitor."""

    key = forms.IntegerField(min_value=0, max_value=2**31 - 1)
