"""Lessons from the cards of a player's latest deals: contracts by the strength of the hand, and what mistakes cost."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.history.lesson import FEW, Lesson, examples, made, rounded
from games.history.mistakes import JudgedSummary
from games.history.queries import DealSummary
from games.models import MistakeKind
from games.words import charts
from games.words.charts import Chart
from games.words.names import capital, decimal, percent

STRENGTHS: Final = ((0, 2), (2, 3), (3, 4), (4, 14))
"""Hands are grouped by the tricks that they are worth: from the first number on, below the second."""

ENOUGH: Final = 5
"""A strength with fewer deals than this is not called the worst."""

GROUP: Final = 10
"""The chart of mistakes has a bar for so many deals."""


def by_strength(recent: Sequence[DealSummary]) -> Lesson | None:
    """Name the strength of hands with which the latest deals brought least."""
    groups = [(low, high, [deal for deal in recent if _is_worth(deal, low, high)]) for low, high in STRENGTHS]
    groups = [group for group in groups if group[2]]
    enough = [group for group in groups if len(group[2]) >= ENOUGH]
    if not enough:
        return None
    low, high, worst = min(enough, key=lambda group: _points(group[2]))
    facts = {"strength": _strength(low, high), **_facts(worst)}
    return Lesson(
        name="strength",
        title=_("Contracts, by the strength of your hand"),
        sentence=_(
            "Of your latest deals, those with a hand worth %(strength)s tricks do worst: %(bid)s bid on average, "
            "%(made)s of %(deals)s contracts made, %(points)s points a deal."
        )
        % facts,
        head=(_("Hand, in tricks"), _("Deals"), _("Bid"), _("Made"), _("Points a deal")),
        rows=tuple((_strength(first, last), *_facts(of).values()) for first, last, of in groups),
        examples=examples(worst, lambda deal: not made(deal)),
    )


def _is_worth(deal: DealSummary, low: int, high: int) -> bool:
    strength = deal.result.strength
    return strength is not None and low <= strength < high


def _facts(deals: Sequence[DealSummary]) -> dict[str, str]:
    return {
        "deals": str(len(deals)),
        "bid": decimal(sum(deal.result.score.bid for deal in deals) / len(deals)),
        "made": percent(sum(map(made, deals)), len(deals)),
        "points": rounded(_points(deals)),
    }


def _points(deals: Sequence[DealSummary]) -> float:
    """Return the points of a deal on average."""
    return sum(deal.result.score.total for deal in deals) / len(deals)


def _strength(low: int, high: int) -> str:
    if high == STRENGTHS[0][1]:
        return _("fewer than %(number)d") % {"number": high}
    if low == STRENGTHS[-1][0]:
        return _("%(number)d or more") % {"number": low}
    return _("%(low)d to %(high)d") % {"low": low, "high": high}


def by_mistakes(judged: Sequence[JudgedSummary]) -> Lesson | None:
    """Name the kind of mistakes that costs most, and compare the newer half of the analysed deals with the older."""
    if len(judged) < FEW:
        return None
    half = len(judged) // 2
    spans = judged, judged[:half], judged[half : 2 * half]
    kinds = [kind for kind in MistakeKind if any(kind in deal.lost for deal in judged)]
    if not kinds:
        return None
    worst = max(kinds, key=lambda kind: _lost(judged, [kind]))
    whole, now, then = (decimal(_lost(span, kinds)) for span in spans)
    facts = {"deals": len(judged), "lost": whole, "kind": worst.label, "worst": decimal(_lost(judged, [worst]))}
    trend = _("The latest %(half)d of them: %(now)s; the %(half)d before: %(then)s.")
    sentence = _(
        "In %(deals)d analysed deals, mistakes cost you %(lost)s points a deal. The costliest: %(kind)s, %(worst)s."
    )
    return Lesson(
        name="mistakes",
        title=_("Points lost by mistakes"),
        sentence=f"{sentence % facts} {trend % {'half': half, 'now': now, 'then': then}}",
        head=(
            _("Mistake"),
            _("Number"),
            _("Points a deal"),
            _("Latest %(half)d") % {"half": half},
            _("%(half)d before") % {"half": half},
        ),
        rows=(
            *(_mistakes_line(capital(str(kind.label)), [kind], spans) for kind in kinds),
            _mistakes_line(_("All %(deals)d deals") % {"deals": len(judged)}, kinds, spans),
        ),
        examples=examples(
            [one.deal for one in sorted(judged, key=lambda one: -sum(one.lost.get(worst, ()))) if worst in one.lost],
            lambda _deal: True,
        ),
    )


def _mistakes_line(
    name: str, kinds: Sequence[MistakeKind], spans: Iterable[Sequence[JudgedSummary]]
) -> tuple[str, ...]:
    whole, *_halves = spans = tuple(spans)
    number = sum(len(deal.lost.get(kind, ())) for deal in whole for kind in kinds)
    return name, str(number), *(decimal(_lost(span, kinds)) for span in spans)


def _lost(judged: Sequence[JudgedSummary], kinds: Iterable[MistakeKind]) -> float:
    """Return the points that mistakes of these kinds cost in a deal, on average."""
    return sum(sum(deal.lost.get(kind, ())) for kind in kinds for deal in judged) / len(judged)


def mistakes_over_time(judged: Sequence[JudgedSummary]) -> Chart | None:
    """Return bars of the points lost by mistakes in each ten analysed deals, oldest first; None if fewer than two."""
    oldest_first = judged[: len(judged) // GROUP * GROUP][::-1]
    groups = [oldest_first[start : start + GROUP] for start in range(0, len(oldest_first), GROUP)]
    if len(groups) < 2:
        return None
    values = [sum(deal.points for deal in group) / GROUP for group in groups]
    names = [f"{GROUP * place + 1}–{GROUP * (place + 1)}" for place in range(len(groups))]
    words = [decimal(value) for value in values]
    summary = _("Points a deal: %(then)s in the first %(count)d of these deals, %(now)s in the latest %(count)d.")
    return Chart(
        name="mistakes-over-time",
        title=_("Points lost by mistakes, over time"),
        summary=summary % {"then": words[0], "now": words[-1], "count": GROUP},
        head=(_("Deals"), _("Points a deal")),
        rows=tuple(zip(names, words, strict=True)),
        drawing=charts.bars(values, words, names, max(10.0, *values) * 1.15),
    )
