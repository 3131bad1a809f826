"""Adapters that make allauth follow this site's rules."""

from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts.base import names
from accounts.base.qr_code import qr_svg
from accounts.base.rate_limits import count_guess
from accounts.models import NAME_TAKEN, User, name_is_taken
from accounts.names.services import NAME_NOT_WANTED
from accounts.notifications.mails import absolute
from accounts.personal_data import merging
from accounts.services import lock_account, set_password
from accounts.signing_in import security_mails
from accounts.site_config import selectors as site_config
from accounts.site_config.models import SignUps
from accounts.site_config.words import has_blocked_word

LINKS: Final = frozenset({"activate_url", "password_reset_url", "email_url", "signup_url"})
"""The links in allauth's mails."""


class SecondFactorAdapter(DefaultMFAAdapter):
    """Labels the authenticator app with the player's name, since email is optional, and inlines the QR code as SVG.

    The content security policy refuses allauth's `data:` image.
    """

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def build_totp_svg(self, url: str) -> str:
        return qr_svg(url)


class AccountAdapter(DefaultAccountAdapter):
    """Names are tidied before validation and unique regardless of case."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("The name, the address or the password is not right."),
        "too_many_login_attempts": _("Signing in has failed too often. Wait five minutes, then try again."),
    }

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> Any:
        """Make links point to this site, whatever host and port the request names."""
        links = {name: absolute(urlsplit(context[name]).path) for name in LINKS & context.keys()}
        return super().render_mail(template_prefix, email, {**context, **links, "site_url": settings.SITE_URL}, headers)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Use the language of the account that the mail is about: somebody else may have requested it."""
        user = context.get("user")
        with translation.override((user and user.language) or translation.get_language()):
            super().send_mail(template_prefix, email, context)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return site_config.site().sign_ups != SignUps.CLOSED

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Update only the password column, so that concurrent changes to the row stay. Raises AccountDeleted."""
        assert isinstance(user, User)
        set_password(user, password)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a guess at a password, which is taken back if it is right. Raises ValidationError.

        Allauth's `login_failed` will not do: a correct second factor or a reset password clears that count, so anybody
        with an account could guess without limit.
        """
        self._guess = count_guess(request, names.fold(credentials.get("username") or ""))
        if self._guess is None:
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the account if the password is right. Raises ValidationError after too many guesses."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None and self._guess is not None:
            self._guess.take_back()
        return user

    @transaction.atomic
    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Sign the user in. Raises AccountDeleted if the account was deleted after the password check."""
        before = get_user(request)
        lock_account(user)
        super().login(request, user)
        assert isinstance(user, User)
        merging.note_guest(request.session, before, user)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **how: Any) -> HttpResponseBase:
        """Redirect former guests to the page that offers to take the games along."""
        response: HttpResponseBase = super().post_login(request, user, **how)
        if merging.guest_of(request.session) is None:
            return response
        return redirect(f"{reverse('take_along')}?{urlencode({'next': how['redirect_url'] or ''})}")

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm the address and return whether that succeeded.

        It fails if the account is gone, the address is already confirmed, or another account has confirmed it.
        """
        try:
            with transaction.atomic():
                user = User.objects.lock(email_address.user_id)
                address = EmailAddress.objects.filter(pk=email_address.pk, user=user, verified=False).first()
                return user is not None and address is not None and self._confirm(request, user, address)
        except IntegrityError:
            context = {"email": email_address.email}
            self.add_message(request, messages.ERROR, "account/messages/email_confirmation_failed.txt", context)
            return False

    def _confirm(self, request: HttpRequest, user: User, address: EmailAddress) -> bool:
        """Confirm the address, which replaces the account's others; those that were confirmed get a mail about it."""
        former = security_mails.confirmed_addresses(user)
        is_confirmed = bool(super().confirm_email(request, address))
        if is_confirmed and former:
            security_mails.send(user, security_mails.ADDRESS_CHANGED, former, email=address.email)
        return is_confirmed

    def clean_username(self, username: str, shallow: bool = False) -> str:
        tidied = names.tidy(username)
        names.validate_name(tidied)
        names.validate_choice(tidied)
        if not shallow and name_is_taken(tidied):
            raise ValidationError(NAME_TAKEN, code="name_taken")
        if has_blocked_word(tidied):
            raise ValidationError(NAME_NOT_WANTED, code="name_not_wanted")
        return tidied
