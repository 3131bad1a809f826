"""What staff, and the host of a tournament, do to one row: by a form that asks for the reason, and a service."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django import forms
from django.db.models import Model
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.site_config.models import LONGEST_REASON

M = TypeVar("M", bound=Model)


class ReasonForm(forms.Form):
    """The reason for the action, for the audit log."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Kept in the audit log."))


@dataclass(frozen=True)
class Action(Generic[M]):
    """An action that can be performed on one row.

    `description` says what it does. `do` gets the row, who acts as `by`, and the form's cleaned data. It may raise
    ActionDenied, which the page shows. It returns the response, or the context of the template `result`, or None to go
    back to the row's page. Staff need the `permission`; where it is "", the page says who may act. One that
    `is_folded` is hidden behind its name, so that nobody does it by mistake.
    """

    label: Any
    description: Any
    do: Callable[..., HttpResponse | dict[str, Any] | None]
    form: Callable[..., forms.Form] = ReasonForm
    is_possible: Callable[[M], bool] = lambda _row: True
    permission: str = ""
    result: str = ""
    is_folded: bool = True


def possible_now(actions: Mapping[str, Action[M]], row: M) -> dict[str, Action[M]]:
    """Return the actions that are possible on the row now, by their codes."""
    return {code: action for code, action in actions.items() if action.is_possible(row)}
