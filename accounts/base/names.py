"""Player names: validation and comparison."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy as _, override

from accounts.base import lookalikes

SHORTEST = 2
LONGEST = 16
LONGEST_WRITTEN = 64
"""The most characters of a name that somebody types: with combining marks it may be longer before composition."""

BOT_MARK: Final = "BOT "
"""The prefix of the names of bots' accounts, which nobody else can choose, so that bots are marked wherever their names
are shown.
"""

GUEST: Final = "Guest"
"""The name, stored in English, of guests who give none; others get a number after it. `isolated` translates it."""

_GUEST: Final = re.compile(f"{GUEST}( [0-9]+)?")
_FIRST_WORD = re.compile("^[^ ._-]*")

# Invisible letters and marks, with which two different names would look alike.
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_BLANK = re.compile(f"(?:{_INVISIBLE.pattern}|[\\s\u2800\u3164\uffa0])*")
_CONTROLS = {"Cc", "Cf"}
_SEPARATORS = set(" .-_")
_KEYCAP = "\u20e3"

_ISOLATE, _END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_LEFT_TO_RIGHT: Final = frozenset({"", "L", "EN", "ES", "ET", "CS", "NSM", "BN", "B", "S", "WS", "ON"})
""""Left to right" and neutral, of Unicode's kinds of direction."""

MOST_MARKS: Final = 2
"""How many marks may stand on one letter, as a vowel and a tone do in Thai; more would cover the line above."""

LONGEST_KEY: Final = 96

HELP: Final = _("2 to 16 letters or digits: everybody at the table sees it.")

# The table's own words for the dummy and for the reader, confusing as names of players.
_RESERVED = ("dummy", "the dummy", "muerto", "el muerto", "you", "tú", "tu")

# Words with which somebody could pass for the staff. They are refused where a name is chosen, but not in
# `validate_name`, which also checks stored names: staff may get such names by a command.
_OF_STAFF = (
    "admin", "admins", "administrator", "administrador", "administradora", "mod", "mods", "moderator", "moderador",
    "moderadora", "official", "oficial", "root", "soporte", "staff", "support", "sysadmin", "system", "webmaster",
)  # fmt: skip
_PARTS = re.compile("[ ._-]+")


def tidy(name: str) -> str:
    """Return *name* NFKC-composed, its white space reduced to single spaces."""
    return _single_spaced(_composed(_single_spaced(name)))


def of_bot(name: str) -> str:
    """Return the name under which a bot's account of this name plays."""
    return name if name.startswith(BOT_MARK) else BOT_MARK + name


def without_controls(text: str) -> str:
    """Return *text* without control and format characters, its white space reduced to single spaces."""
    visible = (char for char in text if char.isspace() or unicodedata.category(char) not in _CONTROLS)
    return legible(_single_spaced("".join(visible)))


def is_blank(text: str) -> bool:
    """Return whether a text without control characters is invisible, such as the blanks of Braille and Korean."""
    return _BLANK.fullmatch(text) is not None


def legible(text: str) -> str:
    """Return *text* without the marks that would be painted over other lines: all but the first two on a letter, and
    those that enclose it, except for keycaps, which belong to emoji.
    """
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if category != "Cf":  # which shows nothing
            marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= MOST_MARKS and (category != "Me" or char == _KEYCAP):
            kept.append(char)
    return "".join(kept)


def isolated(name: str) -> str:
    """Return *name* for a text in English or Spanish, so that one in Hebrew or Arabic letters leaves the order of what
    stands beside it alone: in "משה 5" the number would come first. Names written from left to right stay as they are,
    but one that the site gave is in the reader's language.

    Every name that a player has chosen, for themselves or a table, goes through here in pages, titles, labels, mails
    and pushes.
    """
    if name.startswith(GUEST) and (number := _GUEST.fullmatch(name)):
        return gettext("Guest") + (number[1] or "")
    is_isolated = name.startswith(_ISOLATE)
    return f"{_ISOLATE}{name}{_END_OF_ISOLATE}" if is_right_to_left(name) and not is_isolated else name


def as_stored(name: str) -> str:
    """Return the English form of a name that the site gives to guests, written in any language; other names as they
    are: "Guest 3" for "Visitante 3".
    """
    for words in _words_for_guests():
        if number := re.fullmatch(f"{re.escape(words)}( [0-9]+)?", tidy(name), re.IGNORECASE):
            return GUEST + (number[1] or "")
    return name


@cache
def _words_for_guests() -> frozenset[str]:
    words = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            words.add(gettext("Guest"))
    return frozenset(words)


