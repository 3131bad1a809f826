"""Detection of blocked words."""

import re
import unicodedata
from typing import Final

from accounts.site_config import selectors

_WORD: Final = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Return the text in the form used for comparison: without case, accents and invisible characters."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char) and unicodedata.category(char) != "Cf")


def has_blocked_word(text: str) -> bool:
    """Whether a word of the text, or all its words joined (as in "b a d"), is blocked."""
    blocked = selectors.blocked_words()
    words = _WORD.findall(fold(text)) if blocked else []
    return "".join(words) in blocked or not blocked.isdisjoint(words)
