"""When a text holds a word the house does not want to read."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from accounts.site_config import selectors

_WORD: Final = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """The text as words are compared: without case, accents and the like, and without what nobody sees."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char) and unicodedata.category(char) != "Cf")


def has_blocked_word(text: str) -> bool:
    """Whether one of the text's words, or the text run together as in "b a d", is blocked."""
    blocked = selectors.blocked_words()
    words = _WORD.findall(fold(text)) if blocked else []
    return "".join(words) in blocked or not blocked.isdisjoint(words)
