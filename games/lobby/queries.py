"""Database reads for the lobby, games to watch, and the notices about other tables on every page."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone

from accounts.base.choices import Visibility
from accounts.base.names import isolated
from accounts.base.outages import OF_REDIS
from accounts.base.statements import Statement
from accounts.models import User
from games.engine import Player, Rules
from games.models import (
    Company,
    DealResult,
    DealScore,
    Game,
    GameResult,
    Invitation,
    Rating,
    Seat,
    options_of,
    read_seats,
    rules_of,
)
from games.play import clocks, onlookers, presence
from games.results.ratings import OF_ALL_GAMES, skill_of
from games.values import BY_TURNS, RUNNING, UNFINISHED, Proposal, Stage, TableOptions, Who

MOST_LISTED: Final = 50
"""How many public tables the lobby shows, of ten times as many that are looked at."""

LISTED_OF_ONE_HOST: Final = 2
"""How many of a host's public tables the lobby shows; others can be opened only by their links."""

LATELY: Final = timedelta(days=14)
"""For how long after a game a rematch is offered in the lobby."""

_NEVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class GameLine:
    """A running game in a player's list. `players` are in seat order; `deals` is the number of deals, None if a total
    ends the game.

    `deadline` is when the player's time for a move in a game by turns is up; None in others, and if it is not their
    turn. `is_paused` says whether the game stands still until players are back; `is_next`, whether it is the first that
    waits for the player.
    """

    code: str
    name: str
    players: tuple[Who, ...]
    stage: Stage
    deal_number: int
    target: int
    your_turn: bool
    deadline: datetime | None = None
    deals: int | None = None
    is_paused: bool = False
    is_next: bool = False


_RUNNING: Final = Statement(
    lambda user: (
        Game.objects.filter(seats__user=user, stage__in=UNFINISHED)
        .select_related("host")
        .order_by("-created_at", "-pk")
    )
)


def running_games(user: User | AnonymousUser) -> list[GameLine]:
    """Return the user's unfinished games: first those by turns that wait for the user, in the order of their time left.

    The others follow, newest first: the list is updated live, and quick moves must not change its order.
    """
    if isinstance(user, AnonymousUser):
        return []
    games = _RUNNING.all(user.pk)
    read_seats(games)
    # Seats are read after their games: one that is freed in between has no line.
    lines = [_line(game, seat) for game in games for seat in game.seats.all() if seat.user_id == user.pk]
    lines.sort(key=lambda line: line.deadline or _NEVER)
    first = next((line for line in lines if line.your_turn), None)
    return [replace(line, is_next=line is first) for line in lines]


def _line(game: Game, seat: Seat) -> GameLine:
    return GameLine(
        game.code,
        game.title_at_table,
        tuple(Who(seat.player_name, seat.account, seat.is_bot) for seat in game.seats.all()),
        Stage(game.stage),
        game.deal_number,
        game.target,
        seat.awaits_its_user,
        clocks.deadline(game, seat) if game.is_by_turns else None,
        game.mode.deals,
        game.is_paused,
    )


def _players(game: Game) -> tuple[Who, ...]:
    return tuple(seat.who for seat in game.seats.all())


@dataclass(frozen=True, slots=True)
class LastCompany:
    """The people with whom a player has recently finished a game, by their names at that table, and the code of that
    game.
    """

    code: str
    names: tuple[str, ...]


_LAST_WITH_PEOPLE: Final = Statement(
    lambda user, since: (
        GameResult.objects.filter(Q(left__isnull=False) | Q(right__isnull=False), user=user, at__gt=since)
        .order_by("-at", "-pk")
        .values_list("game")[:1]
    )
)

_OTHERS: Final = Statement(
    lambda game, user: (
        Seat.objects.filter(game=game, game__stage=Stage.OVER, game__rematch=None, user__isnull=False)
        .exclude(user=user)
        .select_related("user", "game")
        .order_by("player")
    )
)


