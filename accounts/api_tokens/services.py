"""Personal tokens for programs: create, withdraw, and check them with each API request."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.base.statements import Statement
from accounts.models import ApiToken, Scope, User
from accounts.services import lock_account

MOST: Final = 20
"""How many tokens a player may have."""

PREFIX: Final = "dhs_"
"""How all tokens begin, so that people and scanners of source code recognise one."""


_BY_DIGEST: Final = Statement(lambda digest: ApiToken.objects.filter(digest=digest).select_related("user"))


class TooManyTokens(Exception):
    """The player has as many tokens as the site stores."""

    message = _("You have twenty tokens. Withdraw one first.")


@transaction.atomic
def create(user: User, *, name: str, scopes: Sequence[Scope]) -> str:
    """Return a new token, which is not stored and can't be shown again. Raises TooManyTokens, AccountDeleted."""
    lock_account(user)
    if user.api_tokens.count() >= MOST:
        raise TooManyTokens
    token = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(user=user, name=name, digest=_digest(token), scopes=list(scopes))
    return token


def withdraw(user: User, *, key: int) -> None:
    """Withdraw the token with this primary key, if it is the user's."""
    user.api_tokens.filter(pk=key).delete()


def valid(token: str) -> ApiToken | None:
    """Return the token with its user, and note that it was used today; None if there is none, or its player is
    suspended.
    """
    stored = _BY_DIGEST.first(_digest(token))
    if stored is None or not stored.user.may_act:
        return None
    today = timezone.now().date()
    if stored.used_on != today:
        ApiToken.objects.filter(pk=stored.pk).update(used_on=today)
    return stored


def _digest(token: str) -> str:
    """Return the hash under which a token is stored. A fast hash is safe, because a token has 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()
