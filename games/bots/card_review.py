"""The worth of the cards that a player may play, in deals that agree with what that player knows.

It agrees with hints and with the judgement of reviews (`opinions`), which use the same deals.
"""

from random import Random

from games.engine import View

from .bid_review import SEED
from .levels import EFFORT, Level
from .reasons import CardReview, CardWorth
from .thinking import average_worth, compare_cards, search_card, worth_errors


def review_cards(view: View) -> CardReview:
    """Compare the cards of a view whose viewer has to play."""
    end_counts, best = compare_cards(view, Random(SEED)), search_card(view, Random(SEED), EFFORT[Level.EXPERT])
    worths, errors = average_worth(view, end_counts), worth_errors(view, end_counts)
    cards = {card: CardWorth(card, float(worths[card.index]), float(errors[card.index])) for card in view.playable}
    return CardReview(tuple(cards.values()), cards[best])
