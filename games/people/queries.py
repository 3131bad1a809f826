"""The people a player knows: whom they follow, who follows them, and whom they have played with.

Nobody learns of a block: who is blocked may follow, but the player does not see it, and never seems to be online.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from accounts.base.statements import Statement
from accounts.models import Follow, Note, User
from accounts.people import online
from games.models import Block, GameResult, Seat
from games.play import presence
from games.values import RUNNING

GAMES_LOOKED_AT: Final = 60
MOST_OPPONENTS: Final = 20
MOST_FOLLOWERS: Final = 200


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A player as `visitor` knows them. `table` is the code of the table to watch them at, "" for none.

    `online` and `table` are what the player lets the visitor see; `note` is what the visitor has written. Everybody
    sees `vacation_until`, None without a vacation.
    """

    name: str
    avatar: str
    online: bool
    table: str
    is_followed: bool
    follows: bool
    note: str
    vacation_until: datetime | None

    @property
    def first_step(self) -> Literal["watch", "invite", "challenge"]:
        """What the visitor most likely wants to do with this player now."""
        if self.table:
            return "watch"
        return "invite" if self.online else "challenge"


@dataclass(frozen=True, slots=True)
class People:
    """Everybody a player knows, each once: followed, other followers, and other recent opponents."""

    followed: list[Acquaintance]
    followers: list[Acquaintance]
    opponents: list[Acquaintance]


_FOLLOWED: Final = Statement(lambda user: Follow.objects.filter(user=user).select_related("followed"))
_BLOCKED: Final = Statement(lambda user: Block.objects.filter(user=user).values_list("blocked"))
_FOLLOWERS: Final = Statement(
    lambda user, known: (
        Follow.objects.filter(followed=user)
        .exclude(user__in=known)
        .select_related("user")
        .order_by("-since")[:MOST_FOLLOWERS]
    )
)


def people_of(user: User) -> People:
    """Return everybody the player knows; in each list who is online comes first."""
    followed = [follow.followed for follow in _FOLLOWED.all(user.pk)]
    known = {other.pk for other in followed} | {user.pk, *_keys(_BLOCKED.all(user.pk))}
    followers = [follow.user for follow in _FOLLOWERS.all(user.pk, list(known))]
    opponents = _opponents(user, known | {other.pk for other in followers})
    lines = acquaintances(user, [*followed, *followers, *opponents])

    def listed(others: Iterable[User]) -> list[Acquaintance]:
        wanted = [lines[other.pk] for other in others]
        return sorted(wanted, key=lambda line: (not line.online, line.name.casefold()))

    return People(listed(followed), listed(followers), listed(opponents))


_LAST_MET: Final = Statement(
    lambda user: (
        GameResult.objects.filter(user=user, place__isnull=False)
        .order_by("-at", "-pk")
        .values_list("left", "right")[:GAMES_LOOKED_AT]
    )
)
_ACTIVE: Final = Statement(lambda users: User.objects.filter(pk__in=users, is_active=True))


def _opponents(user: User, known: set[int]) -> list[User]:
    """Return whom the player has met in the latest finished games, without those who are known already."""
    pairs = _LAST_MET.all(user.pk)
    met = dict.fromkeys(other for pair in pairs for other in pair if other is not None and other not in known)
    return _ACTIVE.all(list(met)[:MOST_OPPONENTS])


_HIDING: Final = Statement(
    lambda visitor, others: Block.objects.filter(user__in=others, blocked=visitor).values_list("user")
)


def acquaintances(visitor: User, others: Sequence[User]) -> dict[int, Acquaintance]:
    """Return each of these players as the visitor knows them, by id."""
    hiding = _keys(_HIDING.all(visitor.pk, [other.pk for other in others]))
    present = online.seen_by(visitor, [other for other in others if other.pk not in hiding])
    tables = _tables_of(present)
    followed, followers, notes = _relations(visitor, others)
    return {
        other.pk: Acquaintance(
            other.username,
            other.avatar,
            other.pk in present,
            tables.get(other.pk, ""),
            other.pk in followed,
            other.pk in followers,
            notes.get(other.pk, ""),
            other.vacation_until if other.is_on_vacation else None,
        )
        for other in others
    }


_FOLLOWED_AMONG: Final = Statement(
    lambda visitor, others: Follow.objects.filter(user=visitor, followed__in=others).values_list("followed")
)
_FOLLOWERS_AMONG: Final = Statement(
    lambda visitor, others: (
        Follow.objects.filter(followed=visitor, user__in=others)
        .exclude(user__in=Block.objects.filter(user=visitor).values("blocked"))
        .values_list("user")
    )
)
_NOTES: Final = Statement(
    lambda visitor, others: Note.objects.filter(user=visitor, about__in=others).values_list("about", "text")
)


def _relations(visitor: User, others: Sequence[User]) -> tuple[set[int], set[int], dict[int, str]]:
    """Return whom of these players the visitor follows, who follows the visitor, and the visitor's notes."""
    between = visitor.pk, [other.pk for other in others]
    followed, followers = _FOLLOWED_AMONG.all(*between), _FOLLOWERS_AMONG.all(*between)
    return _keys(followed), _keys(followers), dict(_NOTES.all(*between))


def _keys(rows: Iterable[tuple[int]]) -> set[int]:
    return {key for (key,) in rows}


_WATCHABLE: Final = Statement(
    lambda users: Seat.objects.filter(
        user__in=users, bot_name="", game__stage__in=RUNNING, game__public=True, game__spectators=True
    ).values_list("game__code", "player", "user")
)


def _tables_of(users: Iterable[int]) -> dict[int, str]:
    """Return where these users play just now, at tables that everybody may watch."""
    users_at = {(code, player): user for code, player, user in _WATCHABLE.all(list(users))}
    return {users_at[place]: place[0] for place in presence.who_is_here(users_at)}
