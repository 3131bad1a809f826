"""Games played by bots and stored with their results: for tests of history, statistics and ratings."""

import random
import secrets
from collections import Counter
from datetime import UTC, datetime, timedelta
from io import StringIO

from django.core.management import call_command

from accounts.models import User
from games.bots import choose
from games.bots.selfplay import play_deal
from games.engine import DUMMY, Dealt, Rules, Standing, deal_hands, game_winner, score, standing_after
from games.fairness import deal_counts
from games.models import Deal, DealCount, DealResult, Game, JudgedDeal, Mistake, MistakeKind, Seat, Stage, rules_of
from games.results import services as results

SHORT = Rules(target=100, floor=-100)
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def played_game(
    *people: User | None,
    rules: Rules = SHORT,
    at: datetime = NOON,
    seed: int = 1,
    finished: bool = True,
    cards: bool = False,
) -> Game:
    """Play and store a game of three people (None is a bot) whose deals ended one minute apart, the first after `at`.

    The results are recorded as in play. A game that is not `finished` has one deal. Only with
    `cards` the results know them; the events are never stored.
    """
    rng = random.Random(seed)
    host = next(person for person in people if person is not None)
    game = Game.objects.create(
        code=secrets.token_urlsafe(6), name="A table", host=host, peek=rules.peek, bidding=rules.bidding,
        target=rules.target, bag_limit=rules.bag_limit, floor=rules.floor, chain_root=rng.randbytes(32).hex(),
        stage=Stage.SCORED,
    )  # fmt: skip
    for player, user in enumerate(people):
        Seat.objects.create(game=game, player=player, user=user, bot_name="" if user else f"Bot {player}")
    before, dealer = Standing(), rng.randrange(3)
    while game.winner is None:
        at += timedelta(minutes=1)
        before = _deal(game, before, dealer, at, rng, cards)
        dealer = (dealer + 1) % 3
        if not finished:
            break
    game.save()
    return game


def _deal(game: Game, before: Standing, dealer: int, at: datetime, rng: random.Random, cards: bool) -> Standing:
    rules = rules_of(game)
    state, _log = play_deal(Dealt(rules, dealer, before, deal_hands(rng.randbytes(32))), (choose,) * 3, rng)
    scores = score(state)
    game.deal_number += 1
    deal = Deal.objects.create(
        game=game, number=game.deal_number, dealer=dealer, declarer=state.declarer, finished=True, finished_at=at
    )  # fmt: skip
    rows = [results.score_row(deal, state, player, line) for player, line in enumerate(scores)]
    for row in rows:
        row.save()
    game.winner = game_winner(rules, standing_after(scores).points)
    game.stage = Stage.SCORED if game.winner is None else Stage.OVER
    results.record(game, list(game.seats.order_by("player")), deal, rows, state.dealt if cards else None)
    return standing_after(scores)


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
