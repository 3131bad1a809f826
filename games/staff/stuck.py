"""Detection of stuck games."""

from datetime import timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.site_config import selectors as site_config
from games.models import Game
from games.models.values import RUNNING

OVERDUE_AFTER: Final = timedelta(minutes=1)
"""A game is stuck if its due step (`due_at`) is this late."""


def running() -> QuerySet[Game]:
    """Return the games that have begun and not ended."""
    return Game.objects.filter(stage__in=RUNNING)


def is_stuck() -> Q:
    """Return the condition for a stuck game: a step is overdue, or nobody moved for the time in the site's settings."""
    now = timezone.now()
    idle = Q(updated_at__lt=now - timedelta(minutes=site_config.site().stuck_after))
    return Q(stage__in=RUNNING) & (idle | Q(due_at__lt=now - OVERDUE_AFTER))
