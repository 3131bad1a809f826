"""Ladder ratings: updated after each game, and again when a game is voided.

The games of a ladder are rated in the order of their keys. Adding or removing a game rates all later games again.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import Final, TypeAlias

from django.db.models import Q, QuerySet

from games.bots import Level
from games.engine import PLAYERS, Player
from games.models import DealScore, Game, GameResult, Ladder, Rating, RatingChange, Seat
from games.results import ratings
from games.results.skills import NEWCOMER, Skill, places as places_of, weight
from games.values import Stage

Key: TypeAlias = tuple[datetime, int]  # a game's place in the order of a ladder: when it ended, and its primary key
LadderKey: TypeAlias = tuple[str, str, str]  # a ladder's company, bidding style and month

FIGURES: Final = ("number", "mu_before", "sigma_before", "mu", "sigma")
"""The columns of a rating change that may differ after an earlier game is added or removed."""

_figures = attrgetter(*FIGURES)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts: users in seat order (None for a bot), for which of them it counts, the places of all, the
    bots' level, its weight.
    """

    at: datetime
    game_id: int
    users: tuple[int | None, ...]
    counts_for: frozenset[Player]
    places: tuple[int, ...]
    bots: Level
    weight: float

    @property
    def key(self) -> Key:
        return self.at, self.game_id


@dataclass(frozen=True, slots=True)
class LadderRating:
    """A player's state on a ladder between two games."""

    skill: Skill = NEWCOMER
    games: int = 0
    wins: int = 0


LadderRatings: TypeAlias = defaultdict[int, LadderRating]  # the players of a ladder by user id


def rated_game(
    game: Game, seats: Sequence[Seat], results: Sequence[GameResult], deals: Sequence[Sequence[DealScore]]
) -> RatedGame | None:
    """Return the ended game of these results, with the scores of its deals in seat order; None if it leaves ratings
    alone.

    Whoever has a bot sitting in at the end has left, and is rated as last; so is who has not played most of the deals,
    whatever bots have won for them. A game that was not played to its end counts only if all people have left it: it
    ended because of that. One with a hint does not count, unless the first came after a scored deal and nobody has won:
    a hint spares no loss.
    """
    left = {seat.player for seat in seats if seat.user_id is not None and seat.bot_plays}
    all_left = Stage(game.stage).has_ended and len(left) == len(results)
    if not results or not (game.stage == Stage.OVER or all_left):
        return None
    people = {result.player for result in results}
    played = _have_played(people, deals)
    counts_for = _counts_for(people, played)
    if not counts_for:
        return None
    points = [score.points_after for score in deals[-1]]
    places = places_of(points, left | people - played)
    if game.hinted and (not game.hinted_late or any(places[player] == 1 for player in people)):
        return None
    return _game_of(game, seats, results[0].at, places, counts_for)


def _have_played(people: Iterable[Player], deals: Sequence[Sequence[DealScore]]) -> set[Player]:
    """Return those of the people who have played most of the deals themselves."""
    own = Counter(score.player for deal in deals for score in deal if not score.by_bot)
    return {player for player in people if 2 * own[player] > len(deals)}


def _counts_for(people: set[Player], played: set[Player]) -> frozenset[Player]:
    """Return those of the people for whom a game counts: all other people have played most of its deals themselves.

    So nobody gains by guests of their own who give up, and who leaves early, alone, loses all the same.
    """
    return frozenset(player for player in people if played.issuperset(people - {player}))


def _game_of(
    game: Game, seats: Iterable[Seat], at: datetime, places: tuple[int, ...], counts_for: Collection[Player]
) -> RatedGame:
    users = {seat.player: seat.rated_as_id or seat.user_id for seat in seats}
    return RatedGame(
        at,
        game.pk,
        tuple(users.get(player) for player in PLAYERS),
        frozenset(counts_for),
        places,
        Level(game.bot_level),
        weight(game.target),
    )


def ladder_keys(result: GameResult, seats: Iterable[Seat]) -> list[LadderKey]:
    """Return the ladders a game counts on: all styles and its own, for all time and for its month (UTC). A game with
    guests counts for no month, and so for no season.
    """
    with_guests = any(seat.by_guest for seat in seats if seat.user_id is not None)
    periods = [""] if with_guests else ["", f"{result.at.astimezone(UTC):%Y-%m}"]
    return [(result.company, bidding, period) for bidding in ("", result.bidding) for period in periods]


def ladders_for(result: GameResult, seats: Iterable[Seat]) -> list[Ladder]:
    """Return the ladders on which a game counts, locked; missing ones are created."""
    keys = ladder_keys(result, seats)
    ladders = [Ladder.objects.get_or_create(company=of, bidding=style, month=month)[0] for of, style, month in keys]
    return _locked(Ladder.objects.filter(pk__in=[ladder.pk for ladder in ladders]))


