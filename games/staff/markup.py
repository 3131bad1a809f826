"""Words and HTML for the admin's read-only fields, with escaped contents."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Model
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_noop

EMPTY: Final = mark_safe("–")

ROLES: Final = (gettext_noop("Moderator"), gettext_noop("Tournament host"), gettext_noop("Administrator"))
"""The roles that a migration creates."""


def role_name(name: str) -> str:
    """Return the role's name in the reader's language; a custom role's name stays as it is."""
    return gettext(name) if name in ROLES else name


def moment(at: datetime | None) -> str:
    """Return date and time in the short format; "" for None."""
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else ""


def link(url: str, text: object) -> SafeString:
    return format_html('<a href="{}">{}</a>', url, text)


def row_url(row: Model) -> str:
    """Return the URL of a row's admin page."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def row_link(row: Model) -> SafeString:
    """Return a link to a row's admin page."""
    return link(row_url(row), row)


def bullet_list(items: Iterable[object]) -> SafeString:
    """Return a list with one item per line."""
    cells = [(item,) for item in items]
    return format_html("<ul class='plain'>{}</ul>", format_html_join("", "<li>{}</li>", cells)) if cells else EMPTY


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> SafeString:
    """Return a table with the column headings `head`. A table wider than the screen can be scrolled by keyboard."""
    filled = list(rows)
    if not filled:
        return EMPTY
    headings = format_html_join("", "<th scope='col'>{}</th>", ((name,) for name in head))
    body = format_html_join("", "<tr>{}</tr>", ((_cells(row),) for row in filled))
    element = format_html("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", headings, body)
    return format_html("<div class='wide' tabindex='0'>{}</div>", element)


def _cells(row: Sequence[object]) -> SafeString:
    return format_html_join("", "<td>{}</td>", ((cell,) for cell in row))
