"""What changes with every version of a table without changing a part of it: the version itself, the token of its forms.

Parts are drawn with stamps in those places, which are filled in at the very end.
"""

from __future__ import annotations

import secrets
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString

VERSION: Final = f"version-{secrets.token_hex(8)}"
TOKEN: Final = f"token-{secrets.token_hex(8)}"
TOKEN_FIELD: Final = f'<input type="hidden" name="csrfmiddlewaretoken" value="{TOKEN}">'
COUNT: Final = f"count-{secrets.token_hex(8)}"
TURN: Final = f"turn-{secrets.token_hex(8)}"
"""Stand in a plate for what is counted there and for the tag of whose turn it is: they change often, it seldom does."""

STAMP: Final = f'{TOKEN_FIELD}<input type="hidden" name="version" value="{VERSION}">'


def stamped(html: str, version: int, csrf_token: str = "") -> SafeString:
    """Finished markup: with the table's version, and with or without a token in its forms."""
    return SafeString(stamp(html, version, csrf_token))


def stamp(html: str, version: int, csrf_token: str = "") -> str:
    """The same as text."""
    token_field = TOKEN_FIELD.replace(TOKEN, escape(csrf_token)) if csrf_token else ""
    return html.replace(TOKEN_FIELD, token_field).replace(VERSION, str(version))
