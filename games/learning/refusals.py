"""Why a lesson does not accept a move, in words that name the move."""

from django.utils.translation import gettext as _

from games.engine import Bid, IllegalAction, Play
from games.words import errors
from games.words.names import the_card


def illegal(made: object, refusal: IllegalAction) -> str:
    """Return which card cannot be played, and why; of other moves only why."""
    why = errors.sentence(refusal)
    if not isinstance(made, Play):
        return why
    return _("You can’t play %(card)s. %(why)s") % {"card": the_card(made.card), "why": why}


def not_asked_for(made: object) -> str:
    """Return that the rules allow the move, and that the lesson asks for another one."""
    if isinstance(made, Play):
        words = _("You could play %(card)s, but here the lesson asks for another card.")
        return words % {"card": the_card(made.card)}
    if isinstance(made, Bid):
        with_nil = _("You could bid %(tricks)d and nil, but here the lesson asks for another bid.")
        without = _("You could bid %(tricks)d without nil, but here the lesson asks for another bid.")
        return (with_nil if made.nils else without) % {"tricks": made.tricks}
    return _("You could, but here the lesson asks for another move.")
