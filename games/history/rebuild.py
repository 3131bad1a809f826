"""Everything that follows from the deals, worked out anew and compared with what is stored; what differs is put right.

Play goes on meanwhile only at the price of false alarms: run it while the site is at rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isclose
from operator import attrgetter
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import Model, Prefetch, QuerySet

from games.history import ladders, result_rows
from games.history.ladders import RatedGame, Standings
from games.history.result_rows import LadderKey, TallyKey
from games.models import Deal, DealResult, DealScore, Game, GameResult, Ladder, Rating, RatingChange, Seat, Tally, bulk

GAMES_AT_A_TIME = 500

Progress: TypeAlias = Callable[[int, int], None]


@dataclass(slots=True)
class Verdict:
    """How many rows of one kind should be there, and how many of those stored were missing, wrong or too many."""

    rows: int = 0
    wrong: int = 0


@dataclass(slots=True)
class _Found:
    """What reading all games has brought together."""

    verdicts: dict[type[Model], Verdict] = field(default_factory=lambda: defaultdict(Verdict))
    tallies: dict[TallyKey, list[int]] = field(default_factory=dict)
    rated: dict[LadderKey, list[RatedGame]] = field(default_factory=lambda: defaultdict(list))


@transaction.atomic
def rebuild(progress: Progress) -> dict[type[Model], Verdict]:
    """Compare and put right; the verdict on each kind of row. `progress` hears of games done and games in all."""
    found = _Found()
    total, done = Game.objects.count(), 0
    for games in _batches():
        _check_games(found, games)
        done += len(games)
        progress(done, total)
    _check_tallies(found)
    _check_ladders(found)
    return dict(found.verdicts)


def _batches() -> Iterator[list[Game]]:
    """All games in portions, with seats, finished deals and scores."""
    scores = Prefetch("scores", DealScore.objects.order_by("player"))
    deals = Prefetch("deals", Deal.objects.filter(finished=True).order_by("number").prefetch_related(scores))
    games = Game.objects.select_related("void").prefetch_related(
        Prefetch("seats", Seat.objects.order_by("player")), deals
    )
    last = 0
    while batch := list(games.filter(pk__gt=last).order_by("pk")[:GAMES_AT_A_TIME]):
        yield batch
        last = batch[-1].pk


def _check_games(found: _Found, games: Sequence[Game]) -> None:
    lines: list[DealResult] = []
    results: list[GameResult] = []
    for game in games:
        seats, deals = list(game.seats.all()), list(game.deals.all())
        counts = not hasattr(game, "void")
        for deal in deals if counts else ():
            lines += result_rows.deal_results(game, seats, deal, list(deal.scores.all()))
        if deals:
            scores = list(deals[-1].scores.all())
            of_game = result_rows.game_results(game, seats, deals[-1], scores)
            results += of_game
            if counts:
                _note_rated(found, of_game, scores)
    _note_tallies(found, lines)
    _compare(found, DealResult.objects.filter(score__deal__game__in=games), lines, ("score_id",))
    _compare(found, GameResult.objects.filter(game__in=games), results, ("game_id", "player"))


def _note_rated(found: _Found, results: Sequence[GameResult], scores: Sequence[DealScore]) -> None:
    if not results or results[0].place is None:
        return
    rated = ladders.rated_game(results, [score.points_after for score in scores])
    for key in result_rows.ladder_keys(results[0]):
        found.rated[key].append(rated)


def _note_tallies(found: _Found, lines: Iterable[DealResult]) -> None:
    for line in lines:
        key, counts = result_rows.tally(line)
        known = found.tallies.get(key)
        if known is None:
            found.tallies[key] = list(counts)
        else:
            for place, count in enumerate(counts):
                known[place] += count


def _check_tallies(found: _Found) -> None:
    wanted = (result_rows.tally_row(key, tuple(counts)) for key, counts in found.tallies.items())
    _compare(found, Tally.objects.all(), wanted, Tally.KEY)


def _check_ladders(found: _Found) -> None:
    for ladder in Ladder.objects.all():
        found.rated[ladder.company, ladder.bidding, ladder.month]  # an empty ladder is to be checked too
    for (company, bidding, month), games in sorted(found.rated.items()):
        ladder, _created = Ladder.objects.get_or_create(company=company, bidding=bidding, month=month)
        standings: Standings = {}
        changes = [
            change for of_game in ladders.fold(sorted(games, key=attrgetter("key")), standings) for change in of_game
        ]
        for change in changes:
            change.ladder = ladder
        _compare(found, ladder.changes.all(), changes, ("game_id", "player"))
        rows = [ladders.rating(ladder, user, standing) for user, standing in standings.items()]
        _compare(found, ladder.ratings.all(), rows, ("user_id",))


Row = DealResult | GameResult | Tally | RatingChange | Rating


def _compare(found: _Found, stored: QuerySet[Any, Any], wanted: Iterable[Row], key: Sequence[str]) -> None:
    """Make the stored rows the wanted ones, which `key` tells apart, and count those that were not."""
    model = stored.model
    names = [column.attname for column in model._meta.concrete_fields if not column.primary_key]
    key_of, rest_of = attrgetter("pk", *key), attrgetter("pk", *names)
    there = {
        row[1 : len(key) + 1]: (row[0], row[len(key) + 1 :])
        for row in stored.values_list("pk", *key, *names).iterator(chunk_size=5000)
    }
    verdict, missing, gone = found.verdicts[model], [], []
    for row in wanted:
        verdict.rows += 1
        old, old_rest = there.pop(key_of(row)[1:], (None, ()))
        if old is None or not all(map(_equal, old_rest, rest_of(row)[1:])):
            missing.append(row)
            gone += [] if old is None else [old]
    verdict.wrong += len(missing) + len(there)
    gone += [number for number, _rest in there.values()]
    for start in range(0, len(gone), 500):
        model.objects.filter(pk__in=gone[start : start + 500]).delete()
    bulk.insert(model, missing)


def _equal(one: object, other: object) -> bool:
    """Ratings pass through databases that may write a number in their own way."""
    return one == other or (isinstance(one, float) and isinstance(other, float) and isclose(one, other, rel_tol=1e-12))
