"""Duplicate matches: each deal is played three times, with the measured bot in each of the three seats."""

from collections.abc import Iterator
from random import Random

from games.bots.selfplay import Chooser, play_deal
from games.engine import PLAYERS, Dealt, Rules, Standing, deal_hands, game_winner, score, standing_after
from games.match import long_run_points

TUNING: int = 1_000_000
HELD_OUT: int = 2_000_000
"""The first seeds for tuning bots, and for reporting results."""


def leads(bot: Chooser, rivals: Chooser, rules: Rules, first: int, deals: int) -> Iterator[float]:
    """Yield for each deal the bot's lead over the mean of its two rivals in points, averaged over the three seats."""
    for number in range(first, first + deals):
        hands = deal_hands(number.to_bytes(32))
        dealt = Dealt(rules, number % 3, Standing(), hands)
        total = 0.0
        for seat in PLAYERS:
            choosers = [bot if player == seat else rivals for player in PLAYERS]
            state, _ = play_deal(dealt, choosers, Random(number))
            gains = [long_run_points(line) for line in score(state)]
            total += gains[seat] - (sum(gains) - gains[seat]) / 2
        yield total / 3


def wins(bot: Chooser, rivals: Chooser, rules: Rules, first: int, games: int) -> Iterator[float]:
    """Yield for each game, in changing seats, whether the bot wins against two rivals: 1.0 or 0.0."""
    for number in range(first, first + games):
        choosers = [bot if player == number % 3 else rivals for player in PLAYERS]
        yield float(play_game(choosers, rules, number) == number % 3)


def play_game(choosers: list[Chooser], rules: Rules, number: int) -> int:
    """Play a whole game and return its winner."""
    rng, standing, dealer = Random(number), Standing(), number // 3 % 3
    while True:
        state, _ = play_deal(Dealt(rules, dealer, standing, deal_hands(rng.randbytes(32))), choosers, rng)
        standing = standing_after(score(state))
        winner = game_winner(rules, standing.points)
        if winner is not None:
            return winner
        dealer = (dealer + 1) % 3
