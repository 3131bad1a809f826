"""Forms of the account pages, in the site's words."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SetPasswordField
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import User, email_is_taken


class LoginForm(AllauthLoginForm):
    """Name and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        _drop_placeholders(self)


class SignupForm(AllauthSignupForm):
    """Name and password, and an email address if the player wants to be able to reset the password."""

    field_order = ("username", "password1", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("2 to 16 letters or digits: everybody at the table sees it.")
        self.fields["email"].help_text = _("Only used to reset your password.")
        _drop_placeholders(self)


class KeepAccountForm(forms.Form):
    """What turns a guest into a registered player."""

    password = SetPasswordField(label=_("Password"))
    email = forms.EmailField(
        label=_("Email (optional)"),
        required=False,
        help_text=_("Only used to reset your password."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        password = self.fields["password"]
        assert isinstance(password, SetPasswordField)
        password.user = user
        _drop_placeholders(self)

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if email and email_is_taken(email):
            raise get_adapter().validation_error("email_taken")
        return email


class LanguageForm(forms.Form):
    """The language a signed-in player reads."""

    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("As my browser asks")), *settings.LANGUAGES]
    )


def _drop_placeholders(form: forms.BaseForm) -> None:
    """Leave the saying of what a field is for to its label, which stays when somebody types."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
