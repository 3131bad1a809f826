"""All that is kept about a player, for that player: plain values by name, ready for JSON."""

from __future__ import annotations

from typing import Any, Final, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.forms.models import model_to_dict

from accounts.models import User
from accounts.signals import exporting
from accounts.site_config import audit
from accounts.site_config.models import Deed

SECRET: Final = ("id", "password", "user_permissions")


def all_about(user: User) -> dict[str, Any]:
    """The account and what follows from it; secrets such as the password's hash are left out."""
    data: dict[str, Any] = {
        "account": _account(user),
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "sessions": list(
            UserSession.objects.filter(user=user).values("ip", "user_agent", "created_at", "last_seen_at")
        ),
    }
    for _receiver, part in exporting.send(sender=User, user=user):
        data |= cast(dict[str, Any], part)
    return data


@transaction.atomic
def all_about_on_request(user: User, *, by: User, reason: str) -> dict[str, Any]:
    """The same for one of the staff to hand over, which is written down."""
    audit.record(by=by, deed=Deed.EXPORT, target=user, reason=reason)
    return all_about(user)


def _account(user: User) -> dict[str, Any]:
    account = model_to_dict(user, exclude=SECRET)
    return account | {"groups": [group.name for group in account["groups"]]}
