"""Tags for what pages of other subjects show of seasons."""

from typing import NamedTuple

from django import template

from accounts.models import User
from games.competitions.ladders import queries, words
from games.models import SeasonResult

register = template.Library()

register.filter("score", words.score_words)
register.filter("way", words.way_words)


class Badge(NamedTuple):
    """A badge of a player: the result it is for, the names of ladder and month, and whether the player went up."""

    result: SeasonResult
    ladder: str
    month: str
    went_up: bool


@register.simple_tag
def season_badges(player: User) -> list[Badge]:
    """Return the badges that a player has earned in seasons, the latest first."""
    return [
        Badge(
            row,
            words.ladder_name(row.season.ladder),
            words.month_name(row.season.month),
            went_up=row.next_division is not None and row.next_division < row.division,
        )
        for row in queries.badges_of(player)
    ]
