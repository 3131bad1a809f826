"""Staff declare a game void: everything that followed from it is taken back."""

from __future__ import annotations

from django.db import transaction
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.site_config import audit
from accounts.site_config.errors import DeedRefused
from accounts.site_config.models import LONGEST_REASON, Deed
from games.history import ladders, result_rows
from games.history.result_rows import Counts, TallyKey
from games.lobby import tables
from games.models import (
    DealResult,
    Game,
    Tally,
    Void,
)
from games.play import event_log, results
from games.play.snapshot import Stage


class AlreadyVoid(DeedRefused):
    """The game has been declared void before."""

    def __init__(self) -> None:
        super().__init__(_("This game is void already."))


@transaction.atomic
def void(*, code: str, by: User, reason: str) -> None:
    """Declare a game void: it ends if it still runs, and counts neither for statistics nor for ratings.

    All ratings are then what they would be had it never been played. Raises AlreadyVoid, Game.DoesNotExist.
    """
    game = event_log.lock(code)
    if Void.objects.filter(game=game).exists():
        raise AlreadyVoid
    Void.objects.create(game=game, by=by, reason=Truncator(reason).chars(LONGEST_REASON))
    if Stage(game.stage).has_ended:
        tables.changed(game)  # its ratings, on pages that are still open
    else:
        tables.close(code=code)
    lines = DealResult.objects.filter(score__deal__game=game)
    audit.record(by=by, deed=Deed.VOID, target=game, reason=reason)
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
