"""The part of a player's page about sets of deals."""

from datetime import date
from statistics import fmean
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from accounts.models import User
from games.competitions.sets import queries, streaks
from games.competitions.sets.board_figures import against_field
from games.competitions.sets.words import board_title
from games.models import BoardPlay, SetResult
from games.words.names import signed

MOST_BOARDS: Final = 5
"""So many of the last boards are listed."""


class PlayedBoard(NamedTuple):
    """A board that a player has finished: its name, the address of its comparison, and its points."""

    title: str
    address: str
    points: str


def last_boards(player: User) -> list[PlayedBoard]:
    """Return the boards that the player has finished last, for the player alone, because others may not have played
    them.
    """
    plays = BoardPlay.objects.filter(user=player, points__isnull=False, removed=False)
    lines = []
    for play in plays.select_related("board__deal_set__host").order_by("-finished_at")[:MOST_BOARDS]:
        deal_set = play.board.deal_set
        address = f"{reverse('games:deal_set', args=[deal_set.code])}?board={play.board.number}"
        lines.append(PlayedBoard(board_title(deal_set, play.board.number), address, signed(play.points or 0)))
    return lines


def figures_of_sets(player: User, today: date) -> list[tuple[str, str]]:
    """Return figures with their names: closed sets, the mean of their per cents, and streaks of deals of the
    day; [] for a player without any. The caller knows that the reader may see the player's results.
    """
    results = list(SetResult.objects.filter(user=player).order_by("at").values_list("percent", flat=True))
    days = queries.days_played(player)
    if not results and not days:
        return []
    percents = [percent for percent in results if percent is not None]
    mean = fmean(percents) if percents else None
    figures: list[tuple[str, str]] = []
    if results:
        figures = [(str(len(results)), _("sets of deals")), against_field(mean)]
    if days:
        left_out = queries.days_left_out(days, today)
        current, longest = streaks.current_streak(days, today, left_out), streaks.longest_streak(days, left_out)
        figures += [(_days(current), _("current streak of daily deals")), (_days(longest), _("longest streak"))]
    return figures


def _days(count: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}
