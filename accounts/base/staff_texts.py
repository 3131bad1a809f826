"""Texts that staff write once for each language of the site, in columns named after it: `text_en`, `text_es`."""

from typing import Any

from django.utils.translation import get_language


def in_readers_language(row: Any, name: str) -> str:
    """Return the text of a row in the active language: `text_es` of `text` in Spanish; the English one where that is
    empty, or where the language has no column.
    """
    language = (get_language() or "en").partition("-")[0]
    return str(getattr(row, f"{name}_{language}", None) or getattr(row, f"{name}_en"))
