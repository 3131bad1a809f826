"""Database reads for the lobby, games to watch, and the notices about other tables on every page."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone

from accounts.base.names import isolated
from accounts.models import User, Visibility
from games.engine import DUPLICATE_DEALS, Player, Rules
from games.models import (
    BY_TURNS,
    RUNNING,
    UNFINISHED,
    Company,
    DealResult,
    DealScore,
    Game,
    GameResult,
    Invitation,
    Proposal,
    Rating,
    Seat,
    Stage,
    TableOptions,
    Who,
    options_of,
    rules_of,
    with_seats,
)
from games.play import clocks, onlookers, presence
from games.results.ratings import OF_ALL_GAMES, skill_of

MOST_LISTED: Final = 50
"""How many public tables the lobby shows, of ten times as many that are looked at."""

LISTED_OF_ONE_HOST: Final = 2
"""How many of a host's public tables the lobby shows; further ones are found by their links."""

LATELY: Final = timedelta(days=14)
"""For how long after a game a rematch is offered in the lobby."""

_NEVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class GameLine:
    """A running game in a player's list. `players` are in seat order; `deals` is the number of deals, None if a total
    ends the game.

    `deadline` is when the player's time for a move in a game by turns is up; None in others, and if it is not their
    turn. `is_paused` tells whether the game stands still until players are back.
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


def running_games(user: User | AnonymousUser) -> list[GameLine]:
    """Return the user's unfinished games: first those by turns that wait for the user, in the order of their time left.

    The others follow, the newest first: the list is live, so quick moves must not change its order.
    """
    if isinstance(user, AnonymousUser):
        return []
    running = Game.objects.filter(seats__user=user, stage__in=UNFINISHED)
    games = with_seats(running.order_by("-created_at", "-pk"))
    # Seats are read after their games: one that is freed in between has no line.
    lines = [_line(game, seat) for game in games for seat in game.seats.all() if seat.user_id == user.pk]
    return sorted(lines, key=lambda line: line.deadline or _NEVER)


def _line(game: Game, seat: Seat) -> GameLine:
    return GameLine(
        game.code,
        game.title_at_table,
        tuple(Who(seat.player_name, seat.account) for seat in game.seats.all()),
        Stage(game.stage),
        game.deal_number,
        game.target,
        seat.awaits_its_user,
        clocks.deadline(game, seat) if game.is_by_turns else None,
        DUPLICATE_DEALS if game.duplicate else None,
        game.is_paused,
    )


def _players(game: Game) -> tuple[Who, ...]:
    return tuple(seat.who for seat in game.seats.all())


@dataclass(frozen=True, slots=True)
class LastCompany:
    """The people with whom a player has finished a game lately, by their names there, and the code of that game."""

    code: str
    names: tuple[str, ...]


def last_company(user: User | AnonymousUser) -> LastCompany | None:
    """Return with whom the user has played last, if that game is over and nobody has opened a rematch yet; or None."""
    if isinstance(user, AnonymousUser):
        return None
    with_people = Q(left__isnull=False) | Q(right__isnull=False)
    results = GameResult.objects.filter(with_people, user=user, at__gt=timezone.now() - LATELY)
    game = results.order_by("-at", "-pk").values_list("game", flat=True).first()
    others = Seat.objects.filter(game=game, game__stage=Stage.OVER, game__rematch=None, user__is_active=True)
    seats = list(others.exclude(user=user).select_related("user", "game").order_by("player")) if game else []
    return LastCompany(seats[0].game.code, tuple(isolated(seat.player_name) for seat in seats)) if seats else None


def has_played(user: User | AnonymousUser) -> bool:
    """Return whether a deal of this player has been scored."""
    return isinstance(user, User) and DealResult.objects.filter(user=user).exists()


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A public table that waits for players. `players` are the three seats in order, free ones included."""

    code: str
    name: str
    players: tuple[Who, ...]
    rules: Rules
    options: TableOptions


