"""Joint reviews: the people of a live table look at the deal that has ended together, and one of them leads.

The leader shares a position and a view, never cards: each page requests the cards that its own reader may see.
"""

from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.base.statements import Statement
from games.engine import Player
from games.models import Game, JointReview, Seat
from games.play import loading, progress, queue, seats
from games.play.errors import NotPossible
from games.play.modes import access
from games.pubsub import groups
from games.values import Stage


class Shown(NamedTuple):
    """What the leader of a review shows: the fields of `JointReview` with these names."""

    at: int
    seen_by: Player | None = None
    mistakes_of: Player | None = None
    costly: bool = False


def lead(*, code: str, player: Player, number: int, shown: Shown) -> None:
    """Begin to look at the finished deal `number` together, or take the lead from another player. Raises NotPossible.

    The next deal waits as it does for a player who looks alone (`games.play.holds`).
    """
    with queue.change(code) as game:
        _check_may_lead(game, player, number)
        led = {"deal_number": number, "leader": player, "led_since": timezone.now()}
        JointReview.objects.update_or_create(game=game, defaults=led | shown._asdict())
        progress.changed(game)


@transaction.atomic
def show(*, code: str, player: Player, number: int, shown: Shown) -> None:
    """Show the others another step of the deal `number`. Raises NotPossible if this player does not lead its review."""
    review = loading.joint_review(Game.objects.get(code=code))
    if review is None:
        raise NotPossible
    led = JointReview.objects.filter(pk=review.pk, deal_number=number, leader=player, led_since=review.led_since)
    if not led.update(**shown._asdict()):
        raise NotPossible
    groups.step_shown_on_commit(code)


def stop(*, code: str, player: Player, number: int) -> None:
    """End the joint review that this player leads. Raises NotPossible if it is over."""
    with queue.change(code) as game:
        review = loading.joint_review(game)
        if review is None or (review.leader, review.deal_number) != (player, number):
            raise NotPossible
        review.delete()
        progress.changed(game)


_PEOPLE: Final = Statement(
    lambda game: Seat.objects.filter(game=game, user__isnull=False, bot_name="").values_list("player")
)


def may_lead(game: Game, player: Player | None) -> bool:
    """Return whether this player may look at the last deal with others who sit at the table in person."""
    if (
        player is None
        or Stage(game.stage) not in loading.REVIEWED_TOGETHER
        or game.is_by_turns
        or game.mode.single_deal
    ):
        return False
    if access.are_closed(game):
        return False
    return any(seat != player for (seat,) in _PEOPLE.all(game.pk))


def _check_may_lead(game: Game, player: Player, number: int) -> None:
    """Raise NotPossible unless this player may lead a review of this deal of the locked game."""
    if Stage(game.stage).is_running:
        seats.check_plays(game, player)
    if number != game.deal_number or not may_lead(game, player):
        raise NotPossible
