"""Notifications as mails, each with a link that ends mails of its group without signing in (RFC 8058)."""

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.base.mail import ExpiringMail
from accounts.models import Notification, User
from accounts.notifications import services
from accounts.notifications.groups import GROUPS, MAIL
from accounts.notifications.kinds import KINDS

_SALT: Final = "no more mails of this kind"


def confirmed_address(user: User) -> str | None:
    """Return the address to which the player's mail goes; None if no address is confirmed."""
    addresses = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    address: str | None = addresses.values_list("email", flat=True).first()
    return address


def send(notification: Notification) -> None:
    """Queue the notification as a mail in the current language, if its receiver has a confirmed address."""
    user, kind = notification.user, KINDS[notification.kind]
    address = confirmed_address(user)
    if address is None:
        return
    ending = absolute(path_that_ends(user, kind.group))
    context = {
        "text": kind.words(notification.values, notification.expires_at),
        "link": absolute(notification.path),
        "ending": ending,
        "choices": absolute(reverse("settings_alerts")),
    }
    body = render_to_string("accounts/notifications/mail.txt", context)
    headers = {"List-Unsubscribe": f"<{ending}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    ExpiringMail(str(kind.title), body, to=[address], headers=headers, expires_at=notification.expires_at).send()


def path_that_ends(user: User, group: str) -> str:
    """Return the path that ends the player's mails of this group, without signing in."""
    return reverse("unsubscribe", args=[signing.dumps([user.pk, group], salt=_SALT)])


def absolute(path: str) -> str:
    """Return the absolute address of a page of this site, for mails."""
    return f"{settings.SITE_URL}{path}"


def group_to_end(token: str) -> tuple[User, str]:
    """Return the player and the group whose mails this link ends. Raises signing.BadSignature or User.DoesNotExist.

    Links in mails from before there were groups name a kind.
    """
    number, name = signing.loads(token, salt=_SALT)
    group = KINDS[name].group if name in KINDS else name
    if group not in GROUPS:
        raise signing.BadSignature("a kind of an earlier version")
    return User.objects.get(pk=number, is_active=True), group


def end(user: User, group: str) -> None:
    """Send the player no more mails of this group."""
    services.choose_channels(user, {(group, MAIL): False})
