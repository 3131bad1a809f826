"""The rebuild of results, tallies and ratings from the scores of deals: it reports or replaces rows that differ.

Deals that finish meanwhile are reported as differences, unless all is read in one snapshot of the database.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from math import isclose
from operator import add, attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Model, Prefetch, QuerySet

from games.engine import PLAYERS, Dealt, from_json
from games.models import (
    Deal,
    DealResult,
    DealScore,
    Event,
    Game,
    GameResult,
    JudgedDeal,
    Ladder,
    Mistake,
    Seat,
    Tally,
    bulk,
    counting_games,
    logs,
)
from games.results import ladders, mistakes, own_moves
from games.results.ladders import LadderKey, LadderRating, RatedGame
from games.results.services import Counts, Hands, TallyKey, deal_results, game_results, tally, tally_row

BATCH_SIZE = 500

FILLED_IN_LATER = ("strength",)
"""Columns of `DealResult` that are null in rows of before the column, until `rebuild` fills them in: no difference."""


@dataclass(slots=True)
class RowCheck:
    """How many rows of one model there should be, and how many stored rows were missing, wrong or superfluous."""

    rows: int = 0
    wrong: int = 0


@dataclass(slots=True)
class _Rebuild:
    """The checks so far, and the tallies and rated games collected from all games.

    Differences are corrected, or only reported to `report`, if there is one.
    """

    report: Callable[[str], None] | None = None
    checks: defaultdict[type[Model], RowCheck] = field(default_factory=lambda: defaultdict(RowCheck))
    tallies: dict[TallyKey, Counts] = field(default_factory=dict)
    rated: defaultdict[LadderKey, list[RatedGame]] = field(default_factory=lambda: defaultdict(list))


@transaction.atomic
def rebuild(progress: Callable[[int, int], None]) -> dict[type[Model], RowCheck]:
    """Correct all rows; return the check of each model. `progress` gets how many games are done, of how many."""
    return _run(_Rebuild(), progress)


def compare(progress: Callable[[int, int], None], report: Callable[[str], None]) -> dict[type[Model], RowCheck]:
    """Check all rows and write nothing; `report` gets a sentence for each row that differs.

    A value of `FILLED_IN_LATER` that is not stored yet is no difference: `rebuild` fills it in.
    """
    return _run(_Rebuild(report), progress)


def _run(run: _Rebuild, progress: Callable[[int, int], None]) -> dict[type[Model], RowCheck]:
    total, done = counting_games().count(), 0
    for games in _batches():
        _check_games(run, games)
        done += len(games)
        progress(done, total)
    _compare(run, Tally.objects.all(), starmap(tally_row, run.tallies.items()), Tally.KEY)
    _check_ladders(run)
    return dict(run.checks)


def _batches() -> Iterator[list[Game]]:
    """Yield all games that count in batches, with seats, and their finished deals with cards and scores."""
    scores = Prefetch("scores", DealScore.objects.order_by("player"))
    deals = Prefetch("deals", Deal.objects.filter(finished=True).order_by("number").prefetch_related(scores))
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("player"))
    games = counting_games().select_related("void").prefetch_related(seats, deals).order_by("pk")
    cards, last = Event.objects.filter(payload__kind=Dealt.__name__), 0
    while batch := list(games.filter(pk__gt=last)[:BATCH_SIZE]):
        logs.load([deal for game in batch for deal in game.deals.all()], cards)
        yield batch
        last = batch[-1].pk


def _check_games(run: _Rebuild, games: Sequence[Game]) -> None:
    lines: list[DealResult] = []
    results: list[GameResult] = []
    _fill_in_by_bot(run, games)
    for game in games:
        seats = list(game.seats.all())  # of a damaged game some rows may be missing: nothing follows from it
        deals = [deal for deal in game.deals.all() if len(seats) == len(deal.scores.all()) == len(PLAYERS)]
        if not hasattr(game, "void"):
            for deal in deals:
                lines += deal_results(game, seats, deal, list(deal.scores.all()), _hands(deal))
        if deals:
            results += _game_results(run, game, seats, deals)
    for line in lines:
        key, counts = tally(line)
        run.tallies[key] = tuple(map(add, run.tallies[key], counts)) if key in run.tallies else counts
    stored = DealResult.objects.filter(score__deal__game__in=games)
    if run.report is not None:
        _leave_out_unknown(stored, lines)
    _compare(run, stored, lines, ("score_id",))
    _compare(run, GameResult.objects.filter(game__in=games), results, ("game_id", "player"))
    _check_mistakes(run, games)


def _fill_in_by_bot(run: _Rebuild, games: Sequence[Game]) -> None:
    """Fill in who has played the deals of these games, where that is not known yet; stored unless this is a check."""
    scores = [score for game in games for deal in game.deals.all() for score in deal.scores.all()]
    known = own_moves.fill_in(scores)
    if run.report is None:
        DealScore.objects.bulk_update(known, ["by_bot"])


def _leave_out_unknown(stored: QuerySet[DealResult], lines: Sequence[DealResult]) -> None:
    """Clear what has not been stored yet, so that it is no difference."""
    for column in FILLED_IN_LATER:
        unknown = set(stored.filter(**{column: None}).values_list("score_id", flat=True))
        for line in lines:
            if line.score_id in unknown:
                setattr(line, column, None)


def _check_mistakes(run: _Rebuild, games: Sequence[Game]) -> None:
    """Check the judged deals of these games, whose results are right, against the stored analyses."""
    judged: list[JudgedDeal] = []
    computed: list[Mistake] = []
    for analysis in mistakes.whole_analyses().filter(deal__game__in=games):
        rows = mistakes.rows_of(
            analysis, DealResult.objects.filter(score__deal=analysis.deal_id).select_related("score")
        )
        judged += rows[0]
        computed += rows[1]
    _compare(run, JudgedDeal.objects.filter(result__score__deal__game__in=games), judged, ("result_id",))
    _compare(run, Mistake.objects.filter(judged__result__score__deal__game__in=games), computed, ("judged_id", "move"))


def _hands(deal: Deal) -> Hands | None:
    """Return the hands of a deal, None if only its scores are stored."""
    for row in logs.standing_rows(deal)[:1]:
        event = from_json(row.payload)
        assert isinstance(event, Dealt), "a log begins with the cards"
        return event.hands
    return None


def _game_results(run: _Rebuild, game: Game, seats: Sequence[Seat], deals: Sequence[Deal]) -> list[GameResult]:
    """Return the game's results after its last deal, and add a game that counts to its ladders."""
    scores = [list(deal.scores.all()) for deal in deals]
    results = game_results(game, seats, deals[-1], scores[-1])
    rated = ladders.rated_game(game, seats, results, scores)
    if rated is not None and not hasattr(game, "void"):
        for ladder in ladders.ladder_keys(results[0], seats):
            run.rated[ladder].append(rated)
    return results


