"""What a learner's move in a lesson leads to: the next step, or the reason why it does not."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine import Bid, IllegalAction, Play
from games.lessons.lesson import YOU, Lesson, WrongLessonMove
from games.play import moves
from games.play.errors import NotUnderstood
from games.play.moves import Fields, Move
from games.words import errors
from games.words.names import the_card


class Answer(NamedTuple):
    """The number of the step to show. If the move was not accepted, that is the step at which it was made: then
    `refusal` is the reason, and `notice` has it in words.
    """

    number: int
    notice: str = ""
    refusal: Exception | None = None


def answer(lesson: Lesson, kind: str, fields: Fields) -> Answer:
    """Answer a move of the learner, "bid", "play" or "claim", by the fields of its form."""
    number, made = 0, None
    try:
        number = min(moves.version(fields), lesson.last)
        made = moves.read(kind, YOU, fields)
        lesson.check_move(number, made)
    except NotUnderstood as refusal:
        return Answer(number, refusal.sentence(), refusal)
    except WrongLessonMove as refusal:
        return Answer(number, _not_asked_for(made), refusal)
    except IllegalAction as refusal:
        return Answer(number, _illegal(made, refusal), refusal)
    return Answer(number + 1)


def _illegal(made: Move | None, refusal: IllegalAction) -> str:
    """Return which card cannot be played, and why; of other moves only why."""
    why = errors.sentence(refusal)
    if not isinstance(made, Play):
        return why
    return _("You can’t play %(card)s. %(why)s") % {"card": the_card(made.card), "why": why}


def _not_asked_for(made: Move | None) -> str:
    """Return that the rules allow the move, and that the lesson asks for another one."""
    if isinstance(made, Play):
        words = _("You could play %(card)s, but here the lesson asks for another card.")
        return words % {"card": the_card(made.card)}
    if isinstance(made, Bid):
        with_nil = _("You could bid %(tricks)d and nil, but here the lesson asks for another bid.")
        without = _("You could bid %(tricks)d, but here the lesson asks for another bid.")
        return (with_nil if made.nils else without) % {"tricks": made.tricks}
    return _("You could, but here the lesson asks for another move.")
