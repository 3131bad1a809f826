"""Guests: how a visitor becomes one, and how a guest becomes a registered player."""

from allauth.account.models import EmailAddress
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.base.rate_limits import is_within_limit
from accounts.models import User
from accounts.names.services import NameRefused, allowed_name, free_names, refuse_look_alike
from accounts.services import lock_account
from accounts.site_config import selectors as site_config
from accounts.site_config.services import use_invitation


class TooManyGuests(Exception):
    """This network address has created too many guests lately. The text is a translated sentence for the visitor."""


class AlreadyRegistered(Exception):
    """The account is already registered, as after a double click."""


def ensure_player(request: HttpRequest, name: str) -> User:
    """Return the signed-in player of *request*, or create a guest called *name* and sign them in.

    Raises NameRefused, also where the site settings allow no guests, or TooManyGuests.
    """
    if isinstance(request.user, User):
        return request.user
    if not site_config.site().guests:
        raise NameRefused(_("Only players with an account can sit down here. Sign in, or sign up, first."))
    tidied = allowed_name(name)
    if not is_within_limit(request, "create_guest"):
        raise TooManyGuests(_("Too many guests have come from your address just now. Try again in ten minutes."))
    guest = create_guest(tidied)
    login(request, guest)
    return guest


def create_guest(name: str) -> User:
    """Create a guest called *name*, with a number added if the name is taken. Raises NameRefused."""
    for candidate in free_names(allowed_name(name)):
        try:
            with transaction.atomic():
                guest = User.objects.create_user(candidate, is_guest=True)
                refuse_look_alike(guest)
                return guest
        except IntegrityError:
            continue  # taken since the check
    raise NameRefused(_("This name and many like it are taken. Please choose another."))


def register_guest(user: User, *, password: str, email: str = "", invitation: str | None = None) -> User:
    """Turn the guest *user* into a registered player with a password, keeping the account, games and scores.

    *invitation* is the invitation code, None if none is needed. Raises AlreadyRegistered, AccountDeleted or
    InvitationRefused.
    """
    user.password = make_password(password)
    with transaction.atomic():
        if not lock_account(user).is_guest:
            raise AlreadyRegistered
        if invitation is not None:
            use_invitation(invitation)
        User.objects.filter(pk=user.pk).update(password=user.password, email=email, is_guest=False)
        if email:
            EmailAddress.objects.create(user=user, email=email, primary=True)
    user.email, user.is_guest = email, False
    return user
