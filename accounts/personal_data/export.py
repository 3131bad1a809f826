"""Export of everything stored about a player, as plain values by name, ready for JSON."""

from typing import Any, Final, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import F
from django.forms.models import model_to_dict

from accounts.models import User
from accounts.signals import exporting
from accounts.site_config import audit
from accounts.site_config.models import AuditAction

EXCLUDED: Final = ("id", "password", "user_permissions")


def export(user: User) -> dict[str, Any]:
    """Return all that is stored about the player, game data included, without secrets."""
    data: dict[str, Any] = {
        "account": _account(user),
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "sessions": list(
            UserSession.objects.filter(user=user).values("ip", "user_agent", "created_at", "last_seen_at")
        ),
        "following": list(user.follows.values("since", name=F("followed__username"))),
        "notes": list(user.notes.values("text", name=F("about__username"))),
        "browsers_with_notifications": list(
            user.push_subscriptions.values("endpoint", "language", "failed_at", "failed_status")
        ),
        "api_tokens": list(user.api_tokens.values("name", "scopes", "created_at", "used_on")),
        "notifications": list(user.notifications.values("kind", "path", "values", "created_at")),
    }
    for _receiver, part in exporting.send(sender=User, user=user):
        data |= cast(dict[str, Any], part)
    return data


@transaction.atomic
def export_on_request(user: User, *, by: User, reason: str) -> dict[str, Any]:
    """Return what `export` does to staff, who hand it over to the player, and log that."""
    audit.record(by=by, action=AuditAction.EXPORT, target=user, reason=reason)
    return export(user)


def _account(user: User) -> dict[str, Any]:
    account = model_to_dict(user, exclude=EXCLUDED)
    return account | {"groups": [group.name for group in account["groups"]]}
