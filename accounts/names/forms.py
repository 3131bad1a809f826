"""The form in which a guest, or a player whose name was taken away, chooses another."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.base import names


class NameForm(forms.Form):
    """The new name. The id of its field differs from those of other name fields on the page."""

    name = forms.CharField(label=_("Name"), max_length=names.LONGEST, help_text=names.HELP)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "own_%s"} | kwargs)
