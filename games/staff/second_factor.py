"""Whether one of the staff still lacks the second factor that the site asks of them."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import AnonymousUser

from accounts.house import selectors as house
from accounts.models import User


def is_missing(user: User | AnonymousUser) -> bool:
    """True if the settings of the site ask for a second factor and this account has none."""
    factors = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
    return house.site().second_factor and not is_mfa_enabled(user, factors)