def last_company(user: User | AnonymousUser) -> LastCompany | None:
    """Return the company of the user's last game, if it is over and nobody has opened a rematch yet; None otherwise."""
    if isinstance(user, AnonymousUser):
        return None
    last = _LAST_WITH_PEOPLE.first(user.pk, timezone.now() - LATELY)
    seats = [seat for seat in (_OTHERS.all(*last, user.pk) if last else []) if seat.user and seat.user.may_act]
    return LastCompany(seats[0].game.code, tuple(isolated(seat.player_name) for seat in seats)) if seats else None


_A_RESULT: Final = Statement(lambda user: DealResult.objects.filter(user=user).values_list("pk")[:1])


def has_played(user: User | AnonymousUser) -> bool:
    """Return whether a deal of this player has been scored."""
    return isinstance(user, User) and _A_RESULT.first(user.pk) is not None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A public table that waits for players. `players` are the three seats in order, free ones included."""

    code: str
    name: str
    players: tuple[Who, ...]
    rules: Rules
    options: TableOptions


_OPEN: Final = Statement(
    lambda: (
        Game.objects.filter(stage=Stage.OPEN, public=True)
        .order_by("-created_at")
        .values_list("code", "host", "clock")[: 10 * MOST_LISTED]
    )
)

_LISTED: Final = Statement(
    lambda codes: (
        Game.objects.filter(stage=Stage.OPEN, public=True, code__in=codes)
        .select_related("host")
        .order_by("-created_at")
    )
)


def open_tables() -> list[OpenTable]:
    """Return the public tables with free seats, the latest first.

    Abandoned tables are left out, unless they are for games by turns, and so are tables of one host beyond
    `LISTED_OF_ONE_HOST`, so that nobody can fill the list.
    """
    candidates = _OPEN.all()
    alive = presence.not_deserted(code for code, _host, _clock in candidates)
    listed: Counter[int] = Counter()
    shown = []
    for code, host, clock in candidates:
        if (code in alive or clock in BY_TURNS) and listed[host] < LISTED_OF_ONE_HOST:
            listed[host] += 1
            shown.append(code)
    games = _LISTED.all(shown[:MOST_LISTED])
    read_seats(games)
    return [OpenTable(game.code, game.title, _players(game), rules_of(game), options_of(game)) for game in games]


_INVITATIONS: Final = Statement(
    lambda user: (
        Invitation.objects.filter(user=user, game__stage=Stage.OPEN)
        .select_related("game__host", "inviter")
        .only(
            "sent_at", "user", "inviter__username", "game__code", "game__name", "game__paired", "game__host__username"
        )
        .order_by("-sent_at")
    )
)


def invitations_of(user: User | AnonymousUser) -> list[Invitation]:
    """Return the user's invitations to tables that wait for players, the latest first."""
    if isinstance(user, AnonymousUser):
        return []
    return _INVITATIONS.all(user.pk)


