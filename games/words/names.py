"""Names of cards, hands and numbers in the reader's language."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import cached_property
from django.utils.translation import gettext_noop

from accounts.base.names import isolated
from games.engine import DUMMY, HANDS, Card, HandId, Player, Rank, Suit
from games.play.snapshot import SeatInfo
from games.values import Who
from games.words.language_cache import cached_per_language, gettext as _, pgettext

_SOUND_OF_I = re.compile("h?[ií](?!e)", re.IGNORECASE)

SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
"""Signs of the suits, for readers without the style sheet, which draws suits otherwise."""

# Marked for extraction here, translated when used.
_SUITS = (gettext_noop("spades"), gettext_noop("hearts"), gettext_noop("diamonds"), gettext_noop("clubs"))
_RANKS = (
    gettext_noop("two"), gettext_noop("three"), gettext_noop("four"), gettext_noop("five"), gettext_noop("six"),
    gettext_noop("seven"), gettext_noop("eight"), gettext_noop("nine"), gettext_noop("ten"), gettext_noop("jack"),
    gettext_noop("queen"), gettext_noop("king"), gettext_noop("ace"),
)  # fmt: skip
_THE_RANKS = (
    gettext_noop("the two"), gettext_noop("the three"), gettext_noop("the four"), gettext_noop("the five"),
    gettext_noop("the six"), gettext_noop("the seven"), gettext_noop("the eight"), gettext_noop("the nine"),
    gettext_noop("the ten"), gettext_noop("the jack"), gettext_noop("the queen"), gettext_noop("the king"),
    gettext_noop("the ace"),
)  # fmt: skip


def is_on_partner(nils: Iterable[HandId], bidder: Player) -> bool:
    """Return whether these are a nil on the partner's hand, whichever that will be (docs/rules.md section 5)."""
    return set(nils) == {*HANDS} - {bidder}


def suit_name(suit: Suit) -> str:
    """Return the suit as in the middle of a sentence: "hearts"."""
    return _(_SUITS[suit])


def rank_label(rank: Rank) -> str:
    """Return the index printed on a card: "A", "10"."""
    return "10" if rank is Rank.TEN else rank.letter


@cached_per_language
def card_name(card: Card) -> str:
    """Return the card as in the middle of a sentence: "queen of hearts"."""
    return _("%(rank)s of %(suit)s") % {"rank": _(_RANKS[card.rank - Rank.TWO]), "suit": suit_name(card.suit)}


@cached_per_language
def the_card(card: Card) -> str:
    """Return the card with its article, which depends on the rank in some languages: "the queen", "la dama"."""
    return _("%(rank)s of %(suit)s") % {"rank": _(_THE_RANKS[card.rank - Rank.TWO]), "suit": suit_name(card.suit)}


def signed(points: int) -> str:
    """Return a change of points with a real minus sign: "+52", "−60", "0"."""
    return f"+{points}" if points > 0 else plain(points)


def plain(points: int) -> str:
    """Return a total with a real minus sign: "209", "−24"."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def decimal(number: float, places: int = 1) -> str:
    """Return a rounded number in the reader's notation: "2.7", in Spanish "2,7"."""
    return number_format(round(number, places), places, force_grouping=True)  # which alone cuts the rest off


def tone(points: int) -> str:
    """Return whether points are good, bad or nought."""
    return "good" if points > 0 else "bad" if points < 0 else "nought"


def capital(sentence: str) -> str:
    """Return the text with its first letter in upper case."""
    return sentence[:1].upper() + sentence[1:]


def listing(items: Sequence[str]) -> str:
    """Return the items in a list: "a", "a and b", "a, b and c"; in Spanish "a y b", but "a e Inés"."""
    if len(items) < 2:
        return "".join(items)
    *others, last = items
    template = _("%(first)s and %(last)s")
    if _SOUND_OF_I.match(last):
        template = pgettext("before the sound of i", "%(first)s and %(last)s")
    return template % {"first": ", ".join(others), "last": last}


