"""Fills an empty database with finished games, to measure its pages with: `python -m tests.benchmarks.sample_history`.

A pool of deals, really played by bots, is shared out among many games. Scores are the engine's; only the log of moves
is missing.
"""

import argparse
import os
import random
import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from time import perf_counter
from typing import Final, TextIO, TypeAlias

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth.hashers import make_password  # noqa: E402  # models exist only now
from django.core.management import call_command  # noqa: E402
from django.core.management.color import no_style  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import Model  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games import bots  # noqa: E402
from games.bots.selfplay import play_deal  # noqa: E402
from games.engine import (  # noqa: E402
    PLAYERS,
    BiddingStyle,
    Dealt,
    PeekRule,
    Player,
    Rules,
    Scores,
    Standing,
    State,
    deal_hands,
    game_winner,
    next_dealer,
    score,
    standing_after,
)
from games.management.commands.selfplay import deal_count  # noqa: E402
from games.models import Deal, DealScore, Game, Seat, bulk  # noqa: E402
from games.results import services as results  # noqa: E402
from games.values import Stage  # noqa: E402

RULES: Final = (
    *(Rules(),) * 3,
    Rules(PeekRule.THREE),
    Rules(PeekRule.FLIP2, target=300),
    Rules(bidding=BiddingStyle.SUICIDE, floor=-300),
    Rules(bidding=BiddingStyle.MIRROR, target=300, floor=-300),
    Rules(bidding=BiddingStyle.WHIZ, target=300, floor=-300),
)
"""The rules of the games, the default ones three times as often as any others."""

HISTORY_LENGTH: Final = timedelta(days=3 * 365)
BATCH_DEALS: Final = 10_000
POOL_SIZE = 40
"""Deals in the pool for each set of rules and each dealer."""

Pool: TypeAlias = dict[tuple[Rules, Player], list[State]]


class DatabaseNotEmpty(Exception):
    """There are games in the database already."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.sample_history",
        description="Fill an empty database with finished games, one player having played in a tenth of them.",
    )
    parser.add_argument("--deals", type=deal_count, default=1_000_000, help="how many deals (1000000)")
    parser.add_argument("--players", type=deal_count, default=500, help="how many players share them (500)")
    parser.add_argument("--star", default="Star", help="the name of the player with a tenth of the games (Star)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed generates the same scores (1)")
    options = parser.parse_args()
    try:
        fill_database(options.deals, options.players, options.star, options.seed)
    except DatabaseNotEmpty:
        sys.exit("There are games here already. This is for an empty database.")


def fill_database(
    deals: int, players: int = 500, star: str = "Star", seed: int = 1, stdout: TextIO | None = None
) -> None:
    """Store so many finished deals with their statistics and ratings, and print the progress.

    Raises DatabaseNotEmpty if there are games already.
    """
    if Game.objects.exists():
        raise DatabaseNotEmpty
    stdout = stdout or sys.stdout
    start = perf_counter()
    _enlarge_cache()
    for done in generate(deals, players, star, random.Random(seed)):
        ending = "\r" if stdout.isatty() and done < deals else "\n"
        stdout.write(f"{done:,} of {deals:,} deals, {done / (perf_counter() - start):,.0f} a second{ending}")
        stdout.flush()
    call_command("rebuild_statistics", stdout=stdout)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    stdout.write(f"Done in {perf_counter() - start:,.0f} s.\n")


def _enlarge_cache() -> None:
    """Give SQLite 400 MB of page cache: millions of rows go through it."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA cache_size = -400000")


@dataclass(slots=True)
class Batch:
    """Rows that are not stored yet. Their primary keys are assigned here, so that they can refer to each other."""

    games: list[Game]
    seats: list[Seat]
    deals: list[Deal]
    scores: list[DealScore]

    def store(self) -> None:
        with transaction.atomic():
            bulk.insert(Game, self.games)
            bulk.insert(Seat, self.seats)
            bulk.insert(Deal, self.deals)
            bulk.insert(DealScore, self.scores)


