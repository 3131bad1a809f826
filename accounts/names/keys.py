"""The keys that find names that look alike, of accounts that have none: stored before the keys, or by a process of the
version before (docs/scaling.md#upgrades).
"""

import logging
from typing import Final

from asgiref.sync import sync_to_async
from django.db import DatabaseError, models, transaction

from accounts.models import NAME_KEYS, User

logger = logging.getLogger(__name__)

BATCH: Final = 500


def fill_in(users: "models.Manager[User]" = User.objects) -> int:
    """Store the missing keys and return how many accounts had none. Names are kept, also those that look alike."""
    count = 0
    while filled := _fill_in_some(users):
        count += filled
    return count


@transaction.atomic
def _fill_in_some(users: "models.Manager[User]") -> int:
    batch = list(users.select_for_update(no_key=True).filter(look_key="").order_by("pk")[:BATCH])
    for user in batch:
        user.look_key, user.latin_key = NAME_KEYS["look_key"](user.username), NAME_KEYS["latin_key"](user.username)
    users.bulk_update(batch, ["look_key", "latin_key"])
    return len(batch)


async def run() -> None:
    """Fill in what is missing when a ticker starts: by then no process of the version before answers requests."""
    try:
        await sync_to_async(fill_in)()
    except DatabaseError as error:
        logger.error("keys of names could not be filled in; the next start of a ticker tries again: %s", error)
