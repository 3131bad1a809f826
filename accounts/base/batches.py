"""Deleting many rows in small transactions, so that nobody waits long for one of them."""

from typing import Any, Final

from django.db.models import QuerySet

AT_ONCE: Final = 500


def delete_in_batches(rows: QuerySet[Any]) -> int:
    """Delete these rows, with what depends on them; return how many of them there were."""
    deleted = 0
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        rows.model._default_manager.filter(pk__in=keys).delete()
        deleted += len(keys)
    return deleted