def ladders_with(game: Game) -> list[Ladder]:
    """Return the ladders on which a game has been rated, locked."""
    return _locked(Ladder.objects.filter(pk__in=game.rating_changes.values("ladder")))


def _locked(ladders: QuerySet[Ladder]) -> list[Ladder]:
    return list(ladders.select_for_update().order_by("pk"))


def rate_again(ladder: Ladder, since: Key, *added: RatedGame) -> None:
    """Rate the ladder's games from `since` on again: without the game at `since`, but with those added."""
    stored = _changes_from(ladder, since)
    games = [game for game in _games_of(stored) if game.key != since]
    users = {change.user_id for change in stored} | _users([*games, *added])
    players = _ratings_before(ladder, users, stored)
    _store_changes(ladder, stored, rate(sorted([*games, *added], key=attrgetter("key")), players))
    _store_ratings(ladder, {user: players[user] for user in users})


def _users(games: Iterable[RatedGame]) -> set[int]:
    """Return all who have played these games, also those for whom one does not count: their ratings count in it."""
    return {user for game in games for user in game.users if user is not None}


def rate(games: Iterable[RatedGame], players: LadderRatings) -> Iterator[RatingChange]:
    """Yield the unsaved rating changes of the games in turn, and update `players` on the way."""
    for game in games:
        skills = [None if user is None else players[user].skill for user in game.users]
        after = ratings.after_game(skills, game.places, game.bots, game.weight)
        for player, (user, skill) in enumerate(zip(game.users, after, strict=True)):
            if user is not None and skill is not None and player in game.counts_for:
                was = players[user]
                players[user] = LadderRating(skill, was.games + 1, was.wins + (game.places[player] == 1))
                yield _change(game, user, player, was, players[user])


def _change(game: RatedGame, user: int, player: int, was: LadderRating, now: LadderRating) -> RatingChange:
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


def _changes_from(ladder: Ladder, since: Key) -> list[RatingChange]:
    """Return the ladder's changes from the game at `since` on, in order."""
    at, game_id = since
    later = ladder.changes.filter(Q(at__gt=at) | Q(at=at, game_id__gte=game_id), at__gte=at)
    rows = later.select_related("game").prefetch_related("game__seats")
    return list(rows.order_by("at", "game_id", "player"))


def _games_of(changes: Iterable[RatingChange]) -> Iterator[RatedGame]:
    """Yield the games of these changes, which must be sorted by game."""
    for _key, group in groupby(changes, key=attrgetter("at", "game_id")):
        first, *others = group
        counts_for = [change.player for change in (first, *others)]
        yield _game_of(first.game, first.game.seats.all(), first.at, tuple(map(int, first.places)), counts_for)


def _ratings_before(ladder: Ladder, users: set[int], changes: Sequence[RatingChange]) -> LadderRatings:
    """Return the ratings of these users before the first of the changes."""
    players = {
        rating.user_id: LadderRating(ratings.skill_of(rating), rating.games, rating.wins)
        for rating in ladder.ratings.filter(user__in=users)
    }
    for change in reversed(changes):
        now, won = players[change.user_id], change.places[change.player] == "1"
        before = Skill(change.mu_before, change.sigma_before)
        players[change.user_id] = LadderRating(before, now.games - 1, now.wins - won)
    return defaultdict(LadderRating, players)


def _store_changes(ladder: Ladder, stored: Sequence[RatingChange], wanted: Iterable[RatingChange]) -> None:
    """Replace the stored changes by the wanted ones; rows of the same game and player keep their primary keys."""
    rows = {(change.game_id, change.player): change for change in stored}
    new, changed = [], []
    for change in wanted:
        change.ladder = ladder
        row = rows.pop((change.game_id, change.player), None)
        if row is None:
            new.append(change)
        elif _figures(row) != _figures(change):
            change.pk = row.pk
            changed.append(change)
    RatingChange.objects.filter(pk__in=[row.pk for row in rows.values()]).delete()
    RatingChange.objects.bulk_update(changed, FIGURES, batch_size=100)
    RatingChange.objects.bulk_create(new)


def _store_ratings(ladder: Ladder, players: dict[int, LadderRating]) -> None:
    ladder.ratings.filter(user__in=[user for user, player in players.items() if not player.games]).delete()
    Rating.objects.bulk_create(
        [rating_row(ladder, user, player) for user, player in sorted(players.items()) if player.games],
        update_conflicts=True,
        unique_fields=["ladder", "user"],
        update_fields=["mu", "sigma", "lower_bound", "games", "wins"],
    )


def rating_row(ladder: Ladder, user: int, player: LadderRating) -> Rating:
    """Return the unsaved row of a player's rating."""
    skill = player.skill
    return Rating(
        ladder=ladder,
        user_id=user,
        mu=skill.mu,
        sigma=skill.sigma,
        lower_bound=skill.lower_bound,
        games=player.games,
        wins=player.wins,
    )