def unisolated(text: str) -> str:
    """Return the text without what `isolated` added, for files that programs read."""
    return text.replace(_ISOLATE, "").replace(_END_OF_ISOLATE, "")


@lru_cache(maxsize=4096)
def is_right_to_left(text: str) -> bool:
    """Return whether the text has a letter, digit or control that is written from right to left or requires it."""
    return not _LEFT_TO_RIGHT.issuperset(map(unicodedata.bidirectional, text))


def fold(name: str) -> str:
    """Return the key that makes *name* unique. Names that differ only in case have the same key, in any script.

    For a text with a NUL, which no name contains and PostgreSQL refuses in queries, return a key that no player has.
    """
    return _composed(tidy(name).casefold()).replace("\0", "\ufffd")


def look_key(name: str) -> str:
    """Return the key shared by names that look the same as written: Iris and lris."""
    return lookalikes.look(tidy(name))[:LONGEST_KEY]


def latin_key(name: str) -> str:
    """Return the key shared by names that look the same in some case, even in different alphabets."""
    return lookalikes.latin(tidy(name))[:LONGEST_KEY].replace("\0", "\ufffd")


def are_alike(one: str, other: str) -> bool:
    """Return whether two names are the same in some case, or look the same."""
    (look, keys), (other_look, other_keys) = _keys(one), _keys(other)
    return look == other_look or not keys.isdisjoint(other_keys)


@lru_cache(maxsize=4096)
def _keys(name: str) -> tuple[str, frozenset[str]]:
    """Return how the name looks, and its keys in any case."""
    return look_key(name), frozenset((fold(name), latin_key(name)))


def _single_spaced(name: str) -> str:
    return " ".join(name.split())


def _composed(name: str) -> str:
    """Compose *name*, unless it is too long for a name: composing takes quadratic time in the number of marks."""
    return unicodedata.normalize("NFKC", name) if len(name) <= LONGEST_WRITTEN else name


def validate_name(name: str) -> None:
    """Raise ValidationError unless *name* is 2 to 16 letters and digits of any script, with ' .-_' between them."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name must have %(shortest)d to %(longest)d characters."),
            code="name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    characters = all(lookalikes.is_recommended(character) or character in _SEPARATORS for character in name)
    ends = name[0] not in _SEPARATORS and name[-1] not in _SEPARATORS and not unicodedata.combining(name[0])
    if not characters or not ends or _INVISIBLE.search(name):
        raise ValidationError(
            _(
                "A name consists of letters and digits in everyday use; spaces, dots, hyphens "
                "and underscores are allowed between them."
            ),
            code="name_characters",
        )
    if legible(name) != name:
        raise ValidationError(_("A letter of a name can have at most two marks."), code="name_marks")
    if not lookalikes.are_written_together(name):
        raise ValidationError(
            _("All letters and digits of a name must be from the same alphabet."), code="name_scripts"
        )
    first_word = _FIRST_WORD.match(name)
    if first_word and are_alike(first_word[0], BOT_MARK):
        raise ValidationError(_("Only the names of bots begin with “BOT”."), code="name_of_bot")
    if _looks_like(name, _RESERVED):
        raise ValidationError(_("The table itself uses this word. Please choose another name."), code="name_confusing")


def validate_choice(name: str) -> None:
    """Raise ValidationError if a valid name, which somebody chooses, would pass for staff or a bot's account.

    A word also counts with a number after it, or spelled out, as in "B o t".
    """
    words = _words(name)
    if any(_looks_like(word, _OF_STAFF) for word in words):
        raise ValidationError(
            _("That name is reserved for the staff. Please choose another name."), code="name_of_staff"
        )
    start = name[: len(BOT_MARK.strip())]
    if any(are_alike(word, BOT_MARK) for word in words) or (start.isupper() and are_alike(start, BOT_MARK)):
        raise ValidationError(_("Only the names of bots begin with “BOT”."), code="name_of_bot")


def _words(name: str) -> list[str]:
    """Return the words of a name, without digits at their ends; letters that stand alone are one word."""
    words: list[str] = []
    spelled = ""
    for part in _PARTS.split(name):
        spelled = spelled + part if len(part) == 1 else ""
        words += [part.rstrip("0123456789"), spelled]
    return [word for word in words if word]


def _looks_like(word: str, keys: tuple[str, ...]) -> bool:
    return look_key(word) in _looks_of(keys) or latin_key(word) in keys


@cache
def _looks_of(words: tuple[str, ...]) -> frozenset[str]:
    """Return the looks of these words; not at the import, as a table without the site asks for none."""
    return frozenset(lookalikes.look(form) for word in words for form in (word, word.title(), word.upper()))
