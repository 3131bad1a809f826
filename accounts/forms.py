"""Forms of the account pages, in the site's words."""

from typing import Any, ClassVar, Final

from allauth.account import forms as allauth
from allauth.account.forms import SetPasswordField
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import NAME_TAKEN, User, Visibility
from accounts.preferences import Taste
from accounts.services import AccountGone, NameRefused
from accounts.site_config import selectors as site_config
from accounts.site_config.models import SignUps
from accounts.site_config.services import use_invitation

NAME_IS_SEEN: Final = _("2 to 16 letters or digits: everybody at the table sees it.")


class AddressField(forms.EmailField):
    """An email address in small letters, and no longer than is kept.

    Whether somebody else has it is not said: whoever reads its mail confirms it, or does not.
    """

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.EmailInput(attrs={"autocomplete": "email"})
        super().__init__(max_length=EmailAddress._meta.get_field("email").max_length, widget=widget, **kwargs)

    def to_python(self, value: Any) -> str:
        """Lower it before it is measured: some letters become two."""
        return str(super().to_python(value)).lower()


class InOurWords(forms.BaseForm):
    """A form of allauth's with labels in the site's voice, which stay when somebody types: no placeholders."""

    LABELS: ClassVar[dict[str, Any]] = {
        "login": _("Name"),
        "username": _("Name"),
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password once more"),
        "email": _("Email address"),
        "code": _("Code"),
        "passwordless": _("Sign in with this key alone, without a password"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.LABELS.get(name, field.label)
        _drop_placeholders(self)


class LoginForm(InOurWords, allauth.LoginForm):
    """Name and password."""


class ChangePasswordForm(InOurWords, allauth.ChangePasswordForm):
    """From the old password to a new one."""


class SetPasswordForm(InOurWords, allauth.SetPasswordForm):
    """A first password."""


class ResetPasswordForm(InOurWords, allauth.ResetPasswordForm):
    """Where to send the way to a new password."""

    email = AddressField()


class ResetPasswordKeyForm(InOurWords, allauth.ResetPasswordKeyForm):
    """The new password, for who followed that way."""


class AddEmailForm(InOurWords, allauth.AddEmailForm):
    """An address to reach the player at."""

    email = AddressField()

    def save(self, request: HttpRequest) -> EmailAddress:
        """Store the address, once of two clicks, and ask for it to be confirmed. Raises AccountGone."""
        email = self.cleaned_data["email"]
        with transaction.atomic():
            if User.objects.locked(self.user.pk) is None:
                raise AccountGone
            if address := EmailAddress.objects.filter(user=self.user, email=email).first():
                return address
            address = EmailAddress.objects.add_new_email(request, self.user, email, send_verification=False)
        send_verification_email_to_address(request, address)
        return address


class PasswordAgainForm(InOurWords, allauth.ReauthenticateForm):
    """The password once more."""


class ActivateAppForm(InOurWords, ActivateTOTPForm):
    """The first code of an app that has just been set up."""


class SecondFactorForm(InOurWords, AuthenticateForm):
    """The code that is asked for after the password."""


class SecondFactorAgainForm(InOurWords, ReauthenticateForm):
    """The same once more, before something delicate."""


class ByInvitation(forms.Form):
    """Asks for a code while sign-ups are by invitation; whether it lets anybody in shows when it is used up."""

    def ask_for_invitation(self) -> None:
        """Add the field, if it is needed."""
        if site_config.site().sign_ups == SignUps.INVITED:
            attrs = {"autocomplete": "off"}
            self.fields["invitation"] = forms.CharField(
                label=_("Invitation code"), max_length=16, widget=forms.TextInput(attrs=attrs)
            )

    @property
    def invitation(self) -> str | None:
        """The code of a valid form, None where none was asked for."""
        return self.cleaned_data.get("invitation")


class SignupForm(ByInvitation, InOurWords, allauth.SignupForm):
    """Name and password, and an email address if the player wants to be able to reset the password."""

    email = AddressField()
    field_order = ("username", "password1", "email")
    LABELS = InOurWords.LABELS | {"password1": _("Password"), "email": _("Email (optional)")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["maxlength"] = names.LONGEST
        self.fields["username"].help_text = NAME_IS_SEEN
        self.fields["email"].help_text = _("Only used to reset your password.")
        self.ask_for_invitation()

    def save(self, request: HttpRequest) -> AbstractBaseUser:
        """Store the player. Raises NameRefused if somebody took the name since it was looked for, InvitationRefused."""
        try:
            return self._save(request)
        except IntegrityError as taken:
            raise NameRefused(str(NAME_TAKEN)) from taken

    @transaction.atomic
    def _save(self, request: HttpRequest) -> AbstractBaseUser:
        if self.invitation is not None:
            use_invitation(self.invitation)
        user: AbstractBaseUser = super().save(request)
        return user


class KeepAccountForm(ByInvitation):
    """What turns a guest into a registered player."""

    password = SetPasswordField(label=_("Password"))
    email = AddressField(label=_("Email (optional)"), required=False, help_text=_("Only used to reset your password."))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        password = self.fields["password"]
        assert isinstance(password, SetPasswordField)
        password.user = user
        self.ask_for_invitation()
        _drop_placeholders(self)


class SettingsForm(forms.ModelForm[User]):
    """The language a signed-in player reads, and how that player likes the table."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As my browser asks")), *settings.LANGUAGES],
        widget=forms.RadioSelect,
    )

    class Meta:
        model = User
        fields = ("language", *(field.name for field in Taste._meta.get_fields()))
        widgets = dict.fromkeys(("theme", "card_size", "hand_order"), forms.RadioSelect)


class VisibilityForm(forms.Form):
    """Who may look at the player's results."""

    visibility = forms.ChoiceField(
        label=_("My results are seen by"), choices=Visibility.choices, widget=forms.RadioSelect
    )


class NameForm(forms.Form):
    """The name of whoever has to choose another."""

    name = forms.CharField(label=_("Name"), max_length=names.LONGEST, help_text=NAME_IS_SEEN)


class RemoveAccountForm(forms.Form):
    """A player proves to be the one who wants the account removed: by the password, a guest by the name."""

    proof = forms.CharField(max_length=128, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        proof = self.fields["proof"]
        proof.label = _("Your password")
        if user.is_guest:
            proof.label, proof.widget = _("Type your name"), forms.TextInput(attrs={"autocomplete": "off"})

    def clean_proof(self) -> str:
        proof: str = self.cleaned_data["proof"]
        if self.user.is_guest and names.fold(proof) != self.user.name_key:
            raise forms.ValidationError(_("That is not your name."))
        if not self.user.is_guest and not self.user.check_password(proof):
            raise forms.ValidationError(_("The password is not right."))
        return proof


def _drop_placeholders(form: forms.BaseForm) -> None:
    """Leave the saying of what a field is for to its label, which stays when somebody types."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
