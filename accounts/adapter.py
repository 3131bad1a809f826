"""Where allauth's sign-up follows the rules of this site."""

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import NAME_TAKEN, name_is_taken


class AccountAdapter(DefaultAccountAdapter):
    """Names are tidied before they are judged, and are unique whatever their case."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("The name or the password is not right."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        tidied = names.tidy(username)
        names.validate_name(tidied)
        if not shallow and name_is_taken(tidied):
            raise ValidationError(NAME_TAKEN, code="name_taken")
        return tidied
