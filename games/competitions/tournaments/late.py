"""Latecomers: a running tournament admits people until its second round begins, if there is a place."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from accounts.site_config import downtime
from games.competitions.tournaments.kinds import Latecomers, kind_of
from games.models import Tournament, TournamentEntry, TournamentStage
from games.play.seats import BOT_NAMES

GRACE: Final = timedelta(minutes=3)
"""How long a tournament waits for a third player before it is called off."""


def waits_until(tournament: Tournament) -> datetime:
    """Return until when a tournament waits for a third player."""
    return downtime.put_off(tournament.starts_at + GRACE, tournament.starts_at)


def is_taken(tournament: Tournament) -> bool:
    """Return whether a tournament that has begun admits a latecomer, who plays from its second round on.

    Its kind says whether there is a place up to its limit, only where a bot fills up, or none.
    """
    latecomers = kind_of(tournament).latecomers
    if tournament.stage != TournamentStage.RUNNING or latecomers is Latecomers.NOBODY:
        return False
    if tournament.rounds < 2 or tournament.played_rounds.filter(number__gt=1).exists():
        return False
    if _people(tournament) >= tournament.limit:
        return False
    return latecomers is Latecomers.ALL or _bots(tournament).exists()


def join(tournament: Tournament, entry: TournamentEntry, now: datetime) -> None:
    """Give a number in a locked tournament to a latecomer: that of a bot, or the next one."""
    bot, next_number = _bots(tournament).order_by("-number").first(), tournament.entries.exclude(number=None).count()
    if bot is not None:
        entry.number, bot.number = bot.number, None
        bot.save(update_fields=["number"])
    else:
        entry.number = next_number
    entry.checked_in_at = now
    entry.save(update_fields=["number", "checked_in_at"])
    if bot is None:
        needed = kind_of(tournament).bots_for(tournament, _people(tournament))
        add_bots(tournament, range(next_number + 1, next_number + 1 + needed), now)


def add_bots(tournament: Tournament, numbers: Iterable[int], now: datetime) -> None:
    """Let bots with these numbers fill up the tables."""
    taken = set(tournament.entries.filter(user=None).values_list("bot_name", flat=True))
    free = (name for name in BOT_NAMES if name not in taken)
    for name, number in zip(free, numbers, strict=False):
        TournamentEntry.objects.create(tournament=tournament, bot_name=name, entered_at=now, number=number)


def _people(tournament: Tournament) -> int:
    return tournament.entries.filter(user__isnull=False, number__isnull=False).count()


def _bots(tournament: Tournament) -> QuerySet[TournamentEntry]:
    return tournament.entries.filter(user=None, number__isnull=False)
