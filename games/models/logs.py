"""The logs of deals, and the archive: a row for each card while a game is young, later a packed row for each deal.

A log is in one of the two, never in both. Whoever reads the log of a game that may have ended reads it here.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet, prefetch_related_objects

from accounts.base.statements import Statement, read_related
from games.models import ArchivedLog, Deal, Event, Game
from games.values import ENDED

BATCH_SIZE: Final = 100


Entry: TypeAlias = tuple[int, dict[str, object], str, bool, str]
"""An event in the archive: its number, payload, author, whether it was taken back, and when it was made."""


class ArchiveDamaged(Exception):
    """What was packed of the game with this code is not what comes out. None of its events has been deleted."""


_EVENTS: Final = Statement(lambda deals: Event.objects.filter(deal__in=deals).order_by("sequence"))


def load(deals: Sequence[Deal], events: QuerySet[Event] | None = None) -> None:
    """Read the logs of these deals for `rows_of`, in one query, or two if some are archived; only these `events` of the
    others, if any are given.

    The events are read first: a log that is archived meanwhile is found in the one place or the other.
    """
    if events is None:
        read_related(deals, "events", _EVENTS)
    else:
        prefetch_related_objects(deals, Prefetch("events", events.order_by("sequence")))
    elsewhere = [deal for deal in deals if not deal.events.all()]
    prefetch_related_objects(elsewhere, "archived_log")


def rows_of(deal: Deal) -> list[Event]:
    """Return the events of a deal in order, with those taken back; [] if only its scores are stored.

    Those of an archived log have no key and are not to be saved. For several deals, call `load` first.
    """
    return sorted(deal.events.all(), key=lambda row: row.sequence) or archived_rows(deal)


def standing_rows(deal: Deal) -> list[Event]:
    """Return the events of a deal in order, without those taken back."""
    return [row for row in rows_of(deal) if not row.taken_back]


_STANDING: Final = Statement(
    lambda deal: Event.objects.filter(deal=deal, taken_back=False).order_by("sequence").values_list("payload")
)


def standing_payloads(deal: Deal) -> list[dict[str, object]]:
    """Return what happened in a deal, in order: the payloads of `standing_rows`, without the rest of the rows."""
    payloads = [payload for (payload,) in _STANDING.all(deal.pk)]
    return payloads or [row.payload for row in archived_rows(deal) if not row.taken_back]


def archived_rows(deal: Deal) -> list[Event]:
    """Return the events of a deal in the archive, in order; [] if they are not there."""
    try:
        packed = deal.archived_log.packed
    except ArchivedLog.DoesNotExist:
        return []
    return [
        Event(
            game_id=deal.game_id, deal=deal, sequence=sequence, payload=payload, author=author, taken_back=taken_back,
            at=datetime.fromisoformat(at),
        )
        for sequence, payload, author, taken_back, at in _unpack(bytes(packed))
    ]  # fmt: skip


def archive_before(moment: datetime) -> Iterator[str]:
    """Archive the logs of games that ended before `moment`; yield the code of each game when it is done.

    Each game has a transaction of its own, so this may be stopped at any point and begun again.
    """
    has_events = Exists(Event.objects.filter(game=OuterRef("pk")))
    ended = Game.objects.filter(has_events, stage__in=ENDED, updated_at__lt=moment).order_by("pk")
    while batch := list(ended.values_list("pk", "code")[:BATCH_SIZE]):
        for key, code in batch:
            _archive(key)
            yield code


@transaction.atomic
def _archive(game_id: int) -> None:
    """Move the events of an ended game. Raises ArchiveDamaged."""
    game = Game.objects.select_for_update().get(pk=game_id)
    deals = list(game.deals.prefetch_related(Prefetch("events", Event.objects.order_by("sequence"))))
    logs = [ArchivedLog(deal=deal, packed=_pack(rows)) for deal in deals if (rows := list(deal.events.all()))]
    moved = sorted((entry for log in logs for entry in _unpack(bytes(log.packed))), key=lambda entry: entry[0])
    if moved != [_entry(row) for row in game.events.order_by("sequence")]:
        raise ArchiveDamaged(game.code)
    ArchivedLog.objects.bulk_create(logs)
    game.events.all().delete()


def _entry(row: Event) -> Entry:
    return row.sequence, row.payload, row.author, row.taken_back, row.at.isoformat()


def _pack(rows: Sequence[Event]) -> bytes:
    return zlib.compress(json.dumps([_entry(row) for row in rows], separators=(",", ":")).encode(), 9)


def _unpack(packed: bytes) -> list[Entry]:
    return [tuple(entry) for entry in json.loads(zlib.decompress(packed))]
