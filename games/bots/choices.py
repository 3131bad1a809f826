"""The cards that others have chosen, each with the position then as far as a viewer knows it."""

from games.engine import View, owner

from .cardsets import BIT
from .knowledge import played_by
from .search import position
from .search.compiling import Ints
from .search.evidence import CARD, LATER, empty_choices


def choices_of(view: View, now: Ints) -> Ints:
    """Return a row for each card of another player (see `search.evidence`); `now` is the position of the view."""
    assert view.order is not None, "cards are played after the bidding"
    assert view.declarer is not None
    played = [card for trick in view.tricks for card in trick.cards] + list(view.trick)
    chosen = [owner(card.hand, view.declarer) != view.viewer for card in played]
    rows, then, row = empty_choices(sum(chosen)), now.copy(), 0
    then[position.TURN : position.CONTRACT] = 0
    then[position.TRICKS_LEFT] = 13
    then[:4] = [played_by(view, hand) for hand in view.order]
    if played:
        then[position.TURN] = view.order.index(played[0].hand)
    for card, by_other in zip(played, chosen, strict=True):
        if by_other:
            rows[row, : position.SIZE] = then
            rows[row, CARD], rows[row, LATER:] = BIT[card.card.index], then[:4]
            row += 1
        position.play(then, BIT[card.card.index])
    return rows
