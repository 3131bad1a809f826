"""The collusion watch: who defends softer against one declarer than others, by Welch’s test (docs/collusion.md)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Final, NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import Count, Exists, OuterRef

from games.analysis.softness import softness
from games.engine import from_json
from games.models import Deal, GameResult, Seat, SoftPlay, logs
from games.values import Author

BATCH_SIZE: Final = 50
STRONGEST: Final = 10
"""How many of the deals that speak for a soft pair are stored."""

GUESTS: Final = None
"""Stands for all guests together: each may be of the same person, and plays too few deals for a score."""

Pair: TypeAlias = tuple[int | None, int | None]
"""The account numbers of a defender, or `GUESTS`, and the declarer; None for a bot."""


class Observation(NamedTuple):
    """The softness of one defender in one deal."""

    pair: Pair
    deal: int
    softness: float


def watch_new() -> int:
    """Add the finished deals that are not watched yet, and rank all pairs again; return how many deals they were."""
    watched = 0
    waiting = Deal.objects.filter(finished=True, watched=False).prefetch_related("game__seats").order_by("pk")
    while batch := list(waiting[:BATCH_SIZE]):
        logs.load(batch)
        observations = [one for deal in batch for one in _observations(deal)]
        watched += _store({deal.pk for deal in batch}, observations)
    if watched:
        _rank()
    return watched


def _observations(deal: Deal) -> Iterator[Observation]:
    """Yield the softness of each person who defended, of a guest also as one of all. A deal without events has none:
    only its scores are stored.
    """
    seats = {seat.player: seat for seat in deal.game.seats.all()}
    log = [(from_json(event.payload), event.author == Author.PLAYER) for event in logs.standing_rows(deal)]
    if log and deal.declarer is not None:
        for player, soft in softness(log, Random(deal.pk)).items():
            if (user := seats[player].user_id) is not None:
                declarer = seats[deal.declarer].user_id
                yield Observation((user, declarer), deal.pk, soft)
                if seats[player].by_guest:
                    yield Observation((GUESTS, declarer), deal.pk, soft)


@transaction.atomic
def _store(deals: set[int], observations: Sequence[Observation]) -> int:
    """Add the figures of these deals to the sums, unless another process has done so meanwhile."""
    waiting = Deal.objects.select_for_update().filter(pk__in=deals, watched=False)
    new = set(waiting.order_by("pk").values_list("pk", flat=True))
    by_pair: defaultdict[Pair, list[Observation]] = defaultdict(list)
    for one in observations:
        if one.deal in new:
            by_pair[one.pair].append(one)
    for (player, declarer), figures in by_pair.items():
        row, _created = SoftPlay.objects.get_or_create(player_id=player, declarer_id=declarer)
        row.deals += len(figures)
        row.total += sum(one.softness for one in figures)
        row.squares += sum(one.softness**2 for one in figures)
        both = [*row.strongest, *([one.deal, round(one.softness, 1)] for one in figures)]
        row.strongest = sorted(both, key=lambda item: -item[1])[:STRONGEST]
        row.save()
    Deal.objects.filter(pk__in=new).update(watched=True)
    return len(new)


def _rank() -> None:
    """Compute the scores of all pairs, each in comparison with the player's deals against all others."""
    rows = list(SoftPlay.objects.all())
    sums = {row.pk: Sums(row.deals, row.total, row.squares) for row in rows}
    of_player: defaultdict[int | None, Sums] = defaultdict(Sums)
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


def _games() -> tuple[Counter[int | None], Counter[Pair]]:
    """Return the number of games of each player and of all guests, and of each with each other player."""
    games: Counter[int | None] = Counter()
    together: Counter[Pair] = Counter()
    guests = Exists(Seat.objects.filter(game=OuterRef("game"), player=OuterRef("player"), by_guest=True))
    rows = GameResult.objects.annotate(guest=guests).order_by().values_list("user", "guest", "left", "right")
    for user, is_guest, left, right, count in rows.annotate(Count("pk")).iterator():
        for player in {user, GUESTS} if is_guest else {user}:
            games[player] += count
            for other in {left, right}:
                together[player, other] += count
    return games, together


MIN_DEALS: Final = 40
"""How many deals with the opponent, and with others, a score needs."""

TOLERANCE: Final = 0.15
"""The difference that honest players reach too, because opponents bid differently."""

FALSE_ALARMS: Final = 0.05
"""The chance that, of all pairs of an honest site, any is flagged."""


@dataclass(frozen=True, slots=True)
class Sums:
    """The number of deals, and the sums of the softness in each and of its square."""

    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(self.deals + other.deals, self.total + other.total, self.squares + other.squares)

    def __sub__(self, other: "Sums") -> "Sums":
        return Sums(self.deals - other.deals, self.total - other.total, self.squares - other.squares)

    @property
    def mean(self) -> float:
        return self.total / self.deals

    @property
    def variance_of_mean(self) -> float:
        return (self.squares / self.deals - self.mean**2) / (self.deals - 1)


def standard_score(against_one: Sums, against_others: Sums) -> float | None:
    """Return by how many standard errors the means differ beyond the tolerance; None if there are too few deals."""
    if min(against_one.deals, against_others.deals) < MIN_DEALS:
        return None
    error = sqrt(against_one.variance_of_mean + against_others.variance_of_mean)
    return (against_one.mean - against_others.mean - TOLERANCE) / error if error else 0.0


def limit(pairs: int) -> float:
    """Return the score above which a pair is flagged if so many have one: Bonferroni's correction."""
    return NormalDist().inv_cdf(1 - FALSE_ALARMS / max(1, pairs))
