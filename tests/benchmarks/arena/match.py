"""Duplicate matches: each deal is played three times, with the measured bot in each of the three seats."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev

from games.bots.selfplay import Chooser, play_deal
from games.engine import PLAYERS, Dealt, PlayerScore, Rules, Standing, deal_hands, game_winner, score, standing_after

TUNING: int = 1_000_000
HELD_OUT: int = 2_000_000
"""The first seeds for tuning bots, and for reporting results."""

BAG: int = -10


@dataclass
class Sample:
    """Measurements of one quantity."""

    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return stdev(self.values) / sqrt(len(self.values)) if len(self.values) > 1 else float("inf")

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.error:.2f}"


def leads(bot: Chooser, rivals: Chooser, rules: Rules, first: int, deals: int) -> Iterator[float]:
    """Yield for each deal the bot's lead over the mean of its two rivals in points, averaged over the three seats."""
    for number in range(first, first + deals):
        hands = deal_hands(number.to_bytes(32))
        dealt = Dealt(rules, number % 3, Standing(), hands)
        total = 0.0
        for seat in PLAYERS:
            choosers = [bot if player == seat else rivals for player in PLAYERS]
            state, _ = play_deal(dealt, choosers, Random(number))
            gains = [_gain(line) for line in score(state)]
            total += gains[seat] - (sum(gains) - gains[seat]) / 2
        yield total / 3


def _gain(line: PlayerScore) -> int:
    """Return a player's points in a deal with a bag at -9, its cost in the long run."""
    return line.contract_points + sum(nil.points for nil in line.nils) + BAG * line.bags


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
