"""Filters for pages that show docstrings."""

import re

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.api.documents import DOCUMENTS

register = template.Library()


@register.filter
def marked(line: str) -> SafeString:
    """Return a line as HTML: code where it has backticks, and links to the documents that it names."""
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(line))
    return mark_safe(re.sub(r"\bdocs/\w+\.md\b", _linked, html))  # noqa: S308  # it was escaped before


def _linked(named: re.Match[str]) -> str:
    file = named[0]
    return f'<a href="{reverse("games:api_document", kwargs={"file": file})}">{file}</a>' if file in DOCUMENTS else file
