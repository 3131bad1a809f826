"""Forms of signing up and in, allauth's included, with this site's labels."""

from contextlib import suppress
from typing import Any, ClassVar, Final

from allauth.account import forms as allauth
from allauth.account.forms import SetPasswordField
from allauth.account.models import EmailAddress
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.validators import EmailValidator, RegexValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.base import names
from accounts.base.mail_addresses import in_one_form
from accounts.models import NAME_TAKEN, User
from accounts.names.services import NameRefused, refuse_look_alike
from accounts.services import lock_account
from accounts.signing_in import app_codes
from accounts.signing_in.app_codes import CodeOnce
from accounts.signing_in.password_reset import send_link
from accounts.site_config import selectors as site_config
from accounts.site_config.models import SignUps
from accounts.site_config.services import use_invitation

LONGEST_ADDRESS: Final = EmailAddress._meta.get_field("email").max_length
EMAIL_LABEL: Final = _("Email (optional)")
EMAIL_HELP: Final = _("To sign in, to reset your password, and for mail you ask for.")
PASSWORD_HELP: Final = _("At least 8 characters, and not easy to guess.")


class EmailAddressField(forms.EmailField):
    """An email address in the one form that is stored, which fits the database column.

    It does not reveal whether another account has the address; only confirmation by mail decides that. In quotes, an
    address may contain commas and other addresses, which the queue of mails would take for more recipients.
    """

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.EmailInput(attrs={"autocomplete": "email"})
        unquoted = RegexValidator('"', EmailValidator.message, inverse_match=True)
        super().__init__(max_length=LONGEST_ADDRESS, widget=widget, validators=[unquoted], **kwargs)

    def to_python(self, value: Any) -> str:
        """Bring it into that form before the length check, because some letters become two."""
        try:
            return in_one_form(str(super().to_python(value)))
        except UnicodeError as error:
            raise forms.ValidationError(EmailValidator.message) from error


