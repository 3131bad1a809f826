"""Tags with which pages of all subjects show something of one: of clubs, of seasons, of sets of deals."""

from datetime import UTC
from typing import NamedTuple

from django import template
from django.utils import timezone

from accounts.models import User
from games.clubs import queries as clubs
from games.competitions import ranking
from games.competitions.ladders import page, queries as seasons
from games.competitions.sets import portrait
from games.competitions.tournaments import words as tournament_words
from games.models import SeasonResult

register = template.Library()

register.simple_tag(clubs.clubs_of)
register.simple_tag(clubs.public_clubs)
register.simple_tag(portrait.last_boards)
register.filter("near", ranking.near)
register.filter("score", page.score_words)
register.filter("way", page.way_words)
register.filter("participant", tournament_words.name_of)
register.filter("participants_avatar", tournament_words.avatar_of)
register.filter("form_in_words", tournament_words.form_of)
register.filter("state_in_words", tournament_words.state_of)
register.filter("signed_mean", tournament_words.signed_mean)


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
            page.ladder_name(row.season.ladder),
            page.month_name(row.season.month),
            went_up=row.next_division is not None and row.next_division < row.division,
        )
        for row in seasons.badges_of(player)
    ]


@register.simple_tag
def figures_of_sets(player: User) -> list[tuple[str, str]]:
    """Return the figures of the sets of deals that a player has played; [] without any."""
    return portrait.figures_of_sets(player, timezone.now().astimezone(UTC).date())
