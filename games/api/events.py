"""What happens to a player away from a table: invitations, challenges, games that begin, wait for the player, or end.

An event is a difference between two reads of the database. None is stored, so a change that is undone between two reads
is missed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from accounts.models import Notification, User
from games.lobby.queries import invitations_of
from games.models import Seat
from games.values import ENDED, UNFINISHED, Stage

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Situation:
    """What waits for a player: who has invited the player, by table; who has challenged the player, by set of deals;
    the tables of unfinished games; those of games that run; and since when those wait that wait for the player's move
    or answer.
    """

    invitations: dict[str, str] = field(default_factory=dict)
    challenges: dict[str, str] = field(default_factory=dict)
    tables: frozenset[str] = frozenset()
    running: frozenset[str] = frozenset()
    turns: dict[str, datetime | None] = field(default_factory=dict)


def situation_of(user: User) -> Situation:
    """Return what waits for the user now."""
    sets = Notification.objects.filter(user=user, kind="set_challenge").order_by("pk")
    seats = list(Seat.objects.filter(user=user, game__stage__in=UNFINISHED).select_related("game"))
    return Situation(
        {invitation.game.code: invitation.inviter.get_username() for invitation in invitations_of(user)},
        {sent.about: sent.values["by"] for sent in sets},
        frozenset(seat.game.code for seat in seats),
        frozenset(seat.game.code for seat in seats if seat.game.stage != Stage.OPEN),
        {seat.game.code: seat.waiting_since for seat in seats if seat.awaits_its_user},
    )


def between(before: Situation, after: Situation, user: User) -> Iterator[Event]:
    """Yield what has happened to the user between two reads."""
    for code, by in after.invitations.items():
        if before.invitations.get(code) != by:
            yield {"kind": "invited", "table": code, "by": by}
    for code in before.invitations.keys() - after.invitations.keys():
        yield {"kind": "invitation_ended", "table": code}
    for code, by in after.challenges.items():
        if code not in before.challenges:
            yield {"kind": "challenged", "set": code, "by": by}
    yield from ({"kind": "game_began", "table": code} for code in sorted(after.running - before.running))
    for code, since in after.turns.items():
        if code not in before.turns or before.turns[code] != since:
            yield {"kind": "turn", "table": code}
    left = before.tables - after.tables
    over = Seat.objects.filter(user=user, game__code__in=left, game__stage__in=ENDED) if left else Seat.objects.none()
    for code in over.order_by("game__code").values_list("game__code", flat=True):
        yield {"kind": "game_over", "table": code}
