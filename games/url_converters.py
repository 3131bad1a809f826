"""How a table's code looks in an address, for pages and sockets alike."""


class TableCode:
    """What `secrets.token_urlsafe` makes; anything else is no table and is never looked up."""

    regex = r"[A-Za-z0-9_-]{1,12}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
