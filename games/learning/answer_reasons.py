"""Why the best answer to an exercise is the best, in one or two sentences, from what its player may know."""

from functools import partial

from django.utils.translation import gettext as _

from games import bots
from games.bots import Cause, Reason
from games.bots.bidding import hand_tricks
from games.engine import DUMMY, Bid, Card, Play
from games.play import thinking_pool
from games.play.thinking_pool import Purpose
from games.words.names import Names, decimal
from games.words.reasons import reason_sentence

from .exercise_words import names_at
from .exercises import Exercise, Kind
from .hints import reason as general_reason


def reason(exercise: Exercise) -> str:
    """Return in words what speaks for the best answer."""
    names = names_at(exercise.player)
    match exercise.best.move:
        case Card() as card:
            return _for_card(exercise, card, names)
        case Bid() as bid:
            return _for_bid(exercise, bid, names)
    assert exercise.dummy is not None, "only the dummy is judged by a number of tricks"
    text = _(
        "In deals that fit what you know the dummy is worth %(average)s tricks on average. Your own hand is worth "
        "%(own)s, and the four hands share 13."
    )
    own = hand_tricks(exercise.view.hand or ())
    return text % {"average": decimal(exercise.dummy.average), "own": decimal(own)}


def _for_card(exercise: Exercise, best: Card, names: Names) -> str:
    """Return which contract, nil or bags the card decides; if none, a general reason that speaks for no worse card."""
    effect = _from_search(exercise, Play(exercise.player, best))
    if effect.cause is not Cause.NO_DIFFERENCE:
        return reason_sentence(effect, names)
    wrong = [option.move for option in exercise.options if not exercise.is_right(option)]
    of_wrong = {general_reason(exercise.view, card) for card in wrong if isinstance(card, Card)}
    words = general_reason(exercise.view, best)
    if words and words not in of_wrong:
        return words
    return _("No single contract or nil makes the difference: all of them together are worth a little more.")


def _for_bid(exercise: Exercise, best: Bid, names: Names) -> str:
    """Return what the bid is made of; where a nil is asked for or declared, how often it fails."""
    words = general_reason(exercise.view, best)
    if not best.nils & {best.player, DUMMY} and exercise.kind is not Kind.NIL:
        return words
    nil = _nil_in_question(exercise, best)
    effect = _from_search(exercise, nil)
    sentence = reason_sentence(effect, names)
    if nil is not best or best.player not in best.nils:
        return sentence
    if effect.chance < 0.5:
        return " ".join((sentence, _("The other bid would score worse all the same.")))
    return f"{words} {sentence}"


def _nil_in_question(exercise: Exercise, best: Bid) -> Bid:
    """Return the best bid, or the one with a nil on the own hand that it was chosen over."""
    if exercise.kind is not Kind.NIL or best.player in best.nils:
        return best
    bids = (option.move for option in exercise.options if isinstance(option.move, Bid))
    return next(bid for bid in bids if bid.player in bid.nils)


def _from_search(exercise: Exercise, move: Bid | Play) -> Reason:
    return thinking_pool.wait_for(Purpose.REVIEW, partial(bots.judge, exercise.view, move)).reason