def _check_ladders(run: _Rebuild) -> None:
    for ladder in Ladder.objects.all():
        run.rated[ladder.company, ladder.bidding, ladder.month]  # adds ladders without games, to check them too
    for (company, bidding, month), games in sorted(run.rated.items()):
        ladder = _ladder(run, company, bidding, month)
        players: ladders.LadderRatings = defaultdict(LadderRating)
        changes = list(ladders.rate(sorted(games, key=attrgetter("key")), players))
        for change in changes:
            change.ladder = ladder
        _compare(run, ladder.changes.all(), changes, ("game_id", "player"), ladder)
        rows = [ladders.rating_row(ladder, user, player) for user, player in players.items() if player.games]
        _compare(run, ladder.ratings.all(), rows, ("user_id",), ladder)


def _ladder(run: _Rebuild, company: str, bidding: str, month: str) -> Ladder:
    """Return a ladder. One that is missing is created, or, if nothing is to be written, has a number of no row."""
    stored = Ladder.objects.filter(company=company, bidding=bidding, month=month)
    ladder = stored.first() or Ladder(pk=0, company=company, bidding=bidding, month=month)
    if not ladder.pk and run.report is None:
        ladder.pk = None
        ladder.save()
    return ladder


def _compare(
    run: _Rebuild, stored: QuerySet[Any, Any], wanted: Iterable[Model], key: Sequence[str], ladder: Ladder | None = None
) -> None:
    """Report or replace stored rows that differ from the wanted ones; `key` are the columns that identify a row."""
    model = stored.model
    names = [column.attname for column in model._meta.concrete_fields if not column.primary_key]
    key_of, rest_of = attrgetter("pk", *key), attrgetter("pk", *names)
    existing = {
        row[1 : len(key) + 1]: (row[0], row[len(key) + 1 :])
        for row in stored.values_list("pk", *key, *names).iterator(chunk_size=5000)
    }
    check, new, obsolete = run.checks[model], [], []
    for row in wanted:
        check.rows += 1
        old, old_rest = existing.pop(key_of(row)[1:], (None, ()))
        if old is None or not all(map(_equal, old_rest, rest_of(row)[1:])):
            new.append(row)
            obsolete += [] if old is None else [old]
    check.wrong += len(new) + len(existing)
    if run.report is not None:
        for values in [key_of(row)[1:] for row in new] + list(existing):
            names = [f"{column} {value}" for column, value in zip(key, values, strict=True)]
            names += [] if ladder is None else [f"ladder {ladder}"]
            run.report(f"{model.__name__} of {', '.join(names)} is not what follows from the deals.")
        return
    obsolete += [number for number, _rest in existing.values()]
    for start in range(0, len(obsolete), BATCH_SIZE):
        model.objects.filter(pk__in=obsolete[start : start + BATCH_SIZE]).delete()
    bulk.insert(model, new)


def _equal(one: object, other: object) -> bool:
    """Compare two values; floats may differ by rounding in the database."""
    return one == other or (isinstance(one, float) and isinstance(other, float) and isclose(one, other, rel_tol=1e-12))
