"""The query parameters of lists and ladders."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.base import names
from accounts.base.time_zones import start_of
from accounts.models import User
from games.history import queries as history_queries
from games.history.queries import Cursor, Filter, Order
from games.lobby.forms import choices_of
from games.models import Company
from games.words.options import PEEKS, STYLES

ORDERS: Final = {
    "": (_("latest first"), Order()),
    "oldest": (_("oldest first"), Order(descending=False)),
    "most": (_("most points"), Order("points")),
    "fewest": (_("fewest points"), Order("points", descending=False)),
}
ROLES: Final = (("declarer", _("declarer")), ("defender", _("defender")))
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)
_ROW: Final = re.compile(r"(-?\d{1,16})_(\d{1,18})")


def _choices(all_label: Any, options: Any) -> list[tuple[str, Any]]:
    return [("", all_label), *choices_of(options)]


class LadderForm(forms.Form):
    """Which ladder to show."""

    company = forms.ChoiceField(label=_("Played with"), choices=Company.choices, required=False)
    bidding = forms.ChoiceField(label=_("Bidding"), choices=_choices(_("all styles"), STYLES), required=False)

    def __init__(self, *args: Any, months: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(month, date_format(date.fromisoformat(f"{month}-01"), "YEAR_MONTH_FORMAT")) for month in months]
        self.fields["month"] = forms.ChoiceField(
            label=_("Period"), choices=[("", _("all time")), *named], required=False
        )

    def chosen_words(self, chosen: dict[str, str]) -> str:
        """Return what is chosen, in words: the ladder's name."""
        values = chosen | {"company": chosen["company"] or Company.PEOPLE}
        options = [(value, option) for name, value in values.items() for option in self[name].subwidgets]
        return " · ".join(str(option.choice_label) for value, option in options if option.data["value"] == value)


class HistoryForm(forms.Form):
    """The filters and the order of a list of games or deals; every field is optional. Days are the reader's own."""

    bidding = forms.ChoiceField(label=_("Bidding"), choices=_choices(_("all styles"), STYLES), required=False)
    peek = forms.ChoiceField(label=_("Peeking"), choices=_choices(_("any"), PEEKS), required=False)
    company = forms.ChoiceField(label=_("Played with"), choices=_choices(_("any"), Company.choices), required=False)
    role = forms.ChoiceField(label=_("Role"), choices=_choices(_("any"), ROLES), required=False)
    opponent = forms.CharField(label=_("Together with"), max_length=names.LONGEST_WRITTEN, required=False)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    sort = forms.ChoiceField(
        label=_("Order"), choices=[(code, label) for code, (label, _order) in ORDERS.items()], required=False
    )

    def clean_opponent(self) -> User | None:
        name = self.cleaned_data["opponent"]
        try:
            return history_queries.player_by_name(name) if name else None
        except User.DoesNotExist:
            raise ValidationError(_("There is no player of that name.")) from None

    def filters(self) -> Filter:
        """Return the filters of a valid form."""
        data = self.cleaned_data
        opponent, since, until = data["opponent"], data["since"], data["until"]
        return Filter(
            bidding=data["bidding"],
            peek=data["peek"],
            company=data["company"],
            declarer=data["role"] == "declarer" if data["role"] else None,
            opponent=opponent.pk if opponent else None,
            since=start_of(since) if since else None,
            # The last day of the calendar has no end.
            before=start_of(until + timedelta(days=1)) if until and until != date.max else None,
        )

    def order(self) -> Order:
        """Return the order of a valid form."""
        return ORDERS[self.cleaned_data["sort"]][1]

    def query(self) -> str:
        """Return the query string of this form, without a cursor."""
        return urlencode({name: self.data[name] for name in self.fields if self.data.get(name)})


def cursor_from(query: QueryDict, order: Order) -> Cursor | None:
    """Read the cursor from the parameters `after`, `before` or `end`; None if it is malformed."""
    if "end" in query:
        return Cursor(None, backwards=True)
    backwards = "before" in query
    text = query.get("before" if backwards else "after")
    if text is None:
        return Cursor(None)
    match = _ROW.fullmatch(text)
    if match is None:
        return None
    value = int(match[1])
    if order.column == "points":
        return Cursor((value, int(match[2])), backwards) if abs(value) < 2**31 else None
    return Cursor((EPOCH + value * MICROSECOND, int(match[2])), backwards)


def cursor_to_text(cursor: Cursor | None, order: Order) -> str:
    """Return the cursor's row as a query parameter; "" for no cursor."""
    if cursor is None or cursor.row is None:
        return ""
    value, number = cursor.row
    if order.column == "at":
        assert isinstance(value, datetime), "lists by date have dates"
        value = (value - EPOCH) // MICROSECOND
    return f"{value}_{number}"
