"""Which running games nobody and nothing moves on."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.site_config import selectors as site_config
from games.models import Game
from games.play.snapshot import RUNNING

SITE_IS_LATE: Final = timedelta(minutes=1)
"""So long after its time the site should have taken its step."""


def running() -> QuerySet[Game]:
    """The games that have begun and not ended."""
    return Game.objects.filter(stage__in=RUNNING)


def is_stuck() -> Q:
    """The site is late with its step, or nobody has moved for as long as the settings of the site allow."""
    now = timezone.now()
    silent = Q(updated_at__lt=now - timedelta(minutes=site_config.site().stuck_after))
    return Q(stage__in=RUNNING) & (silent | Q(due_at__lt=now - SITE_IS_LATE))
