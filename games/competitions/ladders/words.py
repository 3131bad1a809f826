"""Texts about seasons, in the reader's language."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.competitions.ladders import scores
from games.competitions.ladders.queries import Line
from games.models import SeasonLadder
from games.words.names import per_cent, plain


def month_name(month: str) -> str:
    """Return a month as "November 2026"."""
    return date_format(scores.first_day(month), "YEAR_MONTH_FORMAT")


def ladder_name(ladder: str) -> str:
    """Return the name of a ladder, as of a tab."""
    names = {SeasonLadder.TABLES: _("At the tables"), SeasonLadder.SETS: _("Eight a day")}
    return names.get(SeasonLadder(ladder), _("Tournaments"))


def score_words(score: float | None, ladder: str) -> str:
    """Return a score: a proven rating, or a mean per cent; a dash without one."""
    if score is None:
        return "–"
    return plain(round(score)) if ladder == SeasonLadder.TABLES else per_cent(score)


def way_words(line: Line) -> str:
    """Return whether somebody goes up, down or leaves, in words; "" in the same division."""
    next_division = line.next_division
    if next_division is None:
        return _("leaves the ladder")
    if not line.way:
        return ""
    words = _("up to division %(number)d") if line.way == "up" else _("down to division %(number)d")
    return words % {"number": next_division}
