"""Small pieces of markup for the admin's read-only fields, everything in them escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Model
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

NOTHING: Final = "–"


def moment(at: datetime | None) -> str:
    """Date and time, short."""
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else ""


def link(address: str, words: object) -> SafeString:
    return format_html('<a href="{}">{}</a>', address, words)


def row_link(row: Model) -> SafeString:
    """The way to a row's page in the admin."""
    return link(reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk]), row)


def lines(items: Iterable[object]) -> SafeString | str:
    """A list, one item a line."""
    found = [(item,) for item in items]
    return format_html("<ul class='plain'>{}</ul>", format_html_join("", "<li>{}</li>", found)) if found else NOTHING


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> SafeString | str:
    """A table, each row with its cells in the order of `head`; one too wide for the screen is moved by keys too."""
    found = list(rows)
    if not found:
        return NOTHING
    first = format_html_join("", "<th scope='col'>{}</th>", ((name,) for name in head))
    body = format_html_join("", "<tr>{}</tr>", ((_cells(row),) for row in found))
    rows_in_words = format_html("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", first, body)
    return format_html("<div class='wide' tabindex='0'>{}</div>", rows_in_words)


def _cells(row: Sequence[object]) -> SafeString:
    return format_html_join(mark_safe(""), "<td>{}</td>", ((cell,) for cell in row))