class Names:
    """The names of a table's hands for one viewer, in the language in which they are first used."""

    def __init__(self, seats: Sequence[SeatInfo], viewer: Player | None) -> None:
        self._names = tuple([isolated(seat.name) for seat in seats])
        self._pages = tuple([seat.page for seat in seats])
        self.viewer = viewer
        self._key = (self._names, self._pages, viewer)
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def is_you(self, hand: HandId) -> bool:
        """Return whether this is the viewer's own hand."""
        return hand == self.viewer

    def label(self, hand: HandId) -> str:
        """Return the name on a plate or over a column: "You", "Ana", "Dummy"."""
        return self._labels[hand]

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        return *(_("You") if self.is_you(hand) else name for hand, name in enumerate(self._names)), _("Dummy")

    def who(self, player: Player) -> Who:
        """Return the name over a column, with the account of a person."""
        return Who(self.label(player), self._pages[player])

    def within(self, hand: HandId) -> str:
        """Return the name inside a sentence, as after a preposition: "you", "Ana", "the dummy"."""
        return self._within[hand]

    @cached_property
    def _within(self) -> tuple[str, ...]:
        you = pgettext("after a preposition", "you")
        return *(you if self.is_you(hand) else name for hand, name in enumerate(self._names)), _("the dummy")

    def hand(self, hand: HandId) -> str:
        """Return the name of a hand of cards: "your hand", "Ana's hand", "the dummy"."""
        if hand == DUMMY:
            return _("the dummy")
        if self.is_you(hand):
            return _("your hand")
        return _("%(name)s’s hand") % {"name": self._names[hand]}

    def nils_on(self, hands: Iterable[HandId], bidder: Player) -> str:
        """List the hands of a bidder's nils: another bidder's "own hand", "your hand", "Ana's hand", "the dummy"."""
        if is_on_partner(hands, bidder):
            return _("the partner’s hand")
        own = self.hand(bidder) if self.is_you(bidder) else _("own hand")
        return listing([own if hand == bidder else self.hand(hand) for hand in sorted(hands)])

    def defender(self, hand: HandId) -> str:
        """Return the role of a defender whose partner is this hand: "Defender, with you", "Defender, with Ana"."""
        return self.say(hand, _("Defender, with you"), _("Defender, with %(name)s"))

    def say(self, hand: HandId, to_you: str, about: str, /, **facts: object) -> str:
        """Return `to_you` if the hand is the viewer's, else `about`, with the name as `%(name)s`."""
        if hand == self.viewer:
            return to_you % facts
        return about % {"name": capital(self._within[hand]), **facts}


def bags(count: int, limit: int | None) -> str:
    """Return a bag count and its limit: "9 of 10"; "9" where bags cost nothing."""
    return str(count) if limit is None else _("%(count)d of %(limit)d") % {"count": count, "limit": limit}


def days_and_hours(seconds: float) -> str:
    """Return a time in short: "2 d 5 h", "5 h 12 min" or "12 min". The last minute is one until it is over."""
    hours, minutes = divmod(max(int(seconds // 60), int(seconds > 0)), 60)
    days, hours = divmod(hours, 24)
    with_days, with_hours, with_minutes = forms_of_days_and_hours()
    form = with_days if days else with_hours if hours else with_minutes
    return form % {"days": days, "hours": hours, "minutes": minutes}


def forms_of_days_and_hours() -> tuple[str, str, str]:
    """Return how such a time is written: of more than a day, more than an hour, and less; a script does so too."""
    return _("%(days)d d %(hours)d h"), _("%(hours)d h %(minutes)d min"), _("%(minutes)d min")


def percent(part: int, whole: int) -> str:
    """Return a percentage without decimals, such as "37%"; a dash if `whole` is 0."""
    return _("%(share)d%%") % {"share": round(100 * part / whole)} if whole else "–"


def per_cent(share: float | Fraction | None) -> str:
    """Return a per cent of the field, such as "62.5%"; a dash without one."""
    return "–" if share is None else _("%(number)s%%") % {"number": decimal(float(share))}


def difference(points: Fraction) -> str:
    """Return a mean or a difference of points, rounded, with its sign."""
    return signed(round(points))
