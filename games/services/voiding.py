"""Staff declare a game void: everything that followed from it is taken back."""

from __future__ import annotations

from django.db import transaction
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.house import audit
from accounts.house.models import LONGEST_REASON, Deed
from accounts.house.refusals import DeedRefused
from accounts.models import User
from games import store
from games.models import DealResult, Game, Tally, Void
from games.services import deriving, ladders, results, tables
from games.services.deriving import Counts, TallyKey
from games.snapshot import Stage


class AlreadyVoid(DeedRefused):
    """The game has been declared void before."""

    def __init__(self) -> None:
        super().__init__(_("This game is void already."))


@transaction.atomic
def void(*, code: str, by: User, reason: str) -> None:
    """Declare a game void: it ends if it still runs, and counts neither for statistics nor for ratings.

    All ratings are then what they would be had it never been played. Raises AlreadyVoid, Game.DoesNotExist.
    """
    game = store.lock(code)
    if Void.objects.filter(game=game).exists():
        raise AlreadyVoid
    Void.objects.create(game=game, by=by, reason=Truncator(reason).chars(LONGEST_REASON))
    if Stage(game.stage).has_ended:
        tables.changed(game)  # its ratings, on pages that are still open
    else:
        tables.close(code=code)
    lines = DealResult.objects.filter(score__deal__game=game)
    audit.record(by=by, deed=Deed.VOID, target=game, reason=reason)
    taken_back = [_negative(*deriving.tally(line)) for line in lines.select_related("score")]
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
