"""Sets of deals for the demo: today's and those of the days before, with fields of some dozen results."""

import random
from datetime import UTC, timedelta
from typing import Final

from django.utils import timezone

from accounts.models import User
from accounts.signing_in.guests import create_guest
from games import bots
from games.competitions.sets import closing, expert_line, services
from games.engine import Action, Bid, Play, View
from games.models import Board, BoardPlay, DealSet, SetKind
from tests.competitions.sets.sets import play

FIELD: Final = 30
"""How many people play today's deal."""

DAYS_BEFORE: Final = 3
FIELD_BEFORE: Final = 6


def fill(people: list[User], field: int = FIELD) -> None:
    """Open today's sets and those of some days before, which close, and let people play the deals of the day."""
    if BoardPlay.objects.exists():
        return
    today = timezone.now().astimezone(UTC).date()
    others = [create_guest(f"Demo {number}") for number in range(1, field + 1)]
    for before in range(DAYS_BEFORE, -1, -1):
        services.open_sets_of_day(today - timedelta(days=before))
    for number, of_day in enumerate(DealSet.objects.filter(kind=SetKind.DAY).order_by("day")):
        closes_at = of_day.closes_at
        is_today = number == DAYS_BEFORE
        DealSet.objects.filter(pk=of_day.pk).update(closes_at=None, bot_level="club")
        board = Board.objects.select_related("deal_set").get(deal_set=of_day)
        for seed, user in enumerate([*people, *(others if is_today else others[:FIELD_BEFORE])]):
            play(board, user, _differently, seed)
        DealSet.objects.filter(pk=of_day.pk).update(closes_at=closes_at)
    closing.close_due(timezone.now())
    while expert_line.play_next():
        pass
    closing.close_due(timezone.now())


def _differently(view: View, rng: random.Random) -> Action:
    """Choose as a bot would, but now and then bid a trick more or less, or play another card."""
    chosen = bots.choose(view, rng)
    if isinstance(chosen, Play) and rng.random() < 0.2:
        return Play(chosen.player, rng.choice(view.playable))
    if not isinstance(chosen, Bid):
        return chosen
    other = Bid(chosen.player, chosen.tricks + rng.choice((-2, -1, -1, 0, 0, 0, 1, 1)), chosen.nils)
    fits = any(other.tricks in option.tricks and other.nils in option.nils for option in view.bid_options)
    return other if fits else chosen
