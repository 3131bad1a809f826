"""A past for a site that has none, to measure it with: a stock of real deals, played by bots, makes up many games.

Scores are the engine's; only the log of moves is left out.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from games import bots
from games.bots.match import play_deal
from games.engine import (
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
    next_dealer,
    outcome,
    score,
    standing_after,
)
from games.models import Deal, DealScore, Game, Seat, bulk
from games.play import results
from games.play.snapshot import Stage

RULES: Final = (
    *(Rules(),) * 3,
    Rules(PeekRule.THREE),
    Rules(PeekRule.FLIP2, target=300),
    Rules(bidding=BiddingStyle.SUICIDE, floor=-300),
    Rules(bidding=BiddingStyle.MIRROR, target=300, floor=-300),
    Rules(bidding=BiddingStyle.WHIZ, target=300, floor=-300),
)
YEARS: Final = timedelta(days=3 * 365)
STOCK: Final = 40
"""Real deals for each set of rules and each dealer."""

Stock: TypeAlias = dict[tuple[Rules, Player], list[tuple[str, State]]]


@dataclass(slots=True)
class Batch:
    """Rows that are not stored yet. Numbers are given here, so that rows can name each other."""

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


def invent(deals: int, players: int, star: str, rng: random.Random) -> Iterator[int]:
    """Store so many finished deals, in portions; yields how many there are after each.

    The player called `star` is in every tenth game, `players` others share the rest; nobody can sign in as any of them.
    """
    users = _users(players, star)
    stock = _stock(rng)
    start, done = timezone.now() - YEARS, 0
    while done < deals:
        batch = Batch([], [], [], [])
        portion = min(deals, done + 10_000)
        while done < portion:
            done += _game(batch, stock, _company(users, rng), start + YEARS * (done / deals), rng)
        batch.store()
        yield done
    bulk.go_on_numbering(Deal, DealScore, Game, Seat)


def _users(players: int, star: str) -> list[User]:
    """The star first."""
    password = make_password(None)
    names = [star, *(f"Player {number:05}" for number in range(1, players + 1))]
    return User.objects.bulk_create([User(username=name, password=password) for name in names], batch_size=500)


def _stock(rng: random.Random) -> Stock:
    return {
        (rules, dealer): [_played(rules, dealer, rng) for _ in range(STOCK)]
        for rules in dict.fromkeys(RULES)  # in their order, or a seed would mean something else in every process
        for dealer in PLAYERS
    }


def _played(rules: Rules, dealer: Player, rng: random.Random) -> tuple[str, State]:
    """A deal's secret, and how bots finished it."""
    secret = rng.randbytes(32)
    state, _log = play_deal(Dealt(rules, dealer, Standing(), deal_hands(secret)), (bots.choose,) * 3, rng)
    return secret.hex(), state


def _company(users: list[User], rng: random.Random) -> list[User | None]:
    """Who sits where: three people or, in two games of five, one of them with bots."""
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


def _game(batch: Batch, stock: Stock, people: list[User | None], at: datetime, rng: random.Random) -> int:
    """Add one game to the batch; how many deals it has."""
    rules, dealer, before, number = rng.choice(RULES), rng.randrange(3), Standing(), 0
    host = next(user for user in people if user is not None)
    game = Game(
        **_next_number(batch.games, Game),
        code=secrets.token_urlsafe(9)[:12], name=f"{host.username}’s table", host=host, **asdict(rules),
        secret=secrets.token_hex(32), stage=Stage.OVER, created_at=at, updated_at=at,
    )  # fmt: skip
    batch.games.append(game)
    for player, user in enumerate(people):
        name = "" if user else f"Bot {player}"
        batch.seats.append(Seat(**_next_number(batch.seats, Seat), game=game, player=player, user=user, bot_name=name))
    while game.winner is None:
        number += 1
        at += timedelta(minutes=3, seconds=rng.randrange(60), microseconds=rng.randrange(1_000_000))
        scores = _deal(batch, game, number, *rng.choice(stock[rules, dealer]), before, at)
        before, dealer = standing_after(scores), next_dealer(dealer)
        game.winner = outcome(rules, before.points).winner
    game.deal_number, game.updated_at = number, at
    return number


def _deal(batch: Batch, game: Game, number: int, secret: str, state: State, before: Standing, at: datetime) -> Scores:
    assert state.declarer is not None, "the stock's deals are finished"
    scores = score(replace(state, before=before))
    deal = Deal(
        **_next_number(batch.deals, Deal), game=game, number=number, dealer=state.dealer, declarer=state.declarer,
        secret=secret, finished=True, finished_at=at, dealt_at=at - timedelta(minutes=3),
    )  # fmt: skip
    batch.deals.append(deal)
    for player, line in enumerate(scores):
        row = results.score_row(deal, state, player, line)
        row.pk = _next_number(batch.scores, DealScore)["pk"]
        batch.scores.append(row)
    return scores


def _next_number(rows: Sequence[Model], model: type[Model]) -> dict[str, int]:
    """The number after the last row's, in the batch or in the database."""
    if rows:
        return {"pk": rows[-1].pk + 1}
    last = model._default_manager.order_by("-pk").first()
    return {"pk": last.pk + 1 if last else 1}
