"""What a view implies during the play: who may hold which card, and who is trying to do what."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import DUMMY, HANDS, CardPlayed, HandId, Player, Suit, View, owner, partner

from .cardsets import OF_SUIT, WHOLE_DECK, CardSet, card_set


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The play as the player on turn knows it.

    `hand` is the hand to play, `mate` the other hand of its side, `later` the hands that play to this trick after it.
    `may_hold` are, by hand, the cards that can be there; `density` is how likely each of them is, 1.0 in a known hand.
    `live_nils` are the hands whose own players try to take no trick and have taken none yet.
    """

    view: View
    me: Player
    hand: HandId
    mate: HandId
    later: tuple[HandId, ...]
    may_hold: tuple[CardSet, ...]
    density: tuple[float, ...]
    live_nils: frozenset[HandId]

    @property
    def ours(self) -> tuple[HandId, HandId]:
        return self.hand, self.mate

    @property
    def outstanding(self) -> CardSet:
        """Every card that can be in an opponent's hand."""
        return (
            (self.may_hold[0] | self.may_hold[1] | self.may_hold[2] | self.may_hold[3])
            & ~self.may_hold[self.hand]
            & ~(self.may_hold[self.mate] if self.density[self.mate] == 1.0 else 0)
        )

    @property
    def led(self) -> Suit | None:
        return self.view.trick[0].card.suit if self.view.trick else None


def learn(view: View) -> Knowledge:
    """What the viewer, whose turn it is to play, knows. Raises ValueError for any other view."""
    me, hand, declarer, order = view.viewer, view.to_play, view.declarer, view.order
    if me is None or hand is None or declarer is None or order is None or owner(hand, declarer) != me:
        raise ValueError("not this viewer's turn to play")
    seat = order.index(hand)
    may_hold = _may_hold(view)
    return Knowledge(
        view=view,
        me=me,
        hand=hand,
        mate=partner(hand, declarer),
        later=tuple(order[(seat + step) % 4] for step in range(1, 4 - len(view.trick))),
        may_hold=may_hold,
        density=tuple(min(1.0, view.counts[h] / max(1, may_hold[h].bit_count())) for h in HANDS),
        live_nils=frozenset(h for h in HANDS if not view.taken[h] and h in view.nils[owner(h, declarer)]),
    )


def unseen(view: View) -> CardSet:
    """The cards whose place this viewer does not know."""
    seen = card_set(view.hand or ()) | card_set(view.dummy or ()) | card_set(card for _, card in view.places)
    for trick in (*(trick.cards for trick in view.tricks), view.trick):
        seen |= card_set(played.card for played in trick)
    return WHOLE_DECK & ~seen


def _may_hold(view: View) -> tuple[CardSet, ...]:
    hidden = unseen(view)
    pools = [hidden & ~void for void in shown_voids(view)]
    if view.viewer is not None and view.hand is not None:
        pools[view.viewer] = card_set(view.hand)
    if view.dummy is not None:
        pools[DUMMY] = card_set(view.dummy)
    else:
        pools[DUMMY] |= card_set(card for _, card in view.places)
    return tuple(pools)


def shown_voids(view: View) -> list[CardSet]:
    """By hand, the suits it has shown not to hold: by failing to follow, or by leading an unbroken spade."""
    voids, broken = [0, 0, 0, 0], False
    for trick in (*(trick.cards for trick in view.tricks), view.trick):
        _note_voids(trick, voids, broken)
        broken = broken or any(played.card.suit is Suit.SPADES for played in trick)
    return voids


def _note_voids(trick: tuple[CardPlayed, ...], voids: list[CardSet], broken: bool) -> None:
    for lead in trick[:1]:
        if lead.card.suit is Suit.SPADES and not broken:
            voids[lead.hand] |= WHOLE_DECK & ~OF_SUIT[Suit.SPADES]
    for played in trick[1:]:
        if played.card.suit is not trick[0].card.suit:
            voids[played.hand] |= OF_SUIT[trick[0].card.suit]
