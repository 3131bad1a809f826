"""Cards, hands and numbers in words, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine import DUMMY, Card, HandId, Player, Rank, Suit
from games.snapshot import SeatInfo

_SOUND_OF_I = re.compile("h?[ií](?!e)", re.IGNORECASE)

# Lazy, so that only the word that is asked for gets looked up: a table names some fifty cards.
_SUITS = (gettext_lazy("spades"), gettext_lazy("hearts"), gettext_lazy("diamonds"), gettext_lazy("clubs"))
_RANKS = (
    gettext_lazy("two"), gettext_lazy("three"), gettext_lazy("four"), gettext_lazy("five"), gettext_lazy("six"),
    gettext_lazy("seven"), gettext_lazy("eight"), gettext_lazy("nine"), gettext_lazy("ten"), gettext_lazy("jack"),
    gettext_lazy("queen"), gettext_lazy("king"), gettext_lazy("ace"),
)  # fmt: skip
_THE_RANKS = (
    gettext_lazy("the two"), gettext_lazy("the three"), gettext_lazy("the four"), gettext_lazy("the five"),
    gettext_lazy("the six"), gettext_lazy("the seven"), gettext_lazy("the eight"), gettext_lazy("the nine"),
    gettext_lazy("the ten"), gettext_lazy("the jack"), gettext_lazy("the queen"), gettext_lazy("the king"),
    gettext_lazy("the ace"),
)  # fmt: skip


def suit_name(suit: Suit) -> str:
    """The suit in the middle of a sentence: "hearts"."""
    return str(_SUITS[suit])


def rank_name(rank: Rank) -> str:
    """The rank in the middle of a sentence: "queen", "ten"."""
    return str(_RANKS[rank - Rank.TWO])


def the_rank(rank: Rank) -> str:
    """The rank with its article, which depends on the rank in some languages: "the queen", "la dama"."""
    return str(_THE_RANKS[rank - Rank.TWO])


def rank_label(rank: Rank) -> str:
    """The index printed on a card: "A", "10"."""
    return "10" if rank is Rank.TEN else rank.letter


def card_name(card: Card) -> str:
    """The card in the middle of a sentence: "queen of hearts"."""
    return _("%(rank)s of %(suit)s") % {"rank": rank_name(card.rank), "suit": suit_name(card.suit)}


def the_card(card: Card) -> str:
    """The card with its article: "the queen of hearts"."""
    return _("%(rank)s of %(suit)s") % {"rank": the_rank(card.rank), "suit": suit_name(card.suit)}


def signed(points: int) -> str:
    """Points won or lost, with a real minus sign: "+52", "−60", "0"."""
    return f"+{points}" if points > 0 else plain(points)


def plain(points: int) -> str:
    """A total, with a real minus sign: "209", "−24"."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def capital(sentence: str) -> str:
    """The text with its first letter in upper case, the rest untouched."""
    return sentence[:1].upper() + sentence[1:]


def listing(items: Sequence[str]) -> str:
    """Several things in one breath: "a", "a and b", "a, b and c"; in Spanish "a y b", but "a e Inés"."""
    if len(items) < 2:
        return "".join(items)
    *others, last = items
    template = _("%(first)s and %(last)s")
    if _SOUND_OF_I.match(last):
        template = pgettext("before the sound of i", "%(first)s and %(last)s")
    return template % {"first": ", ".join(others), "last": last}


class Names:
    """What the hands of one table are called in front of one viewer."""

    def __init__(self, seats: Sequence[SeatInfo], viewer: Player | None) -> None:
        self._seats = seats
        self._viewer = viewer

    def is_you(self, hand: HandId) -> bool:
        """Whether this is the viewer's own hand."""
        return hand == self._viewer

    def label(self, hand: HandId) -> str:
        """The name on a plate or over a column: "You", "Ana", "Dummy"."""
        if hand == DUMMY:
            return _("Dummy")
        return _("You") if self.is_you(hand) else self._seats[hand].name

    def subject(self, hand: HandId) -> str:
        """The name that begins a sentence about somebody else: "Ana", "The dummy"."""
        return capital(self.within(hand))

    def within(self, hand: HandId) -> str:
        """The name inside a sentence, the viewer's as after "on": "you", "Ana", "the dummy"."""
        if hand == DUMMY:
            return _("the dummy")
        return pgettext("after a preposition", "you") if self.is_you(hand) else self._seats[hand].name

    def hand(self, hand: HandId) -> str:
        """The cards somebody holds: "your hand", "Ana's hand", "the dummy"."""
        if hand == DUMMY:
            return _("the dummy")
        if self.is_you(hand):
            return _("your hand")
        return _("%(name)s’s hand") % {"name": self._seats[hand].name}

    def defender(self, hand: HandId) -> str:
        """The role of a defender whose partner is this hand: "Defender, with you", "Defender, with Ana"."""
        return self.say(hand, _("Defender, with you"), _("Defender, with %(name)s"))

    def say(self, hand: HandId, to_you: str, about: str, /, **facts: object) -> str:
        """One of two sentences: the one that speaks to the viewer, or the one about `%(name)s`."""
        return (to_you if self.is_you(hand) else about) % {"name": self.subject(hand), **facts}