def open_tables() -> list[OpenTable]:
    """Return the public tables with free seats, the latest first.

    Abandoned tables are left out, unless they are for games by turns, and so are tables of one host beyond
    `LISTED_OF_ONE_HOST`, so that nobody can fill the list.
    """
    games = Game.objects.filter(stage=Stage.OPEN, public=True).order_by("-created_at")
    candidates = list(games.values_list("code", "host", "clock")[: 10 * MOST_LISTED])
    alive = presence.not_deserted(code for code, _host, _clock in candidates)
    listed: Counter[int] = Counter()
    shown = []
    for code, host, clock in candidates:
        if (code in alive or clock in BY_TURNS) and listed[host] < LISTED_OF_ONE_HOST:
            listed[host] += 1
            shown.append(code)
    return [
        OpenTable(game.code, game.title, _players(game), rules_of(game), options_of(game))
        for game in with_seats(games.filter(code__in=shown[:MOST_LISTED]))
    ]


def invitations_of(user: User | AnonymousUser) -> list[Invitation]:
    """Return the user's invitations to tables that wait for players, the latest first."""
    if isinstance(user, AnonymousUser):
        return []
    standing = user.invitations.filter(game__stage=Stage.OPEN)
    shown = "user", "inviter__username", "game__code", "game__name", "game__paired", "game__host__username"
    # Every page asks. With the columns of all four tables Django takes longer for this statement than for a small page.
    return list(standing.select_related("game__host", "inviter").only("sent_at", *shown).order_by("-sent_at"))


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What every page tells a player of other tables. `turns` is at how many of them the player, not a bot that sits
    in, has to move or answer. `round_table` is the code of a table of a tournament that plays now, "" without one;
    it `begins` in the first seconds, when pages go there by themselves.
    """

    turns: int = 0
    round_table: str = ""
    begins: bool = False


def elsewhere(user: User | AnonymousUser, than: str = "") -> Elsewhere:
    """Return what waits for the user at tables other than `than`. Every page asks, so it is one statement."""
    if isinstance(user, AnonymousUser):
        return Elsewhere()
    is_asked = ~Q(game__proposal=Proposal.NONE) & Q(agrees=False)
    waits = (Q(waiting_since__isnull=False) | is_asked) & Q(bot_name="")
    of_round = Q(game__round__isnull=False, game__stage__in=RUNNING)
    found = (
        user.seats.filter(waits | of_round, game__stage__in=UNFINISHED)
        .exclude(game__code=than)
        .aggregate(
            turns=Count("pk", filter=waits),
            round_table=Max("game__code", filter=of_round),
            drawing=Max("game__code", filter=of_round & Q(game__stage=Stage.DRAWING)),
        )
    )
    return Elsewhere(found["turns"], found["drawing"] or found["round_table"] or "", found["drawing"] is not None)


MOST_SHOWN: Final = 12
CHOSEN_FOR: Final = 24 * 60 * 60
_FEATURED: Final = "featured"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a running game: the rating points, None for a bot, a newcomer or who hides them; and the score."""

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
    watchable = _watchable().exclude(code__in=without)
    games = list(with_seats(watchable.order_by("-created_at")[: 2 * MOST_SHOWN]))
    alive = presence.not_deserted(game.code for game in games)
    games = [game for game in games if game.code in alive][:MOST_SHOWN]
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

    It is the one with most watchers, the newest of these. Games shown one deal behind are left out.
    """
    chosen: str = cache.get(_FEATURED, "")
    if chosen and _watchable().filter(code=chosen).exists() and presence.not_deserted([chosen]):
        return chosen
    candidates = [table for table in running_tables() if not table.options.delayed]
    best = max(candidates, key=lambda table: table.watchers, default=None)
    cache.set(_FEATURED, best.code if best else "", CHOSEN_FOR)
    return best.code if best else ""


def _watchable() -> QuerySet[Game]:
    return Game.objects.filter(stage__in=RUNNING, public=True, spectators=True)


def _points(games: Sequence[Game]) -> dict[tuple[int, Player], int]:
    """Return the points of each player after the last finished deal, by game and seat."""
    last = DealScore.objects.filter(
        deal__game__in=games, deal__finished=True, deal__number__gte=F("deal__game__deal_number") - 1
    )
    rows = last.order_by("deal__number").values_list("deal__game", "player", "points_after")
    return {(game, player): points for game, player, points in rows}


def _ratings(games: Iterable[Game]) -> dict[int, int]:
    """Return the rating points in games of people of those who show them to everybody."""
    users = [seat.user_id for game in games for seat in game.seats.all() if seat.user_id]
    rows = Rating.objects.filter(
        OF_ALL_GAMES, ladder__company=Company.PEOPLE, user__in=users, user__visibility=Visibility.PUBLIC
    )
    return {row.user_id: skill_of(row).points for row in rows}
