"""Ratings: the fold of each ladder's games, kept up to date game by game and right after a game is taken out again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from django.db.models import Q

from games.bots import Level
from games.history import ratings, result_rows
from games.history.ratings import NEWCOMER, Skill
from games.models import GameResult, Ladder, Rating, RatingChange

Key: TypeAlias = tuple[datetime, int]
"""Where a game stands in the order of a ladder: when it ended, and its number."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts: the users in seat order (None for a bot), everybody's place, and the level of its bots."""

    at: datetime
    game_id: int
    users: tuple[int | None, ...]
    places: tuple[int, ...]
    bots: Level

    @property
    def key(self) -> Key:
        return self.at, self.game_id


@dataclass(frozen=True, slots=True)
class Standing:
    """A player on a ladder between two games."""

    skill: Skill = NEWCOMER
    games: int = 0
    wins: int = 0


Standings: TypeAlias = dict[int, Standing]


def rated_game(results: Sequence[GameResult], points: Sequence[int]) -> RatedGame:
    """A game that has a winner, from its people's results and the final points in seat order."""
    users: list[int | None] = [None, None, None]
    for result in results:
        users[result.player] = result.user_id
    first = results[0]
    return RatedGame(first.at, first.game_id, tuple(users), ratings.places(points), Level(first.game.bot_level))


def ladders_for(result: GameResult) -> list[Ladder]:
    """The ladders a game counts on, locked."""
    keys = result_rows.ladder_keys(result)
    ladders = [Ladder.objects.get_or_create(company=of, bidding=style, month=month)[0] for of, style, month in keys]
    locked = Ladder.objects.filter(pk__in=[ladder.pk for ladder in ladders]).select_for_update()
    return list(locked.order_by("pk"))


def add(ladder: Ladder, game: RatedGame) -> None:
    """Rate a game. Games that ended later, should some have been rated already, are rated anew."""
    _refold(ladder, game.key, added=game)


def remove(ladder: Ladder, key: Key) -> None:
    """Take a game out, as if it had never been; later games are rated anew."""
    _refold(ladder, key)


def fold(games: Iterable[RatedGame], standings: Standings) -> Iterator[list[RatingChange]]:
    """What each game in turn does to its people's ratings; `standings` is brought up to date on the way."""
    for game in games:
        before = [None if user is None else standings.get(user, Standing()) for user in game.users]
        skills = ratings.after_game([None if was is None else was.skill for was in before], game.places, game.bots)
        changes = []
        for player, (user, was, skill) in enumerate(zip(game.users, before, skills, strict=True)):
            if user is None or was is None or skill is None:
                continue
            standings[user] = Standing(skill, was.games + 1, was.wins + (game.places[player] == 1))
            changes.append(_change(game, user, player, was, standings[user]))
        yield changes


def _change(game: RatedGame, user: int, player: int, was: Standing, now: Standing) -> RatingChange:
    return RatingChange(
        game_id=game.game_id,
        at=game.at,
        user_id=user,
        player=player,
        places="".join(map(str, game.places)),
        number=now.games,
        mu_before=was.skill.mu,
        sigma_before=was.skill.sigma,
        mu=now.skill.mu,
        sigma=now.skill.sigma,
    )


def _refold(ladder: Ladder, since: Key, added: RatedGame | None = None) -> None:
    """Rate anew the ladder's games from `since` on, without the one at `since`, with `added`."""
    stored = list(_changes_from(ladder, since))
    games = [game for game in rated_games(stored) if game.key != since]
    if added is not None:
        games = sorted([*games, added], key=attrgetter("key"))
    users = {change.user_id for change in stored} | {user for user in (added.users if added else ()) if user}
    standings = _standings_before(ladder, users, stored)
    changes = [change for of_game in fold(games, standings) for change in of_game]
    _store_changes(ladder, stored, changes)
    _store_ratings(ladder, {user: standings[user] for user in users})


def _changes_from(ladder: Ladder, since: Key) -> Iterable[RatingChange]:
    at, game_id = since
    later = ladder.changes.filter(Q(at__gt=at) | Q(at=at, game_id__gte=game_id), at__gte=at)
    return later.select_related("game").order_by("at", "game_id", "player")


def rated_games(changes: Iterable[RatingChange]) -> Iterator[RatedGame]:
    """The games behind these changes, which are in the order of the fold."""
    for (at, game_id), group in groupby(changes, key=lambda change: (change.at, change.game_id)):
        users: list[int | None] = [None, None, None]
        for change in group:
            users[change.player] = change.user_id
            places, bots = tuple(map(int, change.places)), Level(change.game.bot_level)
        yield RatedGame(at, game_id, tuple(users), places, bots)


def _standings_before(ladder: Ladder, users: set[int], changes: Sequence[RatingChange]) -> Standings:
    """Where these players stood before the first of the changes."""
    standings = {
        rating.user_id: Standing(Skill(rating.mu, rating.sigma), rating.games, rating.wins)
        for rating in ladder.ratings.filter(user__in=users)
    }
    for change in reversed(changes):
        won = change.places[change.player] == "1"
        before = Skill(change.mu_before, change.sigma_before)
        now = standings[change.user_id]
        standings[change.user_id] = Standing(before, now.games - 1, now.wins - won)
    return {user: standings.get(user, Standing()) for user in users}


def _store_changes(ladder: Ladder, stored: Sequence[RatingChange], wanted: Sequence[RatingChange]) -> None:
    """Make the stored changes the wanted ones; a row keeps its number."""
    rows = {(change.game_id, change.player): change for change in stored}
    new, changed = [], []
    for change in wanted:
        change.ladder = ladder
        row = rows.pop((change.game_id, change.player), None)
        if row is None:
            new.append(change)
        elif effect(row) != effect(change):
            change.pk = row.pk
            changed.append(change)
    RatingChange.objects.filter(pk__in=[row.pk for row in rows.values()]).delete()
    RatingChange.objects.bulk_update(changed, EFFECT, batch_size=100)
    RatingChange.objects.bulk_create(new)


EFFECT = ("number", "mu_before", "sigma_before", "mu", "sigma")


def effect(change: RatingChange) -> tuple[float, ...]:
    """What of a change may differ once an earlier game is taken out."""
    return tuple(getattr(change, name) for name in EFFECT)


def _store_ratings(ladder: Ladder, standings: Standings) -> None:
    ladder.ratings.filter(user__in=[user for user, standing in standings.items() if not standing.games]).delete()
    Rating.objects.bulk_create(
        [rating(ladder, user, standing) for user, standing in sorted(standings.items()) if standing.games],
        update_conflicts=True,
        unique_fields=["ladder", "user"],
        update_fields=["mu", "sigma", "sure", "games", "wins"],
    )


def rating(ladder: Ladder, user: int, standing: Standing) -> Rating:
    """The row, not stored, of where a player stands."""
    skill = standing.skill
    return Rating(
        ladder=ladder, user_id=user, mu=skill.mu, sigma=skill.sigma, sure=skill.sure, games=standing.games,
        wins=standing.wins,
    )  # fmt: skip
