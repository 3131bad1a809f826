"""The names of the roles that a migration makes, for the reader."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_noop

ROLES: Final = (gettext_noop("Moderator"), gettext_noop("Tournament host"), gettext_noop("Administrator"))


def role_name(name: str) -> str:
    """A role in the reader's language; one the site did not make keeps its name."""
    return gettext(name) if name in ROLES else name