def generate(deals: int, players: int, star: str, rng: random.Random) -> Iterator[int]:
    """Store so many finished deals in batches; yield the number stored so far after each batch.

    The player called `star` is in every tenth game, `players` others share the rest. None of them can sign in.
    """
    users = _create_users(players, star)
    pool = deal_pool(rng)
    start, done = timezone.now() - HISTORY_LENGTH, 0
    while done < deals:
        batch = Batch([], [], [], [])
        batch_end = min(deals, done + BATCH_DEALS)
        while done < batch_end:
            at = start + HISTORY_LENGTH * (done / deals)
            done += _add_game(batch, pool, _choose_players(users, rng), at, rng)
        batch.store()
        yield done
    _reset_sequences(Deal, DealScore, Game, Seat)


def _reset_sequences(*models: type[Model]) -> None:
    """Have the database count on from the primary keys that were assigned here."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def _create_users(players: int, star: str) -> list[User]:
    """Create the users, the star first."""
    password = make_password(None)
    names = [star, *(f"Player {number:05}" for number in range(1, players + 1))]
    return User.objects.bulk_create([User(username=name, password=password) for name in names], batch_size=500)


def deal_pool(rng: random.Random) -> Pool:
    """Finished deals by rules and dealer."""
    return {
        (rules, dealer): [_play_deal(rules, dealer, rng) for _ in range(POOL_SIZE)]
        for rules in dict.fromkeys(RULES)  # not a set: a seed must give the same deals in every process
        for dealer in PLAYERS
    }


def _play_deal(rules: Rules, dealer: Player, rng: random.Random) -> State:
    """A deal as bots finished it."""
    hands = deal_hands(rng.randbytes(32))
    state, _log = play_deal(Dealt(rules, dealer, Standing(), hands), (bots.choose,) * 3, rng)
    return state


def _choose_players(users: list[User], rng: random.Random) -> list[User | None]:
    """The users in the three seats, None for a bot: three people or, in two games of five, one of them with bots."""
    star, *others = users
    people: list[User | None] = [star if rng.random() < 0.1 else rng.choice(others)]
    while len(people) < 3:
        other = rng.choice(others)
        if other not in people:
            people.append(other)
    if rng.random() < 0.4:
        people[1:] = [None, None]
    rng.shuffle(people)
    return people


def _add_game(batch: Batch, pool: Pool, people: list[User | None], at: datetime, rng: random.Random) -> int:
    """Add one game to the batch; return how many deals it has."""
    rules, dealer, before, number = rng.choice(RULES), rng.randrange(3), Standing(), 0
    host = next(user for user in people if user is not None)
    game = Game(
        **_next_key(batch.games, Game),
        code=secrets.token_urlsafe(9)[:12], name=f"{host.username}’s table", host=host, **asdict(rules),
        chain_root=secrets.token_hex(32), stage=Stage.OVER, created_at=at, updated_at=at,
    )  # fmt: skip
    batch.games.append(game)
    for player, user in enumerate(people):
        name = "" if user else f"Bot {player}"
        batch.seats.append(Seat(**_next_key(batch.seats, Seat), game=game, player=player, user=user, bot_name=name))
    while game.winner is None:
        number += 1
        at += timedelta(minutes=3, seconds=rng.randrange(60), microseconds=rng.randrange(1_000_000))
        scores = _add_deal(batch, game, number, rng.choice(pool[rules, dealer]), before, at)
        before, dealer = standing_after(scores), next_dealer(dealer)
        game.winner = game_winner(rules, before.points)
    game.deal_number, game.updated_at = number, at
    return number


def _add_deal(batch: Batch, game: Game, number: int, state: State, before: Standing, at: datetime) -> Scores:
    """Add one deal and its scores to the batch; return the scores."""
    assert state.declarer is not None, "the deals of the pool are finished"
    scores = score(replace(state, before=before))
    deal = Deal(
        **_next_key(batch.deals, Deal), game=game, number=number, dealer=state.dealer, declarer=state.declarer,
        finished=True, finished_at=at, dealt_at=at - timedelta(minutes=3),
    )  # fmt: skip
    batch.deals.append(deal)
    for player, line in enumerate(scores):
        row = results.score_row(deal, state, player, line)
        row.pk = _next_key(batch.scores, DealScore)["pk"]
        batch.scores.append(row)
    return scores


def _next_key(rows: Sequence[Model], model: type[Model]) -> dict[str, int]:
    """The primary key after that of the last row, in the batch or in the database, as a keyword argument."""
    if rows:
        return {"pk": rows[-1].pk + 1}
    last = model._default_manager.order_by("-pk").first()
    return {"pk": last.pk + 1 if last else 1}


if __name__ == "__main__":
    main()
