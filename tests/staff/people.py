"""Staff members and players for tests."""

from typing import Final

from django.contrib.auth.models import Group

from accounts.models import User

MODERATOR, HOST, ADMINISTRATOR = "Moderator", "Tournament host", "Administrator"
ROLES: Final = (MODERATOR, HOST, ADMINISTRATOR)
PASSWORD: Final = "correct horse"


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
