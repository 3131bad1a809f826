"""Writes of a participant who leaves a tournament that runs."""

from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import TournamentStage
from games.play import proposals, queue
from games.play.errors import NotPossible
from games.tournaments import services
from games.tournaments.errors import NotPlaying
from games.values import RUNNING


@transaction.atomic
def leave(code: str, user: User) -> None:
    """Leave a running tournament: a bot plays on in the seat, at once and in all rounds to come.

    Raises NotPlaying, Tournament.DoesNotExist.
    """
    tournament = services.lock(code)
    entry = tournament.entries.filter(user=user, number__isnull=False, left_at=None).first()
    if entry is None or tournament.stage != TournamentStage.RUNNING:
        raise NotPlaying
    entry.left_at = timezone.now()
    entry.save(update_fields=["left_at"])
    place = entry.places.filter(round__ended_at=None, game__stage__in=RUNNING).select_related("game").first()
    if place is not None and place.game is not None:
        with suppress(NotPossible), queue.change(place.game.code) as game:
            proposals.stand_in(game, place.player)
