"""What changes with every version of a table without changing a part of it: the version itself, the token of its forms.

Parts are drawn with stamps in those places, which are filled in at the very end.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from string import ascii_uppercase
from typing import Final

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString


def _new_stamp() -> str:
    """Something that stands nowhere else. Of capitals only: the fewer of its letters others use, the sooner it is
    found.
    """
    return "".join(secrets.choice(ascii_uppercase) for _ in range(24))


VERSION: Final = _new_stamp()
TOKEN_FIELD: Final = _new_stamp()
"""Stands for the whole hidden field with the token."""
COUNT: Final = _new_stamp()
TURN: Final = _new_stamp()
"""Stand in a plate for what is counted there and for the tag of whose turn it is: they change often, it seldom does."""

_TOKEN: Final = _new_stamp()
"""The token in templates that are rendered for everybody."""

STAMP: Final = f'{TOKEN_FIELD}<input type="hidden" name="version" value="{VERSION}">'


def stamped(html: str, version: int, csrf_token: str = "") -> SafeString:
    """Finished markup: with the table's version, and with or without a token in its forms."""
    return SafeString(stamp(html, version, csrf_token))


def stamp(html: str, version: int, csrf_token: str = "") -> str:
    """The same as text."""
    return html.replace(TOKEN_FIELD, _token_field(csrf_token) if csrf_token else "").replace(VERSION, str(version))


def rendered(template: str, context: Mapping[str, object]) -> SafeString:
    """A Django template with a stamp for the token in each of its forms."""
    html = render_to_string(template, {**context, "csrf_token": _TOKEN})
    return SafeString(html.replace(_token_field(_TOKEN), TOKEN_FIELD))


def _token_field(csrf_token: str) -> str:
    """What `{% csrf_token %}` makes of a token."""
    return format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', csrf_token)
