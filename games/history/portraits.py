"""Portraits of players: rules they favour, people they play with and their best deals."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef

from accounts.models import User
from games.history.queries import Cursor, DealSummary, Filter, Order, deal_summaries
from games.models import GameResult, Void

MOST_RULES: Final = 3
MOST_OPPONENTS: Final = 5
BEST_DEALS: Final = 3


@dataclass(frozen=True, slots=True)
class Portrait:
    """What a player's games say of them.

    `rules` are peek rule, bidding style and number of games, `opponents` people and number of games, both the most
    frequent first.
    """

    rules: tuple[tuple[str, str, int], ...]
    opponents: tuple[tuple[User, int], ...]
    best: tuple[DealSummary, ...]


def portrait_of(player: User, visitor: User | AnonymousUser) -> Portrait:
    """Return the portrait of a player for a visitor who may see the player's results.

    Opponents who do not show their own results to the visitor are left out; so are void games.
    """
    # PostgreSQL takes the condition `game__void=None` for rarer than it is, and would begin with all games of the site.
    games = GameResult.objects.filter(~Exists(Void.objects.filter(game=OuterRef("game"))), user=player)
    rules, together = Counter[tuple[str, str]](), Counter[int]()
    kinds = games.values_list("peek", "bidding", "left", "right").annotate(games=Count("pk"))
    for peek, bidding, left, right, count in kinds:
        rules[peek, bidding] += count
        together.update({number: count for number in (left, right) if number is not None})
    best, _cursors = deal_summaries(
        player, Filter(), Order("points"), Cursor(None), size=BEST_DEALS, is_own=player == visitor
    )
    favourites = sorted(rules.items(), key=lambda item: (-item[1], item[0]))[:MOST_RULES]
    return Portrait(tuple((*kind, count) for kind, count in favourites), _opponents(together, visitor), tuple(best))


def _opponents(together: Counter[int], visitor: User | AnonymousUser) -> tuple[tuple[User, int], ...]:
    frequent = together.most_common(50)
    users = User.objects.filter(is_active=True).in_bulk([number for number, _games in frequent])
    people = [(users[number], count) for number, count in frequent if number in users]
    return tuple(pair for pair in people if pair[0].shows_results_to(visitor))[:MOST_OPPONENTS]
