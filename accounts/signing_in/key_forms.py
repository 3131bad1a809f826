"""Forms that receive the response of a passkey or security key."""

from typing import Any, Final

from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.signing_in.forms import SiteLabels


class CredentialField(forms.JSONField):
    """WebAuthn response as JSON.

    Malformed input is a form error, also where Python's parser raises errors that Django does not expect: numbers with
    thousands of digits, very deep nesting.
    """

    LONGEST: Final = 50_000
    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """Return the parsed JSON. Raises ValidationError."""
        try:
            return super().to_python(value and str(value)[: self.LONGEST])
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return None: a key's response works once, so a form shown again must not repeat it."""
        return None


class AddKeyForm(SiteLabels, AddWebAuthnForm):
    """New passkey or security key."""

    credential = CredentialField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].help_text = _("The key then asks for your fingerprint, your face or its PIN.")


class RenameKeyForm(SiteLabels, EditWebAuthnForm):
    """New name of a key."""


class SignInByKeyForm(LoginWebAuthnForm):
    """Passkey in place of name and password."""

    credential = CredentialField()


class KeyAsSecondFactorForm(AuthenticateWebAuthnForm):
    """Key as the second factor, after the password."""

    credential = CredentialField()


class KeyReauthenticateForm(ReauthenticateWebAuthnForm):
    """Key again, before a sensitive change."""

    credential = CredentialField()
