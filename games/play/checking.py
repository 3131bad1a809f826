"""The check of stored games: each deal is replayed from its log, and the stored values are compared with the result.

No sentence names a card, because the deal may still be running.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from django.db import connection, transaction
from django.db.models import Prefetch, QuerySet
from django.db.models.functions import Mod

from games import engine
from games.engine import PLAYERS, Dealt, Phase, Standing, State, Triple
from games.models import Board, Deal, DealScore, Game, Seat, logs, rules_of
from games.play import proofs
from games.play.modes import boards, replays
from games.results import own_moves, services as results
from games.values import Stage

BATCH_SIZE: Final = 50

_SCORE_COLUMNS: Final = [
    field.attname for field in DealScore._meta.concrete_fields if field.name not in ("id", "deal", "player")
]


class LogDamaged(Exception):
    """The log of a deal can't be played; the text says why."""


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Make all reads inside see the database at one moment, while others go on writing."""
    mode = getattr(connection, "transaction_mode", None)
    if connection.vendor == "sqlite":
        connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]  # of SQLite: it takes no lock to read
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    finally:
        if connection.vendor == "sqlite":
            connection.transaction_mode = mode  # type: ignore[attr-defined]


def part_of_games(part: int, parts: int) -> QuerySet[Game]:
    """Return one of so many parts of all games; the first is 1."""
    return Game.objects.alias(rest=Mod("pk", parts)).filter(rest=part - 1)


def batches(games: QuerySet[Game], after: int) -> Iterator[list[Game]]:
    """Yield those of the games with higher numbers than `after` in batches, with all that `differences` reads."""
    scores = Prefetch("scores", DealScore.objects.order_by("player"))
    deals = Prefetch("deals", Deal.objects.order_by("number").prefetch_related(scores))
    seats = Prefetch("seats", Seat.objects.order_by("player"))
    whole = games.prefetch_related(seats, deals).order_by("pk")
    while batch := list(whole.filter(pk__gt=after)[:BATCH_SIZE]):
        logs.load([deal for game in batch for deal in game.deals.all()])
        yield batch
        after = batch[-1].pk


def differences(game: Game) -> Iterator[str]:
    """Yield a sentence for each stored value that differs from the log of events. `game` comes from `batches`."""
    seats, deals = list(game.seats.all()), list(game.deals.all())
    if [seat.player for seat in seats] != list(PLAYERS):
        yield f"Game {game.code} does not have three seats."
        return
    if [deal.number for deal in deals] != list(range(1, game.deal_number + 1)):
        yield f"Game {game.code} is at deal {game.deal_number}, and some deals are missing or superfluous."
    last, totals = None, Standing().points
    for deal in deals:
        name = f"Game {game.code}, deal {deal.number}:"
        try:
            state = _replay(deal)
        except LogDamaged as damage:
            yield f"{name} {damage}"
            last = None
            continue
        yield from (f"{name} {what}" for what in _of_beginning(game, seats, deal, state, last))
        before = totals if game.mode.from_zero else state.before.points
        yield from (f"{name} {what}" for what in _of_end(deal, state, before))
        last, totals = state, _totals(deal) or before
    yield from (f"Game {game.code} {what}" for what in _of_game(game, seats, deals, last, totals))


def _totals(deal: Deal) -> Triple | None:
    """Return the players' points after the deal as they are stored; None if it is not scored."""
    by_player = {row.player: row.points_after for row in deal.scores.all()}
    return (by_player[0], by_player[1], by_player[2]) if by_player.keys() == set(PLAYERS) else None


def _replay(deal: Deal) -> State:
    """Return the state after the log of a deal. Raises LogDamaged if an event can't be read or breaks the rules."""
    state: State | None = None
    for row in logs.standing_rows(deal):
        try:
            event = engine.from_json(row.payload)
            is_legal = isinstance(event, Dealt) if state is None else engine.is_legal(state, event)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            raise LogDamaged(f"event {row.sequence} can’t be read.") from None
        if not is_legal:
            raise LogDamaged(f"event {row.sequence} can’t follow those before it.")
        state = engine.replay([event]) if state is None else engine.evolve(state, event)
    if state is None:
        raise LogDamaged("there are no events.")
    return state


