"""Lessons from a player's results: a sentence on each weakness, the table behind it, and deals to look at."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.engine import NIL_POINTS, is_made
from games.history.queries import DealSummary, JudgedSummary, TallySummary
from games.history.statistics import Totals, totals
from games.history.words import HAND_WORDS
from games.models import MistakeKind
from games.results.services import Hand
from games.words import charts
from games.words.charts import Chart
from games.words.names import capital, decimal, signed

RECENT: Final = 100
"""So many of the latest deals are looked at for examples and for trends."""

FEW: Final = 10
"""Fewer deals than this teach nothing."""

EXAMPLES: Final = 3


class Example(NamedTuple):
    """A deal to look at: its table, number and points."""

    deal: DealSummary
    points: str


class Lesson(NamedTuple):
    """A sentence with the table that it is taken from; the first cell of a row names it."""

    name: str
    title: str
    sentence: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    examples: tuple[Example, ...]


def examples(recent: Iterable[DealSummary], fits: Callable[[DealSummary], bool]) -> tuple[Example, ...]:
    """Return the first deals that fit and that the reader may look at."""
    fitting = [deal for deal in recent if deal.code and fits(deal)][:EXAMPLES]
    return tuple(Example(deal, signed(deal.result.score.total)) for deal in fitting)


def made(deal: DealSummary) -> bool:
    """Return whether the player's contract was made."""
    return is_made(deal.result.score.contract, deal.result.score.side_tricks)


def rounded(average: float) -> str:
    """Return an average number of points with its sign."""
    return signed(round(average))


HEIGHTS: Final = ((0, 4), (5, 6), (7, 8), (9, 13))
"""Contracts are grouped by how much they ask for: from the lower to the higher number."""


def lessons(
    tallies: Sequence[TallySummary],
    of_all: Sequence[TallySummary],
    recent: Sequence[DealSummary],
    judged: Sequence[JudgedSummary],
) -> tuple[Lesson, ...]:
    """Return what there are enough deals for; `of_all` is the field.

    `recent` are the latest deals, `judged` the latest of which the analysis is stored, both newest first.
    """
    if sum(tally.deals for tally in tallies) < FEW:
        return ()
    lessons = (
        _contracts(tallies, recent),
        by_strength(recent),
        _nils(tallies, recent),
        _bags(tallies, recent),
        _defence(tallies, of_all, recent),
        by_mistakes(judged),
        _trend(recent),
    )
    return tuple(lesson for lesson in lessons if lesson is not None)


def _totals_of_deals(deals: Sequence[DealSummary]) -> Totals:
    """Return the sums over these deals, without tricks and bags."""
    scores = [deal.result.score for deal in deals]
    return Totals(len(deals), sum(map(made, deals)), sum(of.total for of in scores), sum(of.bid for of in scores))


def _row(name: str, of: Totals) -> tuple[str, ...]:
    """Return the name, the deals, the share of contracts made, and the points of a deal."""
    return name, str(of.deals), of.share_made, rounded(of.per_deal)


def _contracts(tallies: Sequence[TallySummary], recent: Sequence[DealSummary]) -> Lesson | None:
    """Name the height of contracts that loses most, or brings least."""
    groups = [(low, high, totals(tally for tally in tallies if low <= tally.contract <= high)) for low, high in HEIGHTS]
    groups = [group for group in groups if group[2].deals]
    low, high, worst = min(groups, key=lambda group: group[2].per_deal if group[2].deals >= FEW else float("inf"))
    if worst.deals < FEW:
        return None
    facts = {
        "contracts": _span(low, high, HEIGHTS[-1][0]),
        "made": worst.share_made,
        "deals": worst.deals,
        "points": rounded(worst.per_deal),
    }
    return Lesson(
        name="heights",
        title=_("Contracts, by what they ask for"),
        sentence=_("Contracts of %(contracts)s do worst for you: %(made)s of %(deals)d made, %(points)s points a deal.")
        % facts,
        head=(_("Contract"), _("Deals"), _("Made"), _("Points a deal")),
        rows=tuple(_row(_span(first, last, HEIGHTS[-1][0]), of) for first, last, of in groups),
        examples=examples(recent, lambda deal: low <= deal.result.score.contract <= high and not made(deal)),
    )


def _span(low: int, high: int, last: int) -> str:
    """Return a span of numbers in words; the one from `last` on has no end."""
    if low == last:
        return _("%(number)d or more") % {"number": low}
    return _("%(low)d to %(high)d") % {"low": low, "high": high}


