"""Staff members and players for tests."""

from importlib import import_module
from typing import Final

from django.apps import apps
from django.contrib.auth.models import Group

from accounts.models import User
from tests import permissions

MODERATOR, HOST, ADMINISTRATOR = "Moderator", "Tournament host", "Administrator"
ROLES: Final = (MODERATOR, HOST, ADMINISTRATOR)
ALL, MODERATION = set(ROLES), {MODERATOR, ADMINISTRATOR}
HOSTING, ADMINISTRATION = {HOST, ADMINISTRATOR}, {ADMINISTRATOR}
"""The roles that may do something: look at lists, restrict players, end games, remove accounts."""

PASSWORD: Final = "correct horse"


def ensure_roles() -> None:
    """Create the permissions and the roles again if a test has emptied the database."""
    if not Group.objects.filter(name__in=ROLES).exists():
        permissions.write()
        roles = import_module("games.staff.migrations.0008_roles_and_presets")
        for name in roles.STEPS:
            roles.grant(name, apps, None)


def registered(name: str) -> User:
    """Create a player with a password and no role."""
    return User.objects.create_user(name, password=PASSWORD)


def member(role: str, name: str = "") -> User:
    """Create a staff member with this role."""
    user = registered(name or role[:14])
    user.groups.set([Group.objects.get(name=role)])
    user.is_staff = True
    user.save()
    return user
