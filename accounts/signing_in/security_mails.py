"""Mails to a player whose password, email address or second factor has changed: it may not have been the player.

They go to every confirmed address, including one just replaced or removed, and contain no link that changes anything.
Allauth's own mails go to one address, perhaps unconfirmed, in the language of the person who makes the change.
"""

from collections.abc import Iterable
from typing import Any, Final

from allauth.account import signals as account
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User

PASSWORD_CHANGED: Final = _("The password has been changed.")
ADDRESS_CHANGED: Final = _("The email address has been changed to {email}.")
ADDRESS_REMOVED: Final = _("The email address {email} has been removed.")

_FACTORS_ADDED: Final = {
    Authenticator.Type.TOTP: _("An authenticator app has been set up."),
    Authenticator.Type.WEBAUTHN: _("A security key or passkey has been added."),
}
_FACTORS_REMOVED: Final = {
    Authenticator.Type.TOTP: _("The authenticator app has been removed."),
    Authenticator.Type.WEBAUTHN: _("A security key or passkey has been removed."),
}
_FACTORS_RENEWED: Final = {Authenticator.Type.RECOVERY_CODES: _("New recovery codes have been made.")}


def connect() -> None:
    """Send mails about changes that players make on allauth's pages; `AccountAdapter` does about new addresses."""
    for signal in (account.password_set, account.password_changed, account.password_reset):
        signal.connect(_after_password)
    account.email_removed.connect(_after_removal)
    for signal, changes in (
        (mfa.authenticator_added, _FACTORS_ADDED),
        (mfa.authenticator_removed, _FACTORS_REMOVED),
        (mfa.authenticator_reset, _FACTORS_RENEWED),
    ):
        signal.connect(_after_factor(changes), weak=False)


def confirmed_addresses(user: User) -> set[str]:
    """Return the addresses that the account has confirmed."""
    return set(EmailAddress.objects.filter(user_id=user.pk, verified=True).values_list("email", flat=True))


def send(user: User, change: Any, former: Iterable[str] = (), **values: str) -> None:
    """Mail the player about the change, to all confirmed addresses and *former* ones; *values* are of the text."""
    context = {"user": user, "change": format_lazy(change, **values), "contact": settings.CONTACT}
    for address in sorted(confirmed_addresses(user).union(former)):
        get_adapter().send_mail("account/email/account_changed", address, context)


def _after_password(user: User, **_sent: Any) -> None:
    send(user, PASSWORD_CHANGED)


def _after_removal(user: User, email_address: EmailAddress, **_sent: Any) -> None:
    if email_address.verified:
        send(user, ADDRESS_REMOVED, [email_address.email], email=email_address.email)


def _after_factor(changes: dict[Authenticator.Type, Any]) -> Any:
    """Return a receiver that sends mails about changes of these types."""

    def receive(user: User, authenticator: Authenticator, **_sent: Any) -> None:
        if authenticator.type in changes:
            send(user, changes[Authenticator.Type(authenticator.type)])

    return receive
