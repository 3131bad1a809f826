"""Names of the roles, which a migration creates."""

from typing import Final

from django.utils.translation import gettext, gettext_noop

ROLES: Final = (gettext_noop("Moderator"), gettext_noop("Tournament host"), gettext_noop("Administrator"))


def role_name(name: str) -> str:
    """Return the role's name in the reader's language; a custom role's name stays as it is."""
    return gettext(name) if name in ROLES else name
