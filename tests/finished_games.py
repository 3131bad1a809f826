"""Games played by bots and stored with their results: for tests of history, statistics and ratings."""

import random
import secrets
from collections import Counter
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from functools import cache
from io import StringIO

from django.core.management import call_command

from accounts.models import User
from games.bots import choose
from games.bots.selfplay import play_deal
from games.engine import DUMMY, Dealt, Rules, Standing, State, deal_hands, game_winner, score, standing_after
from games.fairness import deal_counts
from games.models import Deal, DealCount, DealResult, DealScore, Game, JudgedDeal, Mistake, MistakeKind, Seat, rules_of
from games.results import services as results
from games.values import Stage

SHORT = Rules(target=100, floor=-100)
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def played_game(
    *people: User | None,
    rules: Rules = SHORT,
    at: datetime = NOON,
    seed: int = 1,
    finished: bool = True,
    cards: bool = False,
    absent: Collection[int] = (),
    as_guests: bool = False,
) -> Game:
    """Play and store a game of three people (None is a bot) whose deals ended one minute apart, the first after `at`.

    The results are recorded as in play. A game that is not `finished` has one deal. Only with
    `cards` the results know them; the events are never stored. Bots have played for those players who were `absent`.
    With `as_guests` all have sat down as guests.
    """
    host = next(person for person in people if person is not None)
    root, states = _deals(rules, seed)
    game = Game.objects.create(
        code=secrets.token_hex(6), name="A table", host=host, peek=rules.peek, bidding=rules.bidding,
        target=rules.target, bag_limit=rules.bag_limit, floor=rules.floor, chain_root=root, stage=Stage.SCORED,
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(game=game, player=player, user=user, bot_name="" if user else f"Bot {player}", by_guest=as_guests)
        for player, user in enumerate(people)
    )
    for number, state in enumerate(states if finished else states[:1], start=1):
        _store(game, state, at + timedelta(minutes=number), cards, absent)
    game.save()
    return game


@cache
def _deals(rules: Rules, seed: int) -> tuple[str, list[State]]:
    """Return the root of a game and its finished deals, which bots have played; tests use the same seeds."""
    rng = random.Random(seed)
    root, before, dealer = rng.randbytes(32).hex(), Standing(), rng.randrange(3)
    states: list[State] = []
    while game_winner(rules, before.points) is None:
        state, _log = play_deal(Dealt(rules, dealer, before, deal_hands(rng.randbytes(32))), (choose,) * 3, rng)
        states.append(state)
        before, dealer = standing_after(score(state)), (dealer + 1) % 3
    return root, states


def _store(game: Game, state: State, at: datetime, cards: bool, absent: Collection[int]) -> None:
    scores = score(state)
    game.deal_number += 1
    deal = Deal.objects.create(
        game=game, number=game.deal_number, dealer=state.dealer, declarer=state.declarer, finished=True, finished_at=at
    )  # fmt: skip
    rows = [results.score_row(deal, state, player, line, absent) for player, line in enumerate(scores)]
    DealScore.objects.bulk_create(rows)
    game.winner = game_winner(rules_of(game), standing_after(scores).points)
    game.stage = Stage.SCORED if game.winner is None else Stage.OVER
    results.record(game, list(game.seats.order_by("player")), deal, rows, state.dealt if cards else None)


def judge(user: User) -> None:
    """Store mistakes of deals that are not judged yet: in every third one none, in others one or two."""
    for number, result in enumerate(DealResult.objects.filter(user=user, judged=None).order_by("at", "pk")):
        judged = JudgedDeal.objects.create(result=result, user=user, at=result.at)
        kinds = ((MistakeKind.HIGH, 2.5), (MistakeKind.DEFENDER, number))[: 2 - number % 3]
        for move, (kind, lost) in enumerate(kinds):
            Mistake.objects.create(judged=judged, move=move, kind=kind, lost=lost)


def count_random_deals(deals: int, favoured: int | None = None) -> None:
    """Store counts of random deals of a person with two bots; player `favoured` gets the best of two hands."""
    rng, counts = random.Random(4), Counter[tuple[str, int]]()
    for _ in range(deals):
        hands = list(deal_hands(rng.randbytes(32)))
        if favoured is not None:
            other = 0 if favoured else DUMMY
            better, worse = sorted((hands[favoured], hands[other]), key=lambda hand: -sum(card.rank for card in hand))
            hands[favoured], hands[other] = better, worse
        counts.update(deal_counts.counts_of(hands, {1, 2}))
    DealCount.objects.bulk_create(
        DealCount(statistic=name, value=of, count=count) for (name, of), count in counts.items()
    )


def rebuilt() -> str:
    """Rebuild the statistics from the deals; return what is said of stored values that differ."""
    printed = StringIO()
    call_command("rebuild_statistics", stdout=printed)
    return printed.getvalue()
