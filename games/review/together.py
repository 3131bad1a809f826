"""The bar above a review that the people of a table look at together: who leads, and what the reader may do."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine import Player
from games.models import Game, JointReview
from games.play import holds, joint_reviews, loading
from games.play.joint_reviews import Shown
from games.review.log import ReviewSelection
from games.review.queries import ReviewedDeal, names_at
from games.values import Stage
from games.words.names import Names


class TogetherBar(NamedTuple):
    """The joint review of deal `number` as one reader's page shows it, which `follows` the leader or not.

    `words` say who leads, or why nobody does. `held_until` is when the reader's minute is over, for whom the next deal
    waits. `step` is the query of the leader's step, "" if nobody leads; `leads`
    says whether the reader does, and `is_over` whether the next deal has begun.
    """

    code: str
    number: int
    follows: bool
    words: str
    step: str = ""
    leads: bool = False
    may_lead: bool = False
    to_step: str = ""
    is_over: bool = False
    held_until: datetime | None = None


def bar_of(game: Game, number: int, viewer: Player | None, *, follows: bool) -> TogetherBar | None:
    """Return the bar for a reader of this finished deal; None if the page does not follow and the bar would be empty.

    `viewer` is the reader's player, None for a spectator.
    """
    names = names_at(game, viewer)
    is_last = number == game.deal_number and Stage(game.stage) in loading.REVIEWED_TOGETHER
    review = loading.joint_review(game) if is_last else None
    may_lead, held_until = is_last and joint_reviews.may_lead(game, viewer), holds.held_until(game, viewer)
    if review is not None:
        bar = _bar_of_leader(review, game.code, names, follows=follows, may_lead=may_lead)
        return bar._replace(held_until=held_until)
    if not is_last and (follows or _is_awaited(game, viewer)):
        return TogetherBar(game.code, number, follows, _over(game), is_over=True)
    words = _("Nobody leads now.") if follows else _("The others at the table can join in.") if may_lead else ""
    bar = TogetherBar(game.code, number, follows, words, may_lead=may_lead, held_until=held_until)
    return bar if words or held_until else None


def _is_awaited(game: Game, viewer: Player | None) -> bool:
    """Return whether this is a player of a live game whose next deal is being played."""
    return viewer is not None and game.stage == Stage.DEAL and not game.is_by_turns and not game.mode.single_deal


def bar_above(deal: ReviewedDeal, *, follows: bool) -> TogetherBar | None:
    """Return the bar above the review of a table's deal for its reader, as `bar_of` does."""
    return bar_of(deal.game, deal.number, deal.viewer, follows=follows) if deal.game else None


def _over(game: Game) -> str:
    """Return why a joint review is over: the next deal has begun, or the game has ended meanwhile."""
    if Stage(game.stage).has_ended:
        return _("The game has ended: looking together is over.")
    return _("Deal %(number)s has begun.") % {"number": game.deal_number}


def _bar_of_leader(review: JointReview, code: str, names: Names, *, follows: bool, may_lead: bool) -> TogetherBar:
    leads, step = review.leader == names.viewer, ReviewSelection("", {}, *shown_in(review)).step
    if follows:
        you, about = _("You lead: the others see each step."), _("%(name)s leads: this page follows.")
    else:
        you, about = (
            _("You are looking at this deal with the table."),
            _("%(name)s is looking at this deal with the table."),
        )
    return TogetherBar(
        code=code,
        number=review.deal_number,
        follows=follows,
        words=names.say(review.leader, you, about),
        step=step,
        leads=leads,
        may_lead=may_lead and not leads,
        to_step="" if leads else _("To %(name)s’s step") % {"name": names.label(review.leader)},
    )


def shown_in(review: JointReview) -> Shown:
    """Return what the leader shows."""
    return Shown(review.at, review.seen_by, review.mistakes_of, review.costly)


def shown_of(chosen: ReviewSelection) -> Shown:
    """Return what a page shows that a leader may show the others."""
    return Shown(chosen.at, chosen.seen_by, chosen.mistakes_of, chosen.costly)
