"""Names of players: which are allowed, and when two of them are the same name."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 2
LONGEST = 16
LONGEST_WRITTEN = 64
"""How many characters a name may be written with that is short enough once they are composed."""

# Letters and marks that leave no ink: with them two different names would look alike.
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_CONTROLS = {"Cc", "Cf"}
_INSIDE = set(" .-_")

# What a table calls the fourth hand and the reader: as a player's name they would only confuse.
_TAKEN_BY_THE_TABLE = {"dummy", "the dummy", "muerto", "el muerto", "you", "tú", "tu"}


def tidy(name: str) -> str:
    """Return *name* in Unicode's composed form, its white space reduced to single spaces."""
    return _single_spaced(_composed(_single_spaced(name)))


def without_controls(text: str) -> str:
    """Return *text* without what nobody sees but what hides or turns its neighbours, its white space reduced too."""
    kept = (char for char in text if char.isspace() or unicodedata.category(char) not in _CONTROLS)
    return _single_spaced("".join(kept))


def fold(name: str) -> str:
    """Return the key under which *name* is unique: equal for names that differ only in case, in any script."""
    return _composed(tidy(name).casefold())


def _single_spaced(name: str) -> str:
    return " ".join(name.split())


def _composed(name: str) -> str:
    """What is too long to be a name stays as it is: to compose it takes time by the square of its marks."""
    return unicodedata.normalize("NFKC", name) if len(name) <= LONGEST_WRITTEN else name


def validate_name(name: str) -> None:
    """Raise ValidationError unless *name* is 2 to 16 letters and digits of any script, with ' .-_' only inside."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    inside = all(_is_letter_or_digit(character) or character in _INSIDE for character in name)
    ends = name[0] not in _INSIDE and name[-1] not in _INSIDE and not unicodedata.combining(name[0])
    if not inside or not ends or _INVISIBLE.search(name):
        raise ValidationError(
            _("A name is made of letters and digits; spaces, dots, hyphens and underscores may stand between them."),
            code="name_characters",
        )
    _refuse_words_of_the_table(name)


def _refuse_words_of_the_table(name: str) -> None:
    if fold(name) in _TAKEN_BY_THE_TABLE:
        raise ValidationError(_("The table itself uses this word. Please choose another name."), code="name_confusing")


def _is_letter_or_digit(character: str) -> bool:
    """Tell whether *character* is a letter, a decimal digit, or a mark that many scripts write on a letter."""
    category = unicodedata.category(character)
    return category[0] in "LM" or category == "Nd"
