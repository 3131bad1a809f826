"""Counts over all finished deals, which show whether the cards are dealt by chance alone (page `/verify/deals/`).

Each check compares one number of each deal, such as the honours in the dummy, with its exact chances, by Pearson's
chi-square test. Its observations are independent, as the test requires. Deals that were not played to the end are not
counted: their cards stay hidden.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, erfc, exp, gamma, sqrt
from typing import Final, TypeAlias

from django.db import transaction

from games.engine import DUMMY, HANDS, Card, Dealt, Player, Rank, Suit, from_json
from games.models import Deal, DealCount, Event, bulk, logs

PACK: Final = 52
HAND: Final = 13
HONOURS: Final = 16
WORTH: Final = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
"""What an honour counts for the strength of a hand."""

LEAST_EXPECTED: Final = 5
"""The smallest expected count for which chi-square is a good approximation; rarer values are counted together."""

Chances: TypeAlias = Mapping[int, Fraction]


@cache
def chances_of(cards: int) -> Chances:
    """Return the chance that a hand has each number of so many cards of the pack (13 spades, 16 honours)."""
    ways = {dealt: comb(cards, dealt) * comb(PACK - cards, HAND - dealt) for dealt in range(min(cards, HAND) + 1)}
    return {dealt: Fraction(count, comb(PACK, HAND)) for dealt, count in ways.items()}


@cache
def chances_of_strength() -> Chances:
    """Return the chance of each strength of a hand: the worth of its honours together."""
    ways = Counter({(0, 0): 1})  # of honours so far, by their number and worth
    for worth in WORTH.values():
        added: Counter[tuple[int, int]] = Counter()
        for (cards, strength), count in ways.items():
            for more in range(5):
                added[cards + more, strength + more * worth] += count * comb(4, more)
        ways = added
    chances: dict[int, Fraction] = {}
    for (cards, strength), count in sorted(ways.items(), key=lambda item: item[0][1]):
        if cards <= HAND:
            others = comb(PACK - HONOURS, HAND - cards)
            chances[strength] = chances.get(strength, Fraction(0)) + Fraction(count * others, comb(PACK, HAND))
    return chances


@cache
def honours_variance() -> float:
    """Return the variance of the number of honours in a hand."""
    chances = chances_of(HONOURS)
    mean = sum(number * chance for number, chance in chances.items())
    return float(sum((number - mean) ** 2 * chance for number, chance in chances.items()))


@dataclass(frozen=True, slots=True)
class CountLine:
    """How often the values from `least` to `most` were seen, and how often chance would give them on average."""

    least: int
    most: int
    seen: int
    expected: float


def lines(seen: Mapping[int, int], chances: Chances) -> tuple[CountLine, ...]:
    """Return the counts beside the expected ones. Values too rare for the test share a line with their neighbours."""
    total, merged = sum(seen.values()), [CountLine(0, -1, 0, 0.0)]
    for value, chance in sorted(chances.items()):
        one = CountLine(value, value, seen.get(value, 0), float(total * chance))
        merged.append(_joined(merged.pop(), one) if merged[-1].expected < LEAST_EXPECTED else one)
    if len(merged) > 1 and merged[-1].expected < LEAST_EXPECTED:
        merged.append(_joined(merged.pop(-2), merged.pop()))
    return tuple(merged)


def _joined(one: CountLine, other: CountLine) -> CountLine:
    return CountLine(one.least, other.most, one.seen + other.seen, one.expected + other.expected)


def chi_square(counts: Sequence[CountLine]) -> float:
    """Return by how much the counts differ from the expected ones: 0 if not at all."""
    return sum((line.seen - line.expected) ** 2 / line.expected for line in counts)


def p_value(chi_square: float, freedom: int) -> float:
    """Return the chance that counts differ from the expected ones at least so much; `freedom` is lines minus one.

    This is the survival function of the chi-square distribution, which is a finite sum for whole degrees of freedom.
    """
    half = chi_square / 2
    if freedom % 2 == 0:
        return exp(-half) * sum(half**i / gamma(i + 1) for i in range(freedom // 2))
    terms = (float(half ** (i + 0.5)) / gamma(i + 1.5) for i in range(freedom // 2))
    return erfc(sqrt(half)) + exp(-half) * sum(terms)


BATCH_SIZE: Final = 200

Counts: TypeAlias = "Counter[tuple[str, int]]"

LENGTHS: Final = {(hand, suit): f"{suit.letter}{hand}" for hand, suit in product(HANDS, Suit)}
HONOURS_IN: Final = {hand: f"honours{hand}" for hand in HANDS}
STRENGTH: Final = "strength"
MIXED, TO_BOTS, TO_PEOPLE = "mixed", "to-bots", "to-people"
"""The statistics, as rows name them. The last three have a value for each number of bots at the table, 1 or 2: the
deals of people with bots, and the honours dealt to either.
"""


def count_new() -> int:
    """Count the finished deals that are not counted yet; return how many they were. Several processes may do so."""
    counted = 0
    while batch := _count_batch():
        counted += batch
    return counted


@transaction.atomic
def _count_batch() -> int:
    waiting = Deal.objects.select_for_update(skip_locked=True, of=("self",)).filter(finished=True, counted=False)
    batch = list(waiting.prefetch_related("game__seats").order_by("pk")[:BATCH_SIZE])
    logs.load(batch, Event.objects.filter(payload__kind=Dealt.__name__))
    counts: Counts = Counter()
    for deal in batch:
        bots = {seat.player for seat in deal.game.seats.all() if seat.is_bot}
        for row in logs.rows_of(deal)[:1]:  # none of a deal of which only the scores are stored
            event = from_json(row.payload)
            assert isinstance(event, Dealt), "the first event deals the cards"
            counts.update(counts_of(event.hands, bots))
    rows = [DealCount(statistic=name, value=value, count=count) for (name, value), count in sorted(counts.items())]
    bulk.upsert(rows, unique=["statistic", "value"], adding=["count"])
    Deal.objects.filter(pk__in=[deal.pk for deal in batch]).update(counted=True)
    return len(batch)


def counts_of(hands: Sequence[Collection[Card]], bots: Collection[Player]) -> Counts:
    """Return what a deal adds to the counts. A bot that sits in for a person does not count as one."""
    honours = [sum(card.rank in WORTH for card in hand) for hand in hands]
    counts: Counts = Counter()
    for (hand, suit), name in LENGTHS.items():
        counts[name, sum(card.suit is suit for card in hands[hand])] += 1
    for hand, name in HONOURS_IN.items():
        counts[name, honours[hand]] += 1
    counts[STRENGTH, sum(WORTH.get(card.rank, 0) for card in hands[DUMMY])] += 1
    if bots:
        to_bots, number = sum(honours[player] for player in bots), len(bots)
        counts[MIXED, number] += 1
        counts[TO_BOTS, number] += to_bots
        counts[TO_PEOPLE, number] += sum(honours[:DUMMY]) - to_bots
    return counts


@dataclass(frozen=True, slots=True)
class Check:
    """The counts of one statistic beside the expected ones, and how likely chance differs from them at least so much.

    `lines` are empty and `p` is 1 while there are too few deals to judge.
    """

    name: str
    lines: tuple[CountLine, ...]
    chi_square: float
    freedom: int
    p: float


@dataclass(frozen=True, slots=True)
class CountReport:
    """All checks, and `bots`, which has a line for bots and one for people; how many deals were counted."""

    deals: int
    checks: dict[str, Check]
    bots: Check


def report() -> CountReport:
    """Return all checks as of the last count."""
    counts: Counts = Counter()
    for name, value, count in DealCount.objects.values_list("statistic", "value", "count"):
        counts[name, value] = count
    return CountReport(
        sum(count for (name, _value), count in counts.items() if name == STRENGTH),
        {check.name: check for check in _checks(counts)},
        _check_of_bots(counts),
    )


def _checks(counts: Counts) -> Iterator[Check]:
    expected = {name: chances_of(HAND) for name in LENGTHS.values()}
    expected |= {name: chances_of(HONOURS) for name in HONOURS_IN.values()}
    expected |= {STRENGTH: chances_of_strength()}
    for name, of_value in expected.items():
        seen = {value: count for (statistic, value), count in counts.items() if statistic == name}
        rows = lines(seen, of_value)
        if len(rows) < 2:
            yield Check(name, (), 0.0, 0, 1.0)
        else:
            far, freedom = chi_square(rows), len(rows) - 1
            yield Check(name, rows, far, freedom, p_value(far, freedom))


def _check_of_bots(counts: Counts) -> Check:
    """Compare the honours of bots and people in deals that have both.

    With b bots and p people, p times the honours of the bots minus b times those of the people is 0 on average. Its
    variance is 4pb times that of a hand: honours of two hands have a covariance of minus a third of the variance. As pb
    is 2 with one bot and with two, the sums of all deals have the variance 8 for each, and one degree of freedom.
    """
    deals = counts[MIXED, 1] + counts[MIXED, 2]
    bots, people = (counts[name, 1] + counts[name, 2] for name in (TO_BOTS, TO_PEOPLE))
    seats = counts[MIXED, 1] + 2 * counts[MIXED, 2]
    each = HONOURS / 4
    rows = CountLine(0, 0, bots, each * seats), CountLine(0, 0, people, each * (3 * deals - seats))
    if not deals:
        return Check(MIXED, (), 0.0, 0, 1.0)
    ahead = 2 * counts[TO_BOTS, 1] - counts[TO_PEOPLE, 1] + counts[TO_BOTS, 2] - 2 * counts[TO_PEOPLE, 2]
    far = ahead**2 / (8 * deals * honours_variance())
    return Check(MIXED, rows, far, 1, p_value(far, 1))
