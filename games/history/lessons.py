"""What a player's results teach: a sentence on each weakness, the table behind it, and deals to look at."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.engine import NIL_POINTS
from games.history.lesson import FEW, Lesson, examples, made, rounded
from games.history.lessons_of_play import by_mistakes, by_strength
from games.history.mistakes import JudgedSummary
from games.history.queries import DealSummary, TallySummary
from games.history.words import HAND_WORDS
from games.results.rows import Hand
from games.words.names import capital, decimal, percent, signed

HEIGHTS: Final = ((0, 4), (5, 6), (7, 8), (9, 13))
"""Contracts are grouped by how much they ask for: from the lower to the higher number."""


class Totals(NamedTuple):
    """The sums of some tallies."""

    deals: int
    made: int
    points: int
    bags: int
    penalties: int

    @property
    def per_deal(self) -> float:
        """The points of a deal on average."""
        return self.points / self.deals

    @property
    def bags_per_deal(self) -> float:
        return self.bags / self.deals


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
    found = (
        _contracts(tallies, recent),
        by_strength(recent),
        _nils(tallies, recent),
        _bags(tallies, recent),
        _defence(tallies, of_all, recent),
        by_mistakes(judged),
        _trend(recent),
    )
    return tuple(lesson for lesson in found if lesson is not None)


def _totals(tallies: Iterable[TallySummary]) -> Totals:
    rows = [
        (tally.deals, tally.deals * tally.made, tally.points, tally.deals * tally.overtricks, tally.penalties)
        for tally in tallies
    ]
    deals, made, points, bags, penalties = map(sum, zip(*rows, strict=True)) if rows else (0,) * 5
    return Totals(deals, made, points, bags, penalties)


def _contracts(tallies: Sequence[TallySummary], recent: Sequence[DealSummary]) -> Lesson | None:
    """Name the height of contracts that loses most, or brings least."""
    groups = [
        (low, high, _totals(tally for tally in tallies if low <= tally.contract <= high)) for low, high in HEIGHTS
    ]
    groups = [group for group in groups if group[2].deals]
    low, high, worst = min(groups, key=lambda group: group[2].per_deal if group[2].deals >= FEW else float("inf"))
    if worst.deals < FEW:
        return None
    facts = {
        "contracts": _height(low, high),
        "made": percent(worst.made, worst.deals),
        "deals": worst.deals,
        "points": rounded(worst.per_deal),
    }
    return Lesson(
        name="heights",
        title=_("Contracts, by what they ask for"),
        sentence=_("Contracts of %(contracts)s do worst for you: %(made)s of %(deals)d made, %(points)s points a deal.")
        % facts,
        head=(_("Contract"), _("Deals"), _("Made"), _("Points a deal")),
        rows=tuple(
            (_height(first, last), str(of.deals), percent(of.made, of.deals), rounded(of.per_deal))
            for first, last, of in groups
        ),
        examples=examples(recent, lambda deal: low <= deal.result.score.contract <= high and not made(deal)),
    )


def _height(low: int, high: int) -> str:
    if low == HEIGHTS[-1][0]:
        return _("%(number)d or more") % {"number": low}
    return _("%(low)d to %(high)d") % {"low": low, "high": high}


class NilGroup(NamedTuple):
    """The nils on one hand; those on the own hand as declarer or as defender, others in either role (None)."""

    hand: Hand
    as_declarer: bool | None
    made: int
    failed: int

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
        if (group := _nil_group(tallies, hand, role)).made + group.failed
    ]
    if not groups:
        return None
    worst = min(groups, key=lambda group: group.points)
    weak = _("Your weakest nils: %(hand)s, %(made)d of %(all)d made, %(points)s points. At least half should hold.")
    good = _("Your nils pay. Even the weakest, %(hand)s: %(made)d of %(all)d made, %(points)s points.")
    facts = {
        "hand": _nil_on(worst),
        "made": worst.made,
        "all": worst.made + worst.failed,
        "points": signed(worst.points),
    }
    return Lesson(
        name="risks",
        title=_("Nils, by risk"),
        sentence=(good if worst.points > 0 else weak) % facts,
        head=(_("Nil on"), _("Declared"), _("Made"), _("Points")),
        rows=tuple(
            (capital(_nil_on(group)), str(group.made + group.failed), str(group.made), signed(group.points))
            for group in groups
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
    roles = [(role, _totals(tally for tally in tallies if tally.declarer is role)) for role in (True, False)]
    roles = [found for found in roles if found[1].deals]
    role, most = max(roles, key=lambda found: found[1].bags_per_deal)
    facts = {
        "points": signed(sum(of.penalties for _role, of in roles)),
        "role": _role(role),
        "bags": decimal(most.bags_per_deal),
    }
    return Lesson(
        name="thrown",
        title=_("Bags thrown away"),
        sentence=_("Bag penalties: %(points)s points. Most bags come as %(role)s, %(bags)s a deal.") % facts,
        head=("", _("Deals"), _("Bags a deal"), _("Penalties")),
        rows=tuple(
            (capital(_role(one)), str(of.deals), decimal(of.bags_per_deal), signed(of.penalties)) for one, of in roles
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
    own, field = (_totals(tally for tally in of if not tally.declarer) for of in (tallies, of_all))
    if own.deals < FEW or not field.deals:
        return None
    facts = {"own": rounded(own.per_deal), "field": rounded(field.per_deal)}
    return Lesson(
        name="defence",
        title=_("Your defence and the field"),
        sentence=_("As defender you score %(own)s points a deal, all players together %(field)s.") % facts,
        head=(_("Defender"), _("Deals"), _("Made"), _("Points a deal")),
        rows=tuple(
            (name, str(of.deals), percent(of.made, of.deals), rounded(of.per_deal))
            for name, of in ((_("You"), own), (_("All players"), field))
        ),
        examples=examples(
            sorted(recent, key=lambda deal: deal.result.score.total), lambda deal: not deal.result.declarer
        ),
    )


def _trend(recent: Sequence[DealSummary]) -> Lesson | None:
    """Compare the newer half of the latest deals with the older half."""
    half = len(recent) // 2
    if half < FEW:
        return None
    now, then = (sum(deal.result.score.total for deal in of) / half for of in (recent[:half], recent[half : 2 * half]))
    facts = {"count": half, "now": rounded(now), "then": rounded(then)}
    return Lesson(
        name="trend",
        title=_("Over time"),
        sentence=_("Your last %(count)d deals brought %(now)s points each, the %(count)d before them %(then)s.")
        % facts,
        head=("", _("Deals"), _("Made"), _("Points a deal")),
        rows=tuple(
            (name, str(half), percent(sum(map(made, of)), half), rounded(points))
            for name, of, points in ((_("Latest"), recent[:half], now), (_("Before"), recent[half : 2 * half], then))
        ),
        examples=examples(sorted(recent[:half], key=lambda deal: -deal.result.score.total), lambda _deal: True),
    )
