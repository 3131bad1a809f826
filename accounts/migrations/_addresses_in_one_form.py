"""What brings stored email addresses into one form."""

from contextlib import suppress
from typing import Any

from accounts.base.mail_addresses import in_one_form


def bring_into_one_form(apps: Any, schema_editor: Any) -> None:
    """Store addresses in one form. If an account has both forms, one row is left. If several accounts have confirmed
    what is one mailbox, it stays confirmed for who has its usual form, or was first.
    """
    rows = apps.get_model("account", "EmailAddress").objects
    for row, email in _changed(rows):
        _store(rows, row, email)
    for user, email in _changed(apps.get_model("accounts", "User").objects.exclude(email="")):
        user.email = email
        user.save(update_fields=["email"])


def _changed(rows: Any) -> list[tuple[Any, str]]:
    """Return the rows whose address is in another form, with that which it gets."""
    changed = []
    for row in rows.order_by("pk").iterator():
        with suppress(UnicodeError):
            if (email := in_one_form(row.email)) != row.email:
                changed.append((row, email))
    return changed


def _store(rows: Any, row: Any, email: str) -> None:
    is_free = not rows.filter(email=email, verified=True).exclude(user=row.user_id).exists()
    other = rows.filter(user=row.user_id, email=email).first()
    if other is not None:
        row.delete()
        other.primary = other.primary or row.primary
    kept = other or row
    kept.email, kept.verified = email, (kept.verified or row.verified) and is_free
    kept.save()
