"""Hands that lie open, and the claim that opens one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from accounts.preferences import HandOrder
from games.engine import DUMMY, HAND_NAMES, HANDS, Card, HandId, View
from games.presenters.i18n_cache import gettext as _

from .faces import Face, SuitGroup, face, groups
from .news import claim_news, waiting
from .seating import Places
from .words import Names


class OpenHand(NamedTuple):
    """A hand whose cards may be seen, by suit. `on_turn` if a card is asked from it now, by this viewer."""

    code: str
    label: str
    position: str
    on_turn: bool
    groups: tuple[SuitGroup, ...]


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand laid open after the deal, with the name of who held it."""

    label: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ClaimBox:
    """A claim on the table: what it says, the hand it is for, whether the viewer is to answer, or who else is."""

    sentence: str
    hand: tuple[Face, ...]
    may_answer: bool
    waiting: str


def own_hand(view: View, seats: Places, order: HandOrder = HandOrder.ALTERNATING) -> OpenHand | None:
    """The viewer's hand, sorted as the viewer likes it; None for a spectator."""
    if view.viewer is None or view.hand is None or view.hand_shape is None:
        return None
    playable = asked_of(view, view.viewer)
    held = groups(view.hand, view.hand_shape, playable, order)
    return OpenHand(HAND_NAMES[view.viewer], _("Your hand"), seats[view.viewer], bool(playable), held)


def exposed_dummy(view: View, names: Names, seats: Places) -> OpenHand | None:
    """The dummy once everybody sees it."""
    if view.dummy is None or view.dummy_shape is None:
        return None
    playable = asked_of(view, DUMMY)
    held = groups(view.dummy, view.dummy_shape, playable)
    return OpenHand(HAND_NAMES[DUMMY], names.label(DUMMY), seats[DUMMY], bool(playable), held)


def hands_as_dealt(view: View, names: Names) -> tuple[DealtHand, ...]:
    """The four hands of a finished deal (RULES section 10); none before."""
    if view.dealt is None:
        return ()
    return tuple(DealtHand(names.label(hand), view.dealt[hand]) for hand in HANDS)


def asked_of(view: View, hand: HandId | None) -> tuple[Card, ...]:
    """The cards that may be played from this hand now, by this viewer; a spectator has no hand, and nothing to play."""
    return view.playable if view.to_play == hand else ()


def claim_box(view: View, names: Names) -> ClaimBox | None:
    """The claim that waits for answers, if there is one (RULES section 6)."""
    if view.claim is None or view.claim_hand is None:
        return None
    return ClaimBox(
        sentence=claim_news(view.claim, names),
        hand=tuple(map(face, view.claim_hand)),
        may_answer=view.may_answer_claim,
        waiting="" if view.may_answer_claim else waiting(view, names),
    )
