"""Database reads for those who watch: the public games that run, and the one that the home page shows."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import F, QuerySet

from accounts.models import User, Visibility
from games.engine import Player, Rules
from games.models import RUNNING, Company, DealScore, Game, Rating, TableOptions, Who, options_of, rules_of, with_seats
from games.play import onlookers, presence
from games.results.ratings import OF_ALL_GAMES, skill_of

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
