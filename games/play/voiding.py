"""Declaring a game void: its history rows, tallies and ratings are removed."""

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import LONGEST_REASON, AuditAction
from games.history import ladders, result_rows
from games.history.result_rows import Counts, TallyKey
from games.models import DealResult, Game, Stage, Tally, Void
from games.play import progress, queue, results


class AlreadyVoid(ActionDenied):
    """The game has been declared void before."""

    def __init__(self) -> None:
        super().__init__(_("This game is void already."))


def void(*, code: str, by: User, reason: str) -> None:
    """Declare a game void: it ends if it still runs, and counts neither for statistics nor for ratings.

    All ratings become what they would be without this game. Raises AlreadyVoid, Game.DoesNotExist.
    """
    with queue.change(code) as game:
        if Void.objects.filter(game=game).exists():
            raise AlreadyVoid
        Void.objects.create(game=game, by=by, reason=Truncator(reason).chars(LONGEST_REASON))
        if Stage(game.stage).has_ended:
            progress.changed(game)  # its ratings, on pages that are still open
        else:
            progress.close(game)
        lines = DealResult.objects.filter(score__deal__game=game)
        audit.record(by=by, action=AuditAction.VOID, target=game, reason=reason)
        taken_back = [_negative(*result_rows.tally(line)) for line in lines.select_related("score")]
        results.add_tallies(taken_back)
        Tally.objects.filter(user__in=_people(game), deals=0).delete()
        lines.delete()
        rated = game.results.filter(place__isnull=False).first()
        if rated is not None:
            for ladder in ladders.ladders_for(rated):
                ladders.remove(ladder, (rated.at, game.pk))


def _people(game: Game) -> list[int]:
    return [seat.user_id for seat in game.seats.all() if seat.user_id is not None]


def _negative(key: TallyKey, counts: Counts) -> tuple[TallyKey, Counts]:
    return key, tuple(-count for count in counts)