_WAITS: Final = Q(Q(waiting_since__isnull=False) | (~Q(game__proposal=Proposal.NONE) & Q(agrees=False)), bot_name="")
_OF_ROUND: Final = Q(game__round__isnull=False, game__stage__in=RUNNING)
_ELSEWHERE: Final = Statement(
    lambda user, than: (
        Seat.objects.filter(_WAITS | _OF_ROUND, user=user, game__stage__in=UNFINISHED)
        .exclude(game__code=than)
        .order_by()
        .values("user")
        .annotate(
            turns=Count("pk", filter=_WAITS),
            drawing=Max("game__code", filter=_OF_ROUND & Q(game__stage=Stage.DRAWING)),
            playing=Max("game__code", filter=_OF_ROUND),
        )
        .values_list("turns", "drawing", "playing")
    )
)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What every page shows a player about other tables. `turns` counts those at which the player, not a bot that sits
    in, has to move or answer. `round_table` is the code of a table of a tournament that plays now, "" without one; it
    `begins` during the first seconds, when pages open it by themselves.
    """

    turns: int = 0
    round_table: str = ""
    begins: bool = False


def elsewhere(user: User | AnonymousUser, than: str = "") -> Elsewhere:
    """Return what waits for the user at tables other than `than`: one statement, because every page needs it."""
    if isinstance(user, AnonymousUser):
        return Elsewhere()
    turns, drawing, playing = _ELSEWHERE.first(user.pk, than) or (0, None, None)
    return Elsewhere(turns, drawing or playing or "", drawing is not None)


MOST_SHOWN: Final = 12
CHOSEN_FOR: Final = 24 * 60 * 60
_FEATURED: Final = "featured"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a running game: the rating points, None for a bot, a newcomer or a player who hides them; and the
    score.
    """

    who: Who
    rating: int | None
    points: int


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A public game that runs and may be watched. `players` are in seat order, their points after the last deal."""

    code: str
    name: str
    players: tuple[Contestant, ...]
    rules: Rules
    options: TableOptions
    deal_number: int
    watchers: int
    is_paused: bool = False


def running_tables(without: Collection[str] = ()) -> list[RunningTable]:
    """Return the public games that may be watched, the newest first, without those that everybody has left.

    `without` are the codes of the reader's own games.
    """
    newest = _NEWEST.all(["", *without])  # no code is empty, but a list of a statement may not be
    alive = presence.not_deserted(game.code for game in newest)
    games = [game for game in newest if game.code in alive][:MOST_SHOWN]
    read_seats(games)
    around, points, ratings = onlookers.around(game.code for game in games), _points(games), _ratings(games)
    return [
        RunningTable(
            game.code,
            game.title,
            tuple(
                Contestant(seat.who, ratings.get(seat.user_id or 0), points.get((game.pk, seat.player), 0))
                for seat in game.seats.all()
            ),
            rules_of(game),
            options_of(game),
            game.deal_number,
            len(around[game.code].looking),
            game.is_paused,
        )
        for game in games
    ]


def own_games(user: User | AnonymousUser) -> tuple[str, ...]:
    """Return the codes of the games that others may watch and this user plays in."""
    if isinstance(user, AnonymousUser):
        return ()
    return tuple(_watchable().filter(seats__user=user).order_by("code").values_list("code", flat=True))


def featured() -> str:
    """Return the code of the game that the home page shows, "" if none runs; it stays until that game ends.

    It is the one with most watchers, among equals the newest. Games shown one deal behind are left out.
    """
    with suppress(*OF_REDIS):
        return _featured()
    return ""


def _featured() -> str:
    chosen: str = cache.get(_FEATURED, "")
    if chosen and _WATCHABLE.first(chosen) and presence.not_deserted([chosen]):
        return chosen
    candidates = [table for table in running_tables() if not table.options.delayed]
    best = max(candidates, key=lambda table: table.watchers, default=None)
    cache.set(_FEATURED, best.code if best else "", CHOSEN_FOR)
    return best.code if best else ""


def _watchable() -> QuerySet[Game]:
    return Game.objects.filter(stage__in=RUNNING, public=True, spectators=True)


_NEWEST: Final = Statement(
    lambda without: (
        _watchable().exclude(code__in=without).select_related("host").order_by("-created_at")[: 2 * MOST_SHOWN]
    )
)
_WATCHABLE: Final = Statement(lambda code: _watchable().filter(code=code).values_list("code"))
_LAST_POINTS: Final = Statement(
    lambda games: (
        DealScore.objects.filter(
            deal__game__in=games, deal__finished=True, deal__number__gte=F("deal__game__deal_number") - 1
        )
        .order_by("deal__number")
        .values_list("deal__game", "player", "points_after")
    )
)
_PUBLIC_RATINGS: Final = Statement(
    lambda users: Rating.objects.filter(
        OF_ALL_GAMES, ladder__company=Company.PEOPLE, user__in=users, user__visibility=Visibility.PUBLIC
    )
)


def _points(games: Sequence[Game]) -> dict[tuple[int, Player], int]:
    """Return the points of each player after the last finished deal, by game and seat."""
    rows = _LAST_POINTS.all([game.pk for game in games])
    return {(game, player): points for game, player, points in rows}


def _ratings(games: Iterable[Game]) -> dict[int, int]:
    """Return the rating points in games of people of those who show them to everybody."""
    users = [seat.user_id for game in games for seat in game.seats.all() if seat.user_id]
    return {row.user_id: skill_of(row).points for row in _PUBLIC_RATINGS.all(users)}
