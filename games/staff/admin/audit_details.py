"""The details of an audit entry, in the reader's language."""

from datetime import datetime
from typing import Any, Final

from django.core.exceptions import FieldDoesNotExist
from django.db.models import BooleanField, Field, Model
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.staff import markup
from games.staff.roles import role_name

NAMES: Final = {
    "until": _("until"),
    "sessions": _("sessions"),
    "roles": _("roles"),
    "seat": _("seat"),
    "deal": _("deal"),
    "what": _("what"),
}
"""Labels of the details that services log. For changes to a `StaffEditable` row, details are named after its fields."""

SWITCH: Final[dict[str, Any]] = {"True": pgettext_lazy("a switch", "on"), "False": pgettext_lazy("a switch", "off")}
"""Labels of logged boolean values."""


def describe(kind: type[Model] | None, name: str, value: str | int) -> str:
    """Return one detail as "label: value". `kind` is the model of the entry's target, None if it no longer exists."""
    field = _field(kind, name)
    label = NAMES.get(name) or (field.verbose_name if field else name)
    return f"{label}: {_value(name, field, str(value))}"


def _field(kind: type[Model] | None, name: str) -> Field[Any, Any] | None:
    try:
        field = kind._meta.get_field(name) if kind else None
    except FieldDoesNotExist:
        return None
    return field if isinstance(field, Field) else None


def _value(name: str, field: Field[Any, Any] | None, value: str) -> str:
    if name == "until":
        return markup.moment(datetime.fromisoformat(value))
    if name == "roles":
        return ", ".join(role_name(role) for role in value.split(", "))
    return str(_choices(field).get(value, value))


def _choices(field: Field[Any, Any] | None) -> dict[str, Any]:
    """Return the labels of a field's values; empty for a field without choices."""
    if isinstance(field, BooleanField):
        return SWITCH
    return dict(field.flatchoices) if field else {}
