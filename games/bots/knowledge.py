"""What follows from a view during the play: which cards each hand may hold, and which nils are still alive."""

from dataclasses import dataclass

from games.engine import DUMMY, HANDS, CardPlayed, HandId, Player, Suit, View, owner, partner

from .cardsets import OF_SUIT, WHOLE_DECK, CardSet, card_set


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The play as the player on turn knows it.

    `me` is the player on turn, `hand` the hand to play, `partner` the other hand of its side, `later` are the hands
    that play to this trick after it. `may_hold` are, by hand, the cards that it may hold; `density` is the probability
    that it holds each of them, 1.0 in a known hand. `live_nils` are the hands that have taken no trick yet and on
    which a nil of their own player (for the dummy: declarer) applies.
    """

    view: View
    me: Player
    hand: HandId
    partner: HandId
    later: tuple[HandId, ...]
    may_hold: tuple[CardSet, ...]
    density: tuple[float, ...]
    live_nils: frozenset[HandId]

    @property
    def own_side(self) -> tuple[HandId, HandId]:
        return self.hand, self.partner

    @property
    def outstanding(self) -> CardSet:
        """The cards that may be in an opponent's hand."""
        return (
            (self.may_hold[0] | self.may_hold[1] | self.may_hold[2] | self.may_hold[3])
            & ~self.may_hold[self.hand]
            & ~(self.may_hold[self.partner] if self.density[self.partner] == 1.0 else 0)
        )

    @property
    def led(self) -> Suit | None:
        return self.view.trick[0].card.suit if self.view.trick else None


def knowledge_from(view: View) -> Knowledge:
    """Return what the viewer, whose turn it is to play, knows. Raises ValueError for any other view."""
    me, hand, declarer, order = view.viewer, view.to_play, view.declarer, view.order
    if me is None or hand is None or declarer is None or order is None or owner(hand, declarer) != me:
        raise ValueError("not this viewer's turn to play")
    seat = order.index(hand)
    may_hold = _may_hold(view)
    return Knowledge(
        view=view,
        me=me,
        hand=hand,
        partner=partner(hand, declarer),
        later=tuple(order[(seat + step) % 4] for step in range(1, 4 - len(view.trick))),
        may_hold=may_hold,
        density=tuple(min(1.0, view.counts[h] / max(1, may_hold[h].bit_count())) for h in HANDS),
        live_nils=frozenset(h for h in HANDS if not view.taken[h] and h in view.nils[owner(h, declarer)]),
    )


def unseen(view: View) -> CardSet:
    """Return the cards whose place this viewer does not know."""
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
    """Return for each hand the cards of suits it has shown not to hold, by not following or leading unbroken spades."""
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
