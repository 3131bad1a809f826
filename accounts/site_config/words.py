"""Detection of blocked words."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from accounts.base import lookalikes
from accounts.site_config import selectors

_WORD: Final = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Return the text in the form used for comparison: without case, accents and invisible characters."""
    return _plain(text.casefold())


def has_blocked_word(text: str) -> bool:
    """Return whether a word of the text, or all its words joined (as in "b a d"), is a blocked word or looks like
    one.
    """
    blocked = selectors.blocked_words()
    if not blocked:
        return False
    words = _WORD.findall(_plain(text))
    looks = _looks(blocked)
    return any(
        word.casefold() in blocked or lookalikes.latin(word) in blocked or lookalikes.look(word) in looks
        for word in ("".join(words), *words)
    )


@lru_cache(maxsize=4)
def _looks(blocked: frozenset[str]) -> frozenset[str]:
    """Return what the words look like, in lower and upper case: "ID10T" looks like "IDIOT", and not like "idiot"."""
    return frozenset(lookalikes.look(form) for word in blocked for form in (word, word.capitalize(), word.upper()))


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(
        char for char in decomposed if not unicodedata.combining(char) and unicodedata.category(char) != "Cf"
    )