class NilGroup(NamedTuple):
    """The nils on one hand; those on the own hand as declarer or as defender, others in either role (None)."""

    hand: Hand
    as_declarer: bool | None
    made: int
    failed: int

    @property
    def declared(self) -> int:
        return self.made + self.failed

    @property
    def points(self) -> int:
        return NIL_POINTS * (self.made - self.failed)

    def has(self, deal: DealSummary) -> bool:
        """Return whether such a nil failed in this deal."""
        return (self.hand, False) in deal.nils and self.as_declarer in (None, deal.result.declarer)


def _nils(tallies: Sequence[TallySummary], recent: Sequence[DealSummary]) -> Lesson | None:
    """Name the hand, and for the own hand the role, whose nils bring least."""
    groups = [
        group
        for hand, role in ((Hand.OWN, True), (Hand.OWN, False), (Hand.PARTNER, None), (Hand.DUMMY, None))
        if (group := _nil_group(tallies, hand, role)).declared
    ]
    if not groups:
        return None
    worst = min(groups, key=lambda group: group.points)
    weak = _("Your weakest nils: %(hand)s, %(made)d of %(all)d made, %(points)s points. At least half should hold.")
    good = _("Your nils pay. Even the weakest, %(hand)s: %(made)d of %(all)d made, %(points)s points.")
    facts = {"hand": _nil_on(worst), "made": worst.made, "all": worst.declared, "points": signed(worst.points)}
    return Lesson(
        name="risks",
        title=_("Nils, by risk"),
        sentence=(good if worst.points > 0 else weak) % facts,
        head=(_("Nil on"), _("Declared"), _("Made"), _("Points")),
        rows=tuple(
            (capital(_nil_on(group)), str(group.declared), str(group.made), signed(group.points)) for group in groups
        ),
        examples=examples(recent, worst.has),
    )


def _nil_group(tallies: Sequence[TallySummary], hand: Hand, role: bool | None) -> NilGroup:
    nils = [tally.nils[hand] for tally in tallies if role in (None, tally.declarer)]
    return NilGroup(hand, role, sum(made for made, _failed in nils), sum(failed for _made, failed in nils))


def _nil_on(group: NilGroup) -> str:
    if group.as_declarer is None:
        return str(HAND_WORDS[group.hand])
    return _("own hand as declarer") if group.as_declarer else _("own hand as defender")


def _bags(tallies: Sequence[TallySummary], recent: Sequence[DealSummary]) -> Lesson | None:
    """Say what bags have cost, and in which role most are taken."""
    roles = [(role, totals(tally for tally in tallies if tally.declarer is role)) for role in (True, False)]
    roles = [pair for pair in roles if pair[1].deals]
    role, most = max(roles, key=lambda pair: pair[1].bags / pair[1].deals)
    facts = {
        "points": signed(sum(of.penalties for _role, of in roles)),
        "role": _role(role),
        "bags": most.average(most.bags),
    }
    return Lesson(
        name="thrown",
        title=_("Bags thrown away"),
        sentence=_("Bag penalties: %(points)s points. You take most bags as %(role)s, %(bags)s a deal.") % facts,
        head=("", _("Deals"), _("Bags a deal"), _("Penalties")),
        rows=tuple(
            (capital(_role(one)), str(of.deals), of.average(of.bags), signed(of.penalties)) for one, of in roles
        ),
        examples=examples(
            sorted(recent, key=lambda deal: -deal.result.score.bags),
            lambda deal: deal.result.score.bags > 1 and deal.result.declarer is role,
        ),
    )


def _role(is_declarer: bool) -> str:
    return _("declarer") if is_declarer else _("defender")


def _defence(
    tallies: Sequence[TallySummary], of_all: Sequence[TallySummary], recent: Sequence[DealSummary]
) -> Lesson | None:
    """Compare the player's defence with that of all players."""
    own, field = (totals(tally for tally in of if not tally.declarer) for of in (tallies, of_all))
    if own.deals < FEW or not field.deals:
        return None
    facts = {"own": rounded(own.per_deal), "field": rounded(field.per_deal)}
    return Lesson(
        name="defence",
        title=_("Your defence and the field"),
        sentence=_("As defender you score %(own)s points a deal, all players together %(field)s.") % facts,
        head=(_("Defender"), _("Deals"), _("Made"), _("Points a deal")),
        rows=(_row(_("You"), own), _row(_("All players"), field)),
        examples=examples(
            sorted(recent, key=lambda deal: deal.result.score.total), lambda deal: not deal.result.declarer
        ),
    )


