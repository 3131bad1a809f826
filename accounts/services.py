"""What all services that write an account need: its row, locked, stored or gone."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser

from accounts.models import User


class AccountDeleted(Exception):
    """The account has been deleted, as in another tab."""


def lock_account(user: AbstractBaseUser) -> User:
    """Lock the account until the transaction ends, and return its current row. Raises AccountDeleted."""
    locked = User.objects.lock(user.pk)
    if locked is None:
        raise AccountDeleted
    return locked


def stored_account(visitor: User | AnonymousUser) -> User:
    """Return the visitor's account from the database. Raises AccountDeleted."""
    stored = User.objects.filter(pk=visitor.pk, is_active=True).first() if isinstance(visitor, User) else None
    if stored is None:
        raise AccountDeleted
    return stored


def account_exists(visitor: User | AnonymousUser) -> bool:
    """Return whether the visitor's account has not been deleted. True for an anonymous visitor."""
    return visitor.pk is None or User.objects.filter(pk=visitor.pk, is_active=True).exists()


def set_password(user: User, password: str) -> None:
    """Store the password of *user* and no other field. Raises AccountDeleted."""
    if not update(user, password=make_password(password)):
        raise AccountDeleted


def update(user: User, **values: object) -> bool:
    """Store field values of an active account. Return False, storing nothing, if it was deleted."""
    for name, value in values.items():
        setattr(user, name, value)
    return bool(User.objects.filter(pk=user.pk, is_active=True).update(**values))
