"""A player's latest deals with what their mistakes cost."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from games.history.queries import DealSummary, Filter, deals_by_key, given
from games.models import JudgedDeal, Mistake, MistakeKind


@dataclass(frozen=True, slots=True)
class JudgedSummary:
    """A person's deal with what its mistakes cost, by kind; kinds without a mistake are missing."""

    deal: DealSummary
    lost: dict[MistakeKind, tuple[float, ...]]

    @property
    def points(self) -> float:
        """The points lost by all mistakes."""
        return sum(map(sum, self.lost.values()))


def latest(user: User, filters: Filter, size: int, *, is_own: bool) -> list[JudgedSummary]:
    """Return the player's latest judged deals, newest first; of the filters bidding style, company and role apply."""
    wanted = given(result__bidding=filters.bidding, result__company=filters.company, result__declarer=filters.declarer)
    rows = JudgedDeal.objects.filter(user=user, **wanted).order_by("-at", "-result")
    reviewed = list(rows.prefetch_related("mistakes")[:size])
    deals = deals_by_key([row.pk for row in reviewed], is_own=is_own)
    return [JudgedSummary(deals[row.pk], _by_kind(row.mistakes.all())) for row in reviewed]


def _by_kind(mistakes: Iterable[Mistake]) -> dict[MistakeKind, tuple[float, ...]]:
    lost: defaultdict[MistakeKind, tuple[float, ...]] = defaultdict(tuple)
    for mistake in mistakes:
        lost[MistakeKind(mistake.kind)] += (mistake.lost,)
    return dict(lost)
