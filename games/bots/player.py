"""One decision of a bot, for every kind of action."""

import random
from functools import cache

from ..engine import Action, AnswerClaim, Bid, Peek, Phase, Play, Player, View
from ..extras import need
from .bidding import choose_bid
from .claims import accepts
from .levels import EFFORT, STYLE_BONUSES, Level, PlayingStyle, StyleBonus
from .play import choose_card
from .result_types import Advice, BidReview, CardReview, DummyReview, HiddenHands, Opinion
from .search import compiled_code, library


def choose(
    view: View, rng: random.Random, level: Level = Level.BEGINNER, style: PlayingStyle = PlayingStyle.STEADY
) -> Action:
    """Return the action that the viewer takes now; equal views and equal states of `rng` give equal actions.

    Raises ValueError if the deal does not wait for the viewer.
    """
    player = _on_turn(view)
    if view.phase is Phase.PEEKING:
        return choose_peek(view, player, rng)
    if view.may_answer_claim:
        return AnswerClaim(player, accepts(view, player))
    return _move(view, player, rng, level, STYLE_BONUSES[style])


def _on_turn(view: View) -> Player:
    """Return the viewer. Raises ValueError if the deal does not wait for them."""
    if view.viewer is None or view.viewer not in view.waiting:
        raise ValueError("the deal does not wait for this viewer")
    return view.viewer


def _check(view: View, action: Bid | Play) -> None:
    """Raise ValueError if the viewer may not make this bid, or play this card, now."""
    if action.player != _on_turn(view):
        raise ValueError(f"the viewer is player {view.viewer}, and this is an action of player {action.player}")
    if isinstance(action, Play):
        legal = action.card in view.playable
    else:
        legal = any(action.tricks in option.tricks and action.nils in option.nils for option in view.bid_options)
    if not legal:
        raise ValueError(f"the viewer may not do this now: {action}")


def _move(view: View, player: Player, rng: random.Random, level: Level, bonus: StyleBonus) -> Bid | Play:
    bidding = view.phase is Phase.BIDDING
    if level is Level.BEGINNER:
        return choose_bid(view, player, bonus) if bidding else Play(player, choose_card(view))
    prepare()
    from . import thinking

    if bidding:
        return thinking.search_bid(view, player, rng, EFFORT[level], bonus)
    return Play(player, thinking.search_card(view, rng, EFFORT[level]))


def advise(view: View) -> Advice:
    """Return what an expert would do, and why: always the same. Raises ValueError if nothing is asked of the viewer."""
    if not (view.playable or view.bid_options):
        return Advice(choose(view, random.Random(0), Level.EXPERT), None)
    prepare()
    from . import reviews

    return reviews.advise(view)


def judge(view: View, action: Bid | Play) -> Opinion:
    """Return what an expert thinks of a legal bid or card of the viewer, knowing only what the viewer knew.

    It agrees with the advice for the same view. Raises ValueError if the deal does not wait for the viewer, or the
    action is not legal.
    """
    _check(view, action)
    prepare()
    from . import reviews

    return reviews.judge(view, action)


def review_bids(view: View, made: Bid | None = None) -> BidReview | None:
    """Return the worth of the bids to consider, and of the one `made`; None if the viewer has no choice.

    Raises ValueError if the viewer is not to bid, or the bid made is not legal.
    """
    if not view.bid_options:
        raise ValueError("the viewer is not to bid")
    if made is not None:
        _check(view, made)
    prepare()
    from . import reviews

    return reviews.review_bids(view, made)


def points_spread(view: View, bid: Bid) -> tuple[float, ...]:
    """Return the shares of the reviewed deals by the points that a bid brings in them (`reviews.points_spread`).

    Raises ValueError if the viewer is not to bid, or the bid is not legal.
    """
    _check(view, bid)
    prepare()
    from . import reviews

    return reviews.points_spread(view, bid)


def review_cards(view: View) -> CardReview:
    """Return the worth of the cards that the viewer may play. Raises ValueError if the viewer is not to play."""
    if not view.playable:
        raise ValueError("the viewer is not to play a card")
    prepare()
    from . import reviews

    return reviews.review_cards(view)


def review_dummy(view: View) -> DummyReview:
    """Return what the viewer, who is to bid or to make the opening lead, may think of the face-down dummy's tricks.

    Raises ValueError if the deal does not wait for the viewer, or the dummy is open.
    """
    _on_turn(view)
    if view.dummy is not None:
        raise ValueError("the dummy is open")
    prepare()
    from . import reviews

    return reviews.review_dummy(view)


def infer_hidden(view: View) -> HiddenHands:
    """Return what the viewer, who is to bid or to play, may infer about the hidden hands: always the same.

    Raises ValueError if nothing of that is asked of the viewer.
    """
    if not (view.playable or view.bid_options):
        raise ValueError("the viewer is neither to bid nor to play a card")
    prepare()
    from . import reviews

    return reviews.infer_hidden(view)


@cache
def prepare() -> None:
    """Load the compiled search, or compile it if it is not on disk yet, so that the first move need not wait for it."""
    if not compiled_code.MADE_AHEAD:
        need("bots", "numba")
    library.load(compiled_code.SEARCH)


def are_compiled() -> bool:
    """Return whether `prepare` takes no time; otherwise it takes a quarter of a minute."""
    return compiled_code.file_of(compiled_code.SEARCH).exists()


def choose_peek(view: View, player: Player, rng: random.Random) -> Peek:
    """Choose random places that are face down: they are unsorted, so none is better than another."""
    hidden = [place for place in range(13) if place not in view.flipped]
    return Peek(player, tuple(sorted(rng.sample(hidden, view.peek_count))))
