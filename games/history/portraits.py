"""Who somebody is as a player: rules they favour, people they play with, their form and their best deals."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet

from accounts.models import User
from games.history.queries import Cursor, DealSummary, Filter, Order, deal_summaries
from games.models import GameResult

MOST_RULES: Final = 3
MOST_OPPONENTS: Final = 5
BEST_DEALS: Final = 3
FORM: Final = 10


@dataclass(frozen=True, slots=True)
class Portrait:
    """What a player's games say of them.

    `rules` are peek rule, bidding style and number of games, `opponents` people and number of games, both the most
    frequent first. `form` are the codes and places of the latest games with a winner, the oldest of them first.
    """

    rules: tuple[tuple[str, str, int], ...]
    opponents: tuple[tuple[User, int], ...]
    form: tuple[tuple[str, int | None], ...]
    best: tuple[DealSummary, ...]


def portrait_of(player: User, visitor: User | AnonymousUser) -> Portrait:
    """Return the portrait of a player for a visitor who may see the player's results.

    Opponents who do not show their own results to the visitor are left out; so are void games.
    """
    games = GameResult.objects.filter(user=player, game__void=None)
    ended = games.filter(place__isnull=False).order_by("-at", "-pk").values_list("game__code", "place")
    rules = games.values_list("peek", "bidding").annotate(games=Count("pk")).order_by("-games", "peek", "bidding")
    best, _cursors = deal_summaries(
        player, Filter(), Order("points"), Cursor(None), size=BEST_DEALS, is_own=player == visitor
    )
    return Portrait(tuple(rules[:MOST_RULES]), _opponents(games, visitor), tuple(ended[:FORM])[::-1], tuple(best))


def _opponents(games: QuerySet[GameResult], visitor: User | AnonymousUser) -> tuple[tuple[User, int], ...]:
    together = Counter[int]()
    for left, right, count in games.values_list("left", "right").annotate(games=Count("pk")):
        together.update({number: count for number in (left, right) if number is not None})
    found = User.objects.filter(is_active=True).in_bulk([number for number, _games in together.most_common(50)])
    people = [(found[number], count) for number, count in together.most_common(50) if number in found]
    return tuple(pair for pair in people if pair[0].shows_results_to(visitor))[:MOST_OPPONENTS]
