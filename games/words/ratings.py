"""How sure a rating is, in words: pages show it beside the one number, and the exact figure only in folds."""

from typing import Final

from games.results.skills import PROVISIONAL_GAMES
from games.words.language_cache import gettext as _

FAIRLY_SURE: Final = 200
"""The uncertainty, in rating points, above which a rating is called only fairly sure. Kinds of bots differ by 300."""


def sureness(games: int, give_or_take: int) -> str:
    """Return how sure a rating is after so many games, which is uncertain by `give_or_take`: "still provisional"."""
    if games < PROVISIONAL_GAMES:
        return _("still provisional")
    return _("fairly sure") if give_or_take > FAIRLY_SURE else _("sure")
