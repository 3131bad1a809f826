"""Deals that agree with a view: what a viewer may imagine of the hidden cards, for searches and for notation."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import comb
from typing import Final, Protocol, TypeVar

from .cards import DECK, Card, Suit
from .deal import replay
from .events import CardPlayed, Dealt, Event, Peeked
from .rules import BiddingStyle
from .seats import DUMMY, HANDS, HandId
from .state import State, changed
from .view import View

T = TypeVar("T")

PLACES: Final = range(13)


class Rng(Protocol):
    """What is asked of `random.Random`."""

    def randrange(self, stop: int, /) -> int: ...

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


def imagine_state(view: View, rng: Rng) -> State:
    """Return a random state whose view for the viewer is this one. All hidden cards that agree with it are equally
    likely: with the cards seen, the suits that hands have shown not to hold, and numbers of spades that were bid.

    What bids and plays make more likely is not considered here; an Expert does consider it. Raises ValueError if no
    deal agrees.
    """
    hands = view.dealt or _imagined_hands(view, rng)
    players = [tuple(hand) for hand in hands[:DUMMY]]
    dealt = Dealt(view.rules, view.dealer, view.before, (*players, _in_places(view, hands[DUMMY], rng)))
    played: Iterable[CardPlayed] = chain(*(trick.cards for trick in view.tricks), view.trick)
    events: list[Event] = [dealt, *_imagined_peeks(view, rng), *view.bids, *played]
    return changed(
        replay(events),
        claim=view.claim,
        claimed=view.claimed,
        claimed_tricks=view.claimed_tricks,
        refused_claimers=view.refused_claimers,
        refused_by=view.refused_by,
        claim_refused_at=None if view.refused_by is None else len(view.tricks),
    )


def shown_voids(tricks: Iterable[Sequence[CardPlayed]]) -> tuple[frozenset[Suit], ...]:
    """Return for each hand the suits that it has shown not to hold: it did not follow, or led a spade before spades
    were broken (docs/rules.md section 6). The last of the tricks may be under way.
    """
    voids, broken = [set[Suit]() for _hand in HANDS], False
    for trick in filter(None, tricks):
        led = trick[0].card.suit
        if led is Suit.SPADES and not broken:
            voids[trick[0].hand] |= set(Suit) - {Suit.SPADES}
        for played in trick:
            if played.card.suit is not led:
                voids[played.hand].add(led)
            broken = broken or played.card.suit is Suit.SPADES
    return tuple(map(frozenset, voids))


def spades_bid(view: View, hand: HandId) -> int | None:
    """Return how many spades the hand was dealt, if its bid says so; else None (docs/rules.md section 9)."""
    bid, style = view.bid_of(hand), view.rules.bidding
    if bid is None or not style.counts_spades or (style is BiddingStyle.WHIZ and bid.nils):
        return None
    return bid.tricks


@dataclass(frozen=True, slots=True)
class _Hidden:
    """A hand of which cards are missing: how many, of which suits none may be, and how many are spades, if known."""

    hand: HandId
    missing: int
    voids: frozenset[Suit]
    spades: int | None

    def most(self, suits: frozenset[Suit], left: int) -> range:
        """Return how many of the missing cards may be of these suits, all of which it may hold or none."""
        if self.spades is not None and suits == {Suit.SPADES}:
            return range(self.spades, self.spades + 1) if self.spades >= 0 else range(0)
        return range(1) if suits & self.voids else range(left + 1)


def _imagined_hands(view: View, rng: Rng) -> list[list[Card]]:
    """Return four hands as dealt; the order of the cards means nothing."""
    hands = [sorted(known, key=lambda card: card.index) for known in _known_cards(view)]
    voids, pool = shown_voids(_tricks(view)), set(DECK).difference(*hands)
    hidden = [
        _Hidden(hand, 13 - len(cards), voids[hand], _spades_missing(view, hand, cards))
        for hand, cards in enumerate(hands)
        if len(cards) != 13
    ]
    groups = _groups(pool, hidden)
    for (_suits, cards), numbers in zip(groups, _split(groups, hidden, rng), strict=True):
        shuffled = rng.sample(cards, len(cards))
        for of, number in zip(hidden, numbers, strict=True):
            hands[of.hand] += [shuffled.pop() for _card in range(number)]
    return hands


def _known_cards(view: View) -> list[set[Card]]:
    """Return for each hand the cards that the viewer knows to have been dealt to it."""
    hands = [set[Card]() for _hand in HANDS]
    for played in chain(*_tricks(view)):
        hands[played.hand].add(played.card)
    if view.viewer is not None:
        hands[view.viewer].update(view.hand or ())
    if view.claim is not None:
        hands[view.claim.hand].update(view.claim_hand or ())
    hands[DUMMY].update(view.dummy or (), (card for _place, card in view.places))
    if sum(map(len, hands)) != len(set().union(*hands)):
        raise ValueError("a card is in two hands")
    return hands


def _spades_missing(view: View, hand: HandId, known: Iterable[Card]) -> int | None:
    number = spades_bid(view, hand)
    return None if number is None else number - sum(card.suit is Suit.SPADES for card in known)


def _groups(pool: set[Card], hidden: Sequence[_Hidden]) -> list[tuple[frozenset[Suit], list[Card]]]:
    """Return the missing cards in groups of suits among which no hidden hand distinguishes."""
    alike: dict[object, list[Suit]] = {}
    for suit in Suit:
        counted = suit is Suit.SPADES and any(of.spades is not None for of in hidden)
        alike.setdefault((counted, *(suit in of.voids for of in hidden)), []).append(suit)
    cards = sorted(pool, key=lambda card: card.index)
    return [(frozenset(suits), [card for card in cards if card.suit in suits]) for suits in alike.values()]


def _split(
    groups: Sequence[tuple[frozenset[Suit], Sequence[Card]]], hidden: Sequence[_Hidden], rng: Rng
) -> list[tuple[int, ...]]:
    """Return for each group how many of its cards each hidden hand gets, with the right probability."""

    @cache
    def ways(at: int, left: tuple[int, ...]) -> int:
        """Return in how many ways the groups from this one on fill what is left of the hands."""
        if at == len(groups):
            return not any(left)
        return sum(count for _numbers, count in options(at, left))

    def options(at: int, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        suits, cards = groups[at]
        for numbers in _compositions(len(cards), [of.most(suits, room) for of, room in zip(hidden, left, strict=True)]):
            after = tuple(room - number for room, number in zip(left, numbers, strict=True))
            if min(after, default=0) >= 0 and (rest := ways(at + 1, after)):
                yield numbers, rest * _multinomial(numbers)

    chosen, left = list[tuple[int, ...]](), tuple(of.missing for of in hidden)
    for at in range(len(groups)):
        possible = list(options(at, left))
        if not possible:
            raise ValueError("no deal agrees with what is known")
        numbers = _pick(possible, rng)
        chosen.append(numbers)
        left = tuple(room - number for room, number in zip(left, numbers, strict=True))
    return chosen


def _compositions(total: int, ranges: Sequence[range]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write the total as a sum with one number from each range."""
    if not ranges:
        if not total:
            yield ()
        return
    for number in ranges[0]:
        if number > total:
            return
        yield from ((number, *rest) for rest in _compositions(total - number, ranges[1:]))


