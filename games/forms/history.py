"""Which games or deals to list, as an address says it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.history import queries as history_queries
from games.history.summaries import Filter, Order, Place
from games.models import Company
from games.presenters.options import PEEKS, STYLES

ORDERS: Final = {
    "": (_("latest first"), Order()),
    "oldest": (_("oldest first"), Order(descending=False)),
    "most": (_("most points first"), Order("points")),
    "fewest": (_("fewest points first"), Order("points", descending=False)),
}
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)
_ROW: Final = re.compile(r"(-?\d{1,16})_(\d{1,18})")


def _choices(everything: Any, options: Any) -> list[tuple[str, Any]]:
    return [("", everything), *((str(value), label) for value, label, *_line in options)]


class LadderForm(forms.Form):
    """Which ladder to show."""

    company = forms.ChoiceField(label=_("Company"), choices=Company.choices, required=False)
    bidding = forms.ChoiceField(label=_("Bidding"), choices=_choices(_("all styles"), STYLES), required=False)
    month = forms.ChoiceField(label=_("Period"), required=False)

    def __init__(self, *args: Any, months: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(month, date_format(date.fromisoformat(f"{month}-01"), "YEAR_MONTH_FORMAT")) for month in months]
        period = self.fields["month"]
        assert isinstance(period, forms.ChoiceField)
        period.choices = [("", _("all time")), *named]


class PastForm(forms.Form):
    """Filters and order of a list; all may stay empty."""

    bidding = forms.ChoiceField(label=_("Bidding"), choices=_choices(_("all styles"), STYLES), required=False)
    peek = forms.ChoiceField(label=_("Peeking"), choices=_choices(_("any"), PEEKS), required=False)
    company = forms.ChoiceField(label=_("Company"), choices=_choices(_("any"), Company.choices), required=False)
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[("", _("any")), ("declarer", _("declarer")), ("defender", _("defender"))],
        required=False,
    )
    opponent = forms.CharField(label=_("Together with"), max_length=16, required=False)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    sort = forms.ChoiceField(
        label=_("Order"), choices=[(code, label) for code, (label, _order) in ORDERS.items()], required=False
    )

    def clean_opponent(self) -> User | None:
        name = self.cleaned_data["opponent"]
        try:
            return history_queries.player_called(name) if name else None
        except User.DoesNotExist:
            raise ValidationError(_("There is no player of that name.")) from None

    def chosen(self) -> Filter:
        """What a valid form asks for."""
        given = self.cleaned_data
        opponent, since, until = given["opponent"], given["since"], given["until"]
        return Filter(
            bidding=given["bidding"],
            peek=given["peek"],
            company=given["company"],
            declarer=given["role"] == "declarer" if given["role"] else None,
            opponent=opponent.pk if opponent else None,
            since=datetime.combine(since, time.min, UTC) if since else None,
            until=datetime.combine(until, time.max, UTC) if until else None,
        )

    def order(self) -> Order:
        return ORDERS[self.cleaned_data["sort"]][1]

    def query(self) -> str:
        """The address's part that asks for the same again, without a place in the list."""
        return urlencode({name: self.data[name] for name in self.fields if self.data.get(name)})


def place_from(query: QueryDict, order: Order) -> Place | None:
    """Where in the list a page begins: at `after` or `before` a row, or at the `end`; None if that makes no sense."""
    if "end" in query:
        return Place(None, backwards=True)
    backwards = "before" in query
    text = query.get("before" if backwards else "after")
    if text is None:
        return Place(None)
    found = _ROW.fullmatch(text)
    if found is None:
        return None
    value = int(found[1])
    if order.column == "points":
        return Place((value, int(found[2])), backwards) if abs(value) < 2**31 else None
    return Place((EPOCH + value * MICROSECOND, int(found[2])), backwards)


def place_to_text(place: Place | None, order: Order) -> str:
    """The row of a place as an address has it; "" for no place."""
    if place is None or place.row is None:
        return ""
    value, number = place.row
    if order.column == "at":
        assert isinstance(value, datetime), "lists by date have dates"
        value = (value - EPOCH) // MICROSECOND
    return f"{value}_{number}"
