"""What a player may think of the dummy before it is exposed, from deals that agree with what the player knows."""

from math import sqrt
from random import Random

import numpy as np

from games.engine import DUMMY, View

from .bid_review import DEALS, SEED
from .reasons import DUMMY_TRICKS, DummyReview
from .search.evidence import tricks_in
from .thinking import imagine_hands


def review_dummy(view: View) -> DummyReview:
    """Return how many tricks the dummy's hand may be worth. The view is one before the opening lead."""
    hands, weights = imagine_hands(view, Random(SEED), DEALS)
    tricks = np.array([tricks_in(hand) for hand in hands[:, DUMMY]])
    average = float(weights @ tricks)
    error = sqrt(float(weights @ (tricks - average) ** 2) * float(weights @ weights))
    rounded = np.clip(np.rint(tricks), DUMMY_TRICKS[0], DUMMY_TRICKS[-1])
    return DummyReview(average, error, tuple(float(weights[rounded == count].sum()) for count in DUMMY_TRICKS))
