"""The canonical form of an email address, by which the site decides who may confirm it and counts its mails."""

import unicodedata

from django.utils.encoding import punycode


def in_one_form(address: str) -> str:
    """Return the address without case, with letters of the usual width, and its domain in ASCII, as mail is sent to it.

    Raises UnicodeError if the domain can have no name in ASCII.
    """
    local, at, domain = unicodedata.normalize("NFKC", address).lower().rpartition("@")
    return f"{local}{at}{punycode(domain)}" if at else address.lower()
