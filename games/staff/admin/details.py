"""What an entry of the audit log holds besides its reason, in the reader's language."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

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
"""What services note of a deed; of a decision they note the fields that were changed."""


def in_words(kind: type[Model] | None, name: str, value: str | int) -> str:
    """A noted value with its name, for a deed done to a row of this kind."""
    return f"{NAMES.get(name) or _name_of_field(kind, name)}: {_value(name, value)}"


def _name_of_field(kind: type[Model] | None, name: str) -> str:
    try:
        return str(kind._meta.get_field(name).verbose_name) if kind else name  # type: ignore[union-attr]
    except FieldDoesNotExist:
        return name


def _value(name: str, value: str | int) -> str:
    if name == "until":
        return markup.moment(datetime.fromisoformat(str(value)))
    return ", ".join(role_name(role) for role in str(value).split(", ")) if name == "roles" else str(value)
