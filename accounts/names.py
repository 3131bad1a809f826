"""Player names: validation and comparison."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 2
LONGEST = 16
LONGEST_WRITTEN = 64
"""The most characters of a name that somebody types: with combining marks it may be longer before composition."""

# Invisible letters and marks, with which two different names would look alike.
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_CONTROLS = {"Cc", "Cf"}
_SEPARATORS = set(" .-_")

# Scripts that are written together, beside Latin letters.
_TOGETHER = {"BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "KATAKANA", "LATIN"}

# Letters that look the same in two scripts, and what replaces those of one by those of the other.
_PAIRS = [
    ("ABCEHIJKMOPSTXYaceijopsxy", "АВСЕНІЈКМОРЅТХУасеіјорѕху"),  # noqa: RUF001
    ("ABEHIKMNOPTXYZov", "ΑΒΕΗΙΚΜΝΟΡΤΧΥΖον"),  # noqa: RUF001
]
_REPLACEMENTS = [str.maketrans(*letters) for pair in _PAIRS for letters in (pair, pair[::-1])]

# The table's own words for the dummy and for the reader, confusing as names of players.
_RESERVED = {"dummy", "the dummy", "muerto", "el muerto", "you", "tú", "tu"}


def tidy(name: str) -> str:
    """Return *name* NFKC-composed, its white space reduced to single spaces."""
    return _single_spaced(_composed(_single_spaced(name)))


def without_controls(text: str) -> str:
    """Return *text* without control and format characters, its white space reduced to single spaces."""
    visible = (char for char in text if char.isspace() or unicodedata.category(char) not in _CONTROLS)
    return _single_spaced("".join(visible))


def fold(name: str) -> str:
    """Return the key that makes *name* unique. Names that differ only in case have the same key, in any script.

    With a NUL, which no name contains and PostgreSQL refuses to look for, it is a key that no player has.
    """
    return _composed(tidy(name).casefold()).replace("\0", "\ufffd")


def lookalikes(name: str) -> set[str]:
    """Return the keys of *name* and of the names in other scripts that look like it."""
    return {fold(name), *(fold(name.translate(letters)) for letters in _REPLACEMENTS)}


def _single_spaced(name: str) -> str:
    return " ".join(name.split())


def _composed(name: str) -> str:
    """Compose *name*, unless it is too long for a name: composing takes quadratic time in the number of marks."""
    return unicodedata.normalize("NFKC", name) if len(name) <= LONGEST_WRITTEN else name


def validate_name(name: str) -> None:
    """Raise ValidationError unless *name* is 2 to 16 letters and digits of any script, with ' .-_' between them."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    characters = all(_is_letter_or_digit(character) or character in _SEPARATORS for character in name)
    ends = name[0] not in _SEPARATORS and name[-1] not in _SEPARATORS and not unicodedata.combining(name[0])
    if not characters or not ends or _INVISIBLE.search(name):
        raise ValidationError(
            _("A name is made of letters and digits; spaces, dots, hyphens and underscores may stand between them."),
            code="name_characters",
        )
    _refuse_mixed_scripts(name)
    _refuse_reserved(name)


def _refuse_mixed_scripts(name: str) -> None:
    """Refuse letters that are not written together: a Cyrillic letter among Latin ones looks like one of them."""
    letters = [character for character in name if unicodedata.category(character) in ("Lu", "Ll", "Lt", "Lo")]
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in letters}
    if len(scripts) > 1 and not scripts <= _TOGETHER:
        raise ValidationError(_("All letters of a name are from the same alphabet."), code="name_scripts")


def _refuse_reserved(name: str) -> None:
    if fold(name) in _RESERVED:
        raise ValidationError(_("The table itself uses this word. Please choose another name."), code="name_confusing")


def _is_letter_or_digit(character: str) -> bool:
    """Whether *character* is a letter, a decimal digit or a combining mark."""
    category = unicodedata.category(character)
    return category[0] in "LM" or category == "Nd"
