"""Codes of authenticator apps work once, as RFC 6238 (section 5.2) requires: somebody who has seen one entered cannot
use it.
"""

from typing import Any, Final

from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django import forms
from django.core.cache import cache

SECONDS_ACCEPTED: Final = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)
"""For how long the site accepts a code. Allauth remembers a used one for half a minute only."""


class CodeOnce(forms.Form):
    """Mixin for allauth's forms that ask for a code: refuses one of an app that was entered before."""

    user: Any
    authenticator: Authenticator

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]  # the form of allauth that follows in the bases has it
        if self.authenticator.type == Authenticator.Type.TOTP and not use(self.user.pk, code):
            raise get_adapter().validation_error("incorrect_code")
        return code


def use(user: int, code: str) -> bool:
    """Record a code of the account's app as used; return whether it was unused.

    The code is right, so it differs from another one in its digits only: people may write it as `123 456`.
    """
    digits = "".join(filter(str.isdigit, code))
    return bool(cache.add(f"app-code/{user}/{digits}", True, SECONDS_ACCEPTED))
