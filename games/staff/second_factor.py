"""The second factor that the site's settings may require of staff."""

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.site_config import selectors as site_config


def is_missing(user: User | AnonymousUser) -> bool:
    """Whether the site's settings require a second factor and this account has none."""
    factors = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
    return site_config.site().second_factor and not is_mfa_enabled(user, factors)
