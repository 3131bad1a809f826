"""Seasons for the demo: two that are closed, and the one that runs."""

from accounts.models import User
from games.models import Season
from tests.competitions.ladders.seasons import played_seasons


def fill(people: list[User]) -> None:
    """Let these people and others play seasons at the tables, besides what else they have played."""
    if not Season.objects.exists():
        played_seasons(3, *people)
