"""The collusion watch: who defends more softly against one declarer than against all others (docs/collusion.md)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import Count

from games.analysis.softness import softness
from games.engine import from_json
from games.models import Author, Deal, GameResult, SoftPlay, logs
from games.results.standard_scores import Sums, limit, standard_score

BATCH_SIZE: Final = 50
STRONGEST: Final = 10
"""How many of the deals that speak for a soft pair are stored."""

Pair: TypeAlias = tuple[int, int | None]
"""The account numbers of a defender and the declarer; None for a bot."""


class Observation(NamedTuple):
    """The softness of one defender in one deal."""

    pair: Pair
    deal: int
    softness: float


def watch_new() -> int:
    """Add the finished deals that are not watched yet, and rank all pairs again; return how many deals they were."""
    watched = 0
    while batch := _next_batch():
        observations = [one for deal in batch for one in _observations(deal)]
        watched += _store({deal.pk for deal in batch}, observations)
    if watched:
        _rank()
    return watched


def _next_batch() -> list[Deal]:
    waiting = Deal.objects.filter(finished=True, watched=False).prefetch_related("game__seats")
    deals = list(waiting.order_by("pk")[:BATCH_SIZE])
    logs.load(deals)
    return deals


def _observations(deal: Deal) -> Iterator[Observation]:
    """Yield the softness of each person who defended. A deal without events has none: only its scores are stored."""
    users = {seat.player: seat.user_id for seat in deal.game.seats.all()}
    log = [(from_json(event.payload), event.author == Author.PLAYER) for event in logs.standing_rows(deal)]
    if log and deal.declarer is not None:
        for player, soft in softness(log, Random(deal.pk)).items():
            if (user := users[player]) is not None:
                yield Observation((user, users[deal.declarer]), deal.pk, soft)


@transaction.atomic
def _store(deals: set[int], observations: Sequence[Observation]) -> int:
    """Add what was found in these deals to the sums, unless another process has done so meanwhile."""
    waiting = Deal.objects.select_for_update().filter(pk__in=deals, watched=False)
    new = set(waiting.order_by("pk").values_list("pk", flat=True))
    by_pair: defaultdict[Pair, list[Observation]] = defaultdict(list)
    for one in observations:
        if one.deal in new:
            by_pair[one.pair].append(one)
    for (player, declarer), found in by_pair.items():
        row, _created = SoftPlay.objects.get_or_create(player_id=player, declarer_id=declarer)
        row.deals += len(found)
        row.total += sum(one.softness for one in found)
        row.squares += sum(one.softness**2 for one in found)
        both = [*row.strongest, *([one.deal, round(one.softness, 1)] for one in found)]
        row.strongest = sorted(both, key=lambda item: -item[1])[:STRONGEST]
        row.save()
    Deal.objects.filter(pk__in=new).update(watched=True)
    return len(new)


def _rank() -> None:
    """Compute the scores of all pairs, each in comparison with the player's deals against all others."""
    rows = list(SoftPlay.objects.all())
    sums = {row.pk: Sums(row.deals, row.total, row.squares) for row in rows}
    of_player: defaultdict[int, Sums] = defaultdict(Sums)
    for row in rows:
        of_player[row.player_id] += sums[row.pk]
    games, together = _games()
    for row in rows:
        row.score = standard_score(sums[row.pk], of_player[row.player_id] - sums[row.pk])
        row.games, row.shared_games = games[row.player_id], together[row.player_id, row.declarer_id]
    scores = {row.pk: row.score for row in rows if row.score is not None and row.declarer_id is not None}
    threshold = limit(len(scores))
    for row in rows:
        row.flagged = scores.get(row.pk, 0.0) > threshold
    SoftPlay.objects.bulk_update(rows, ["score", "flagged", "games", "shared_games"], batch_size=500)


def _games() -> tuple[Counter[int], Counter[Pair]]:
    """Return the number of games of each player, and of each player with each other one."""
    games: Counter[int] = Counter()
    together: Counter[Pair] = Counter()
    counts = GameResult.objects.order_by().values_list("user", "left", "right").annotate(Count("pk"))
    for user, left, right, count in counts.iterator():
        games[user] += count
        for other in {left, right}:
            together[user, other] += count
    return games, together
