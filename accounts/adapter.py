"""Where allauth's sign-up follows the rules of this site."""

import qrcode
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from qrcode.image.svg import SvgPathImage

from accounts import names
from accounts.models import NAME_TAKEN, User, name_is_taken
from accounts.services import NAME_NOT_WANTED, AccountGone, keep_password
from accounts.site_config import selectors as site_config
from accounts.site_config.models import SignUps
from accounts.site_config.words import has_blocked_word


class SecondFactorAdapter(DefaultMFAAdapter):
    """The name stands in the app, as not everybody has an address; the picture is drawn where it is shown."""

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def build_totp_svg(self, url: str) -> str:
        drawing: str = qrcode.make(url, image_factory=SvgPathImage).to_string(encoding="unicode")
        return drawing


class AccountAdapter(DefaultAccountAdapter):
    """Names are tidied before they are judged, and are unique whatever their case."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("The name or the password is not right."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return site_config.site().sign_ups != SignUps.CLOSED

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """The password alone: what has been written on the row since it was read stays. Raises AccountGone."""
        assert isinstance(user, User)
        keep_password(user, password)

    @transaction.atomic
    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Nobody comes in whose account has been removed since the password was read. Raises AccountGone."""
        if User.objects.locked(user.pk) is None:
            raise AccountGone
        super().login(request, user)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm what is still to be confirmed: the account may have gone, the link been followed twice at once, or
        the address been confirmed for somebody else.
        """
        try:
            with transaction.atomic():
                there = User.objects.locked(email_address.user_id)
                found = EmailAddress.objects.filter(pk=email_address.pk, user=there, verified=False).first()
                return found is not None and bool(super().confirm_email(request, found))
        except IntegrityError:
            failed = {"email": email_address.email}
            self.add_message(request, messages.ERROR, "account/messages/email_confirmation_failed.txt", failed)
            return False

    def clean_username(self, username: str, shallow: bool = False) -> str:
        tidied = names.tidy(username)
        names.validate_name(tidied)
        if not shallow and name_is_taken(tidied):
            raise ValidationError(NAME_TAKEN, code="name_taken")
        if has_blocked_word(tidied):
            raise ValidationError(NAME_NOT_WANTED, code="name_not_wanted")
        return tidied