def _multinomial(numbers: Iterable[int]) -> int:
    """Return in how many ways cards can be dealt to hands that get these numbers of them."""
    ways, total = 1, 0
    for number in numbers:
        total += number
        ways *= comb(total, number)
    return ways


def _pick(options: Sequence[tuple[T, int]], rng: Rng) -> T:
    at = rng.randrange(sum(count for _option, count in options))
    for option, count in options:
        if at < count:
            return option
        at -= count
    raise AssertionError("the counts add up")


def _in_places(view: View, cards: Iterable[Card], rng: Rng) -> tuple[Card, ...]:
    """Return the dummy's cards by place, those that the viewer knows in theirs and the others in any."""
    known = dict(view.places)
    others = [card for card in cards if card not in known.values()]
    others = rng.sample(others, len(others))
    return tuple(known[place] if place in known else others.pop() for place in PLACES)


def _imagined_peeks(view: View, rng: Rng) -> Iterator[Peeked]:
    """Yield who looked where. Of others' peeks in private, and of all once the dummy is exposed, any will do."""
    count, turned_up = view.rules.peek.places_each, rng.sample(sorted(view.flipped), len(view.flipped))
    for player in view.bidding_order:
        if player in view.looked and view.rules.peek.is_flip:
            yield Peeked(player, tuple(sorted(turned_up.pop() for _place in range(min(count, len(turned_up))))))
        elif player in view.looked:
            knows = player == view.viewer and view.places
            places = [place for place, _card in view.places] if knows else sorted(rng.sample(PLACES, count))
            yield Peeked(player, tuple(places))


def _tricks(view: View) -> list[tuple[CardPlayed, ...]]:
    return [*(trick.cards for trick in view.tricks), view.trick]
