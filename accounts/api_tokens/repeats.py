"""Idempotent requests: a program gives each request a key, and a request that arrives again is not done again."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.base.batches import delete_in_batches
from accounts.models import ApiAnswer, User

KEPT: Final = timedelta(days=1)
"""How long a key is remembered at least."""


class KeyReused(Exception):
    """The key was given to another request before."""


@transaction.atomic
def do_once(user: User, *, key: str, request: bytes, do: Callable[[], Any]) -> Any:
    """Return what `do` returns; if the user has sent this key before, the earlier result, without doing it again.

    Of two requests at the same time, the second waits for the first. Errors of `do` are not stored, since nothing was
    done then. Raises KeyReused if the key came with a different request.
    """
    digest = hashlib.sha256(request).hexdigest()
    stored, is_new = ApiAnswer.objects.get_or_create(user=user, key=key, defaults={"digest": digest})
    if is_new:
        stored.answer = do()
        stored.save(update_fields=["answer"])
    elif stored.digest != digest:
        raise KeyReused
    return stored.answer


def remove_old() -> int:
    """Delete keys too old to be repeated; return how many."""
    return delete_in_batches(ApiAnswer.objects.filter(created_at__lt=timezone.now() - KEPT))
