"""Links to a new password. They go to confirmed addresses only: the owner of an unconfirmed one need not be the
player.
"""

from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse

from accounts.models import User

_NOBODY: Final = 0
"""The key of no account."""


class ResetTokens(PasswordResetTokenGenerator):
    """Tokens that end with the next sign-in and the next change of the password or of a confirmed address.

    Their salt is not that of allauth's tokens, which earlier versions sent to unconfirmed addresses too: no such link
    is valid any more.
    """

    key_salt = "accounts.password_reset.ResetTokens"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        confirmed = EmailAddress.objects.filter(user_id=user.pk, verified=True).order_by("email")
        addresses = "|".join(confirmed.values_list("email", flat=True))
        return f"{super()._make_hash_value(user, timestamp)}|{addresses}"


def send_link(email: str) -> None:
    """Send a link to a new password if an account has confirmed this address, otherwise a mail that says what else to
    do.

    Both take the same work, so that the time of the answer does not reveal whether there is such an account.
    """
    owners = User.objects.filter(emailaddress__email=email, emailaddress__verified=True, is_active=True)
    owner = owners.first()
    user = owner or User(pk=_NOBODY)
    adapter = get_adapter()
    key = f"{user_pk_to_url_str(user)}-{ResetTokens().make_token(user)}"
    context = {
        "user": user,
        "password_reset_url": adapter.get_reset_password_from_key_url(key),
        "email_url": reverse("account_email"),
        "signup_url": reverse("account_signup"),
    }
    adapter.send_mail(f"account/email/{'password_reset_key' if owner else 'unknown_account'}", email, context)
