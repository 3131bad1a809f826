"""What is wrong with the shape of a request, as sentences: pydantic has them in English only."""

from typing import Any, Final

from django.utils.translation import gettext, gettext_noop

_MISSING: Final = gettext_noop("This is missing.")
_ONE_OF: Final = gettext_noop("This has to be one of: %(expected)s.")
_NUMBER: Final = gettext_noop("This has to be a whole number.")
_TEXT: Final = gettext_noop("This has to be text.")

_OTHER: Final = gettext_noop("This has the wrong shape.")

_SENTENCES: Final = {
    "missing": _MISSING,
    "union_tag_not_found": _MISSING,
    "extra_forbidden": gettext_noop("There is no such field."),
    "literal_error": _ONE_OF,
    "enum": _ONE_OF,
    "union_tag_invalid": _ONE_OF,
    "int_type": _NUMBER,
    "int_parsing": _NUMBER,
    "int_parsing_size": gettext_noop("This number is too large."),
    "int_from_float": _NUMBER,
    "finite_number": _NUMBER,
    "greater_than_equal": gettext_noop("This has to be at least %(ge)s."),
    "less_than_equal": gettext_noop("This has to be at most %(le)s."),
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_too_short": gettext_noop("This needs more characters, at least %(min_length)s."),
    "string_too_long": gettext_noop("This has too many characters, at most %(max_length)s are possible."),
    "string_pattern_mismatch": gettext_noop("This does not have the form %(pattern)s."),
    "bool_type": gettext_noop("This has to be true or false."),
    "list_type": gettext_noop("This has to be a list."),
    "too_short": gettext_noop("This list is too short: at least %(min_length)s."),
    "too_long": gettext_noop("This list is too long: at most %(max_length)s."),
    "model_attributes_type": gettext_noop("This has to be an object."),
}
"""The sentence for each kind of fault that pydantic finds in a request; tests send some of each."""


def sentence(fault: dict[str, Any]) -> str:
    """Return what is wrong, in the language of the request. It repeats nothing of what was sent."""
    values = dict(fault.get("ctx", {}))
    if expected := values.get("expected", values.get("expected_tags")):
        values["expected"] = expected.replace(" or ", ", ")
    return gettext(_SENTENCES.get(fault["type"], _OTHER)) % values