def _of_beginning(game: Game, seats: Sequence[Seat], deal: Deal, state: State, last: State | None) -> Iterator[str]:
    """Yield what is wrong with the deal as it was dealt. `last` is the state of the deal before, if it is known."""
    if state.rules != rules_of(game):
        yield "it was dealt under other rules than those of the game."
    if state.dealer != deal.dealer:
        yield "another dealer is stored."
    if last is not None and last.phase is Phase.FINISHED:
        if state.dealer != proofs.dealer_of(game, deal.number, seats, last.dealer):
            yield "it was not the dealer’s turn to deal."
        if state.before != results.standing_before_deal(game, engine.standing_after(engine.score(last))):
            yield "it does not begin with the points and bags of the deal before."
    elif deal.number == 1:
        yield from _of_first_deal(game, seats, state)
    if (deal.secret or not game.mode.own_secrets) and not proofs.decides(game, deal, seats, state):
        yield "its secret and the seeds give other cards."


def _of_first_deal(game: Game, seats: Sequence[Seat], state: State) -> Iterator[str]:
    if source := replays.source_of(game):
        if (state.before, state.dealt) != (source.before, source.dealt):
            yield "it begins otherwise than the deal that is played again."
        return
    if board := boards.facts_of(game):
        dealt = boards.dealt(Board.objects.get(pk=board.pk), game.chain_root, board)
        if (state.before, state.dealt) != (dealt.before, dealt.hands):
            yield "it begins otherwise than the board of its set."
        return
    if state.before != Standing():
        yield "the game does not begin at 0 points."
    if state.dealer != proofs.opening_dealer(game, seats):
        yield "another player drew the deal."


def _of_end(deal: Deal, state: State, before: Triple) -> Iterator[str]:
    """Yield what is wrong with the result of the deal; `before` are the totals from which its points count on."""
    is_finished, stored = state.phase is Phase.FINISHED, {row.player: row for row in deal.scores.all()}
    if deal.finished != is_finished or (deal.finished_at is not None) != is_finished:
        yield f"it is {'' if is_finished else 'not '}finished, and stored otherwise."
    if deal.declarer != (state.declarer if is_finished else None):
        yield "another declarer is stored."
    scores = engine.counted_on(engine.score(state), before) if is_finished else ()
    wanted, by_bots = dict(enumerate(scores)), own_moves.of_log(deal, state.declarer) if is_finished else ()
    for player in sorted(stored.keys() | wanted.keys()):
        if player not in wanted:
            yield f"the score of seat {player + 1} should not be there."
        elif player not in stored:
            yield f"the score of seat {player + 1} is missing."
        else:
            row = results.score_row(deal, state, player, wanted[player], by_bots)
            if wrong := [name for name in _SCORE_COLUMNS if _differ(stored[player], row, name)]:
                yield f"the score of seat {player + 1} differs in {', '.join(wrong)}."


def _differ(stored: DealScore, row: DealScore, name: str) -> bool:
    """Return whether the stored value of a column differs; a column not filled in yet does not."""
    is_unknown = name == "by_bot" and stored.by_bot is None
    return not is_unknown and _plain(stored, name) != _plain(row, name)


def _plain(row: DealScore, name: str) -> object:
    """Return the value of a column as JSON would store it: lists instead of tuples."""
    value = getattr(row, name)
    return list(value) if isinstance(value, tuple) else value


def _of_game(
    game: Game, seats: Sequence[Seat], deals: Sequence[Deal], last: State | None, totals: Triple
) -> Iterator[str]:
    """Yield what is wrong with the game's own row. `last` is the state of the last deal, if it is known, and `totals`
    are the points after the last scored one.
    """
    if any(row.sequence > game.version for deal in deals for row in logs.standing_rows(deal)):
        yield f"is at version {game.version}, and has later events."
    if last is not None or not deals:
        stages, winner = _possible(game, last, totals)
        if game.stage not in stages:
            yield f"is at the stage “{game.stage}”, which does not fit its log."
        if game.winner != winner:
            yield "is stored with another winner."
    if game.due_at is None and _is_due(game, seats, last):
        yield "waits for the site, and no step is due."


def _possible(game: Game, last: State | None, totals: Triple) -> tuple[Sequence[Stage], int | None]:
    """Return the stages that the game may be in after its last deal, and the winner."""
    if last is None:
        return (Stage.OPEN, Stage.DRAWING, Stage.CLOSED), None
    if last.phase is not Phase.FINISHED:
        return (Stage.DEAL, Stage.CLOSED), None
    stage, winner = results.stage_after(game, last.rules, totals)
    return (stage, Stage.CLOSED) if stage is Stage.SCORED else (stage,), winner


def _is_due(game: Game, seats: Sequence[Seat], last: State | None) -> bool:
    """Return whether the site has to do the next step: people wait for a bot or a deal, or a table may be abandoned."""
    if game.stage != Stage.DEAL or last is None:
        return not Stage(game.stage).has_ended and game.stage != Stage.DEAL
    return not game.proposal and any(seats[player].bot_plays for player in engine.waiting_for(last))
