"""The staff, for tests: one person of each role, and who has none."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import Group

from accounts.models import User

MODERATOR, HOST, ADMINISTRATOR = "Moderator", "Tournament host", "Administrator"
ROLES: Final = (MODERATOR, HOST, ADMINISTRATOR)
PASSWORD: Final = "correct horse"


def registered(name: str) -> User:
    """A player with a password and no role."""
    return User.objects.create_user(name, password=PASSWORD)


def member(role: str, name: str = "") -> User:
    """One of the staff."""
    user = registered(name or role[:14])
    user.groups.set([Group.objects.get(name=role)])
    user.is_staff = True
    user.save()
    return user