class SiteLabels(forms.BaseForm):
    """Mixin for allauth forms: this site's labels instead of placeholders, which disappear when the user types."""

    LABELS: ClassVar[dict[str, Any]] = {
        "login": _("Name or email address"),
        "username": _("Name"),
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password again"),
        "email": _("Email address"),
        "code": _("Code"),
        "name": _("Name"),
        "passwordless": _("Sign in with this key alone, without a password"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.LABELS.get(name, field.label)
        if "password1" in self.fields:
            self.fields["password1"].help_text = PASSWORD_HELP
        _drop_placeholders(self)


class LoginForm(SiteLabels, allauth.LoginForm):
    """Name or confirmed address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "off", "spellcheck": "false"})
        self.fields["login"] = forms.CharField(label=self.LABELS["login"], max_length=LONGEST_ADDRESS, widget=widget)

    def user_credentials(self) -> dict[str, Any]:
        """Return name and password. An address stands for the name of who confirmed it: only one account can.

        An address that nobody has confirmed is looked up as a name, and so is refused like a wrong name, as slowly.
        """
        credentials: dict[str, Any] = super().user_credentials()
        login = credentials["username"]
        if "@" in login:  # which no name contains
            with suppress(UnicodeError):
                owner = EmailAddress.objects.filter(email=in_one_form(login), verified=True)
                credentials["username"] = owner.values_list("user__username", flat=True).first() or login
        return credentials


class ChangePasswordForm(SiteLabels, allauth.ChangePasswordForm):
    """Old and new password."""


class SetPasswordForm(SiteLabels, allauth.SetPasswordForm):
    """A first password."""


class ResetPasswordForm(SiteLabels, forms.Form):
    """Email address that receives the password reset link, if an account has confirmed it."""

    email = EmailAddressField()

    def save(self, _request: HttpRequest) -> None:
        send_link(self.cleaned_data["email"])


class ResetPasswordKeyForm(SiteLabels, allauth.ResetPasswordKeyForm):
    """New password, entered after following the reset link."""


class AddEmailForm(SiteLabels, allauth.AddEmailForm):
    """New email address."""

    email = EmailAddressField()

    @transaction.atomic
    def save(self, request: HttpRequest) -> EmailAddress:
        """Store the address, once even if submitted twice, and send a confirmation link. Raises AccountDeleted."""
        email = self.cleaned_data["email"]
        lock_account(self.user)
        stored = EmailAddress.objects.filter(user=self.user, email=email).first()
        return stored or EmailAddress.objects.add_new_email(request, self.user, email)


class PasswordReauthenticateForm(SiteLabels, allauth.ReauthenticateForm):
    """Password again, before a sensitive change."""


class ActivateAppForm(SiteLabels, ActivateTOTPForm):
    """First code of a newly set up authenticator app, which does not sign in any more."""

    def clean_code(self) -> str:
        code: str = super().clean_code()
        app_codes.use(self.user.pk, code)  # a second click may repeat it
        return code


class SecondFactorForm(SiteLabels, CodeOnce, AuthenticateForm):
    """Second factor code, asked for after the password."""


class SecondFactorReauthenticateForm(SiteLabels, CodeOnce, ReauthenticateForm):
    """Second factor code again, before a sensitive change."""


class InvitationCodeMixin(forms.Form):
    """Adds a field for the invitation code while sign-ups are by invitation. The code is checked when it is used."""

    def add_invitation_field(self) -> None:
        """Add the code field if sign-ups are by invitation."""
        if site_config.site().sign_ups == SignUps.INVITED:
            attrs = {"autocomplete": "off"}
            self.fields["invitation"] = forms.CharField(
                label=_("Invitation code"), max_length=16, widget=forms.TextInput(attrs=attrs)
            )

    @property
    def invitation(self) -> str | None:
        """The code of a valid form; None if the form has no code field."""
        return self.cleaned_data.get("invitation")


class SignupForm(InvitationCodeMixin, SiteLabels, allauth.SignupForm):
    """Name, password and an optional email address for password resets."""

    email = EmailAddressField()
    field_order = ("username", "password1", "email")
    LABELS = SiteLabels.LABELS | {"password1": _("Password"), "email": EMAIL_LABEL}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["maxlength"] = names.LONGEST
        self.fields["username"].help_text = names.HELP
        self.fields["email"].help_text = EMAIL_HELP
        self.add_invitation_field()

    def save(self, request: HttpRequest) -> AbstractBaseUser:
        """Create the account. Raises InvitationRefused, and NameRefused if the name was taken after validation."""
        try:
            return self._save(request)
        except IntegrityError as error:
            raise NameRefused(str(NAME_TAKEN)) from error

    @transaction.atomic
    def _save(self, request: HttpRequest) -> AbstractBaseUser:
        if self.invitation is not None:
            use_invitation(self.invitation)
        user: AbstractBaseUser = super().save(request)
        refuse_look_alike(user)
        return user


class RegisterGuestForm(InvitationCodeMixin):
    """Name, password and optional email address that turn a guest into a registered player."""

    name = forms.CharField(
        label=_("Name"),
        max_length=names.LONGEST,
        required=False,
        help_text=names.HELP,
        widget=forms.TextInput(attrs={"autocomplete": "username", "spellcheck": "false"}),
    )
    password = SetPasswordField(label=_("Password"))
    email = EmailAddressField(label=EMAIL_LABEL, required=False, help_text=EMAIL_HELP)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].initial = user.own_name
        password = self.fields["password"]
        assert isinstance(password, SetPasswordField)
        password.user = user
        password.help_text = PASSWORD_HELP
        self.add_invitation_field()
        _drop_placeholders(self)


class LinkForm(forms.Form):
    """A link, or its code, that signs in one more browser of a player."""

    link = forms.CharField(
        label=_("Link"), max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"})
    )


def _drop_placeholders(form: forms.BaseForm) -> None:
    """Remove placeholders: labels name the fields, and stay visible when the user types."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
