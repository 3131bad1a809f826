"""Forms that hear what a passkey or a security key says."""

from __future__ import annotations

from typing import Any, Final

from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import InOurWords


class CredentialField(forms.JSONField):
    """JSON of a browser's. Anybody can send what Python's reader refuses in other ways than Django expects."""

    LONGEST: Final = 50_000
    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """What the JSON says. Raises ValidationError."""
        try:
            return super().to_python(value and str(value)[: self.LONGEST])
        except (ValueError, RecursionError) as unreadable:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from unreadable

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Nothing: what a key said once is of no use to a form that is shown again."""
        return None


class AddKeyForm(InOurWords, AddWebAuthnForm):
    """A passkey or a security key."""

    credential = CredentialField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].help_text = _("The key then asks for your finger, your face or its PIN.")


class SignInByKeyForm(LoginWebAuthnForm):
    """A key in place of name and password."""

    credential = CredentialField()


class KeyAsSecondFactorForm(AuthenticateWebAuthnForm):
    """A key after the password."""

    credential = CredentialField()


class KeyAgainForm(ReauthenticateWebAuthnForm):
    """The same once more, before something delicate."""

    credential = CredentialField()