def _trend(recent: Sequence[DealSummary]) -> Lesson | None:
    """Compare the newer half of the latest deals with the older half."""
    half = len(recent) // 2
    if half < FEW:
        return None
    now, then = _totals_of_deals(recent[:half]), _totals_of_deals(recent[half : 2 * half])
    facts = {"count": half, "now": rounded(now.per_deal), "then": rounded(then.per_deal)}
    return Lesson(
        name="trend",
        title=_("Over time"),
        sentence=_("Your last %(count)d deals brought %(now)s points each, the %(count)d before them %(then)s.")
        % facts,
        head=("", _("Deals"), _("Made"), _("Points a deal")),
        rows=(_row(_("Latest"), now), _row(_("Before"), then)),
        examples=examples(sorted(recent[:half], key=lambda deal: -deal.result.score.total), lambda _deal: True),
    )


STRENGTHS: Final = ((0, 2), (2, 3), (3, 4), (4, 14))
"""Hands are grouped by the tricks that they are worth: from the first number on, below the second."""

ENOUGH: Final = 5
"""A strength with fewer deals than this is not called the worst."""

GROUP: Final = 10
"""The chart of mistakes has a bar for so many deals."""


def by_strength(recent: Sequence[DealSummary]) -> Lesson | None:
    """Name the strength of hands with which the latest deals brought least."""
    hands = [(deal, deal.result.strength) for deal in recent]
    spans = (
        (low, high, [deal for deal, tricks in hands if tricks is not None and low <= tricks < high])
        for low, high in STRENGTHS
    )
    groups = [(_strength(low, high), deals) for low, high, deals in spans if deals]
    enough = [group for group in groups if len(group[1]) >= ENOUGH]
    if not enough:
        return None
    strength, worst = min(enough, key=lambda group: _totals_of_deals(group[1]).per_deal)
    facts = dict(zip(("strength", "deals", "bid", "made", "points"), _strength_row(strength, worst), strict=True))
    return Lesson(
        name="strength",
        title=_("Contracts, by the strength of your hand"),
        sentence=_(
            "Of your latest deals, those with a hand worth %(strength)s tricks do worst: %(bid)s bid on average, "
            "%(made)s of %(deals)s contracts made, %(points)s points a deal."
        )
        % facts,
        head=(_("Hand, in tricks"), _("Deals"), _("Bid"), _("Made"), _("Points a deal")),
        rows=tuple(_strength_row(*group) for group in groups),
        examples=examples(worst, lambda deal: not made(deal)),
    )


def _strength_row(strength: str, deals: Sequence[DealSummary]) -> tuple[str, ...]:
    of = _totals_of_deals(deals)
    return strength, str(of.deals), of.average(of.bids), of.share_made, rounded(of.per_deal)


def _strength(low: int, high: int) -> str:
    if high == STRENGTHS[0][1]:
        return _("fewer than %(number)d") % {"number": high}
    return _span(low, high, STRENGTHS[-1][0])


def by_mistakes(judged: Sequence[JudgedSummary]) -> Lesson | None:
    """Name the kind of mistakes that costs most, and compare the newer half of the analysed deals with the older."""
    if len(judged) < FEW:
        return None
    half = len(judged) // 2
    spans = judged, judged[:half], judged[half : 2 * half]
    counts = Counter(kind for deal in judged for kind, _points in deal.mistakes)
    kinds = [kind for kind in MistakeKind if kind in counts]
    if not kinds:
        return None
    worst = max(kinds, key=lambda kind: _lost(judged, [kind]))
    whole, now, then = _lost_in_spans(spans, kinds)
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
            *((capital(str(kind.label)), str(counts[kind]), *_lost_in_spans(spans, [kind])) for kind in kinds),
            (_("All %(deals)d deals") % {"deals": len(judged)}, str(counts.total()), whole, now, then),
        ),
        examples=examples(
            [one.deal for one in sorted(judged, key=lambda one: -one.lost([worst])) if worst in dict(one.mistakes)],
            lambda _deal: True,
        ),
    )


def _lost_in_spans(spans: Iterable[Sequence[JudgedSummary]], kinds: Sequence[MistakeKind]) -> tuple[str, ...]:
    return tuple(decimal(_lost(span, kinds)) for span in spans)


def _lost(judged: Sequence[JudgedSummary], kinds: Sequence[MistakeKind]) -> float:
    """Return the points that mistakes of these kinds cost in a deal, on average."""
    return sum(deal.lost(kinds) for deal in judged) / len(judged)


def mistakes_over_time(judged: Sequence[JudgedSummary]) -> Chart | None:
    """Return bars of the points lost by mistakes in each ten analysed deals, oldest first; None if fewer than two."""
    oldest_first = judged[: len(judged) // GROUP * GROUP][::-1]
    groups = [oldest_first[start : start + GROUP] for start in range(0, len(oldest_first), GROUP)]
    if len(groups) < 2:
        return None
    values = [sum(deal.lost() for deal in group) / GROUP for group in groups]
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
