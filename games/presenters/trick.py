"""The middle of the table: the trick that lies there, and the one before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.engine import CardPlayed, HandId, Trick, View, winner
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import language

from .faces import Face, faces_to_see
from .seating import Places
from .words import Names, the_card


class TrickCard(NamedTuple):
    """A card in a trick: where it lies, whose it is, and whether it is the winning one."""

    position: str
    card: Face
    by: str
    wins: bool


class Centre(NamedTuple):
    """The trick in the middle, `label` its name: "Trick 3".

    `swept_to` is where a finished trick goes, "" while it is played. `slot` is the position the trick waits for,
    "" if it waits for none.
    """

    label: str
    cards: tuple[TrickCard, ...]
    swept_to: str
    slot: str


@dataclass(frozen=True, slots=True, eq=False)
class PastTrick:
    """A finished trick to look up: its cards in order and one sentence about it.

    It is looked at to the end of the deal, and compared by identity, which is quick.
    """

    number: int
    cards: tuple[TrickCard, ...]
    sentence: str


def centre(view: View, places: Places, names: Names) -> Centre | None:
    """The trick in progress, or the last one until the next card is led; None before the play."""
    if view.declarer is None:
        return None
    slot = places[view.to_play] if view.to_play is not None and view.claim is None else ""
    if view.trick or not view.tricks:
        best = winner(view.trick) if view.trick else None
        return Centre(_label(len(view.tricks) + 1), _cards(view.trick, best, places, names), "", slot)
    last = view.tricks[-1]
    return Centre(_label(len(view.tricks)), _cards(last.cards, last.winner, places, names), places[last.winner], slot)


def last_trick(view: View, places: Places, names: Names) -> PastTrick | None:
    """The last finished trick, if there is one."""
    return _past(language(), len(view.tricks), view.tricks[-1], places, names) if view.tricks else None


def _label(number: int) -> str:
    return _("Trick %(number)s") % {"number": number}


def past_tricks(view: View, places: Places, names: Names) -> tuple[PastTrick, ...]:
    """The finished tricks, the last one first."""
    spoken, numbered = language(), list(enumerate(view.tricks, start=1))
    return tuple([_past(spoken, number, trick, places, names) for number, trick in reversed(numbered)])


@lru_cache(maxsize=8192)
def _past(_in_language: str | None, number: int, trick: Trick, places: Places, names: Names) -> PastTrick:
    return PastTrick(number, _cards(trick.cards, trick.winner, places, names), won(trick, names))


def won(trick: Trick, names: Names) -> str:
    """Who won a trick, and with what: "Ana wins the trick with the king of hearts."."""
    card = next(played.card for played in trick.cards if played.hand == trick.winner)
    return names.say(
        trick.winner,
        _("You win the trick with %(card)s."),
        _("%(name)s wins the trick with %(card)s."),
        card=the_card(card),
    )


def _cards(plays: tuple[CardPlayed, ...], best: HandId | None, places: Places, names: Names) -> tuple[TrickCard, ...]:
    faces = faces_to_see()
    return tuple(
        [
            TrickCard(places[played.hand], faces[played.card.index], names.label(played.hand), played.hand == best)
            for played in plays
        ]
    )
