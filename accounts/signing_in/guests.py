"""Guests: how a visitor becomes one, and how a guest becomes a registered player."""

from allauth.account.models import EmailAddress
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.base.rate_limits import check_limit
from accounts.models import User, taken_names
from accounts.names.services import NameRefused, allowed_name, free_names, name_registered, refuse_look_alike
from accounts.services import lock_account
from accounts.signals import lock_requested
from accounts.site_config import selectors as site_config
from accounts.site_config.services import use_invitation


class AlreadyRegistered(Exception):
    """The account is already registered, as after a double click."""


def ensure_player(request: HttpRequest, name: str) -> User:
    """Return the signed-in player of *request*, or create a guest called *name* and sign them in.

    Raises NameRefused, also where the site settings allow no guests, or TooManyRequests.
    """
    if isinstance(request.user, User):
        return request.user
    if not site_config.site().guests:
        raise NameRefused(_("Only players with an account can sit down here. Sign in, or sign up, first."))
    tidied = allowed_name(name)
    check_limit(request, "create_guest", _("Too many guests from your network. Try again in ten minutes."))
    guest = create_guest(tidied)
    login(request, guest)
    return guest


def create_guest(name: str) -> User:
    """Create a guest called *name*. Raises NameRefused.

    If the name is taken, the account gets a number added; if only guests have it, tables still show it without.
    """
    wanted = allowed_name(name)
    is_registered = bool(taken_names([wanted], only_registered=True))
    for candidate in free_names(wanted):
        called = "" if candidate == wanted or is_registered else wanted
        try:
            with transaction.atomic():
                guest = User.objects.create_user(candidate, is_guest=True, called=called)
                refuse_look_alike(guest)
                return guest
        except IntegrityError:
            continue  # taken since the check
    raise NameRefused(_("This name and many like it are taken. Please choose another."))


def register_guest(
    user: User, *, password: str, name: str = "", email: str = "", invitation: str | None = None
) -> User:
    """Turn the guest *user* into a registered player with a password, keeping the account, games and scores.

    Without another *name*, a guest whose name had to get a number loses it if the name has become free. *invitation* is
    the invitation code, None if none is needed. Raises AlreadyRegistered, AccountDeleted, InvitationRefused or
    NameRefused.
    """
    user.password = make_password(password)
    with transaction.atomic():
        lock_requested.send(sender=User, user=user)
        locked = lock_account(user)
        if not locked.is_guest:
            raise AlreadyRegistered
        if invitation is not None:
            use_invitation(invitation)
        User.objects.filter(pk=user.pk).update(password=user.password, email=email, is_guest=False)
        if email:
            EmailAddress.objects.create(user=user, email=email, primary=True)
        locked.is_guest = False
        name_registered(locked, name)
    user.email, user.is_guest, user.username, user.called = email, False, locked.username, ""
    return user
