"""Cards, hands and numbers in words, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine import DUMMY, Card, HandId, Player, Rank, Suit
from games.snapshot import SeatInfo

_SOUND_OF_I = re.compile("h?[ií](?!e)", re.IGNORECASE)


def suit_name(suit: Suit) -> str:
    """The suit in the middle of a sentence: "hearts"."""
    return (_("spades"), _("hearts"), _("diamonds"), _("clubs"))[suit]


def rank_name(rank: Rank) -> str:
    """The rank in the middle of a sentence: "queen", "ten"."""
    names = (
        _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"), _("ten"),
        _("jack"), _("queen"), _("king"), _("ace"),
    )  # fmt: skip
    return names[rank - Rank.TWO]


def the_rank(rank: Rank) -> str:
    """The rank with its article, which depends on the rank in some languages: "the queen", "la dama"."""
    names = (
        _("the two"), _("the three"), _("the four"), _("the five"), _("the six"), _("the seven"), _("the eight"),
        _("the nine"), _("the ten"), _("the jack"), _("the queen"), _("the king"), _("the ace"),
    )  # fmt: skip
    return names[rank - Rank.TWO]


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
