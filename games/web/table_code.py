"""A table’s code in an address."""

from django.urls.converters import StringConverter


class TableCode(StringConverter):
    """What `secrets.token_urlsafe` makes; anything else is no table and is never looked up."""

    regex = r"[A-Za-z0-9_-]{1,12}"
