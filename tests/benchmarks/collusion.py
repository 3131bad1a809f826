"""Measures the collusion watch: `python -m tests.benchmarks.collusion` prints how many pairs it flags.

Bots of different levels and styles play games of ten deals. Honest ones play in threes that stay together, which is the
hardest case: all that a player does against one opponent is compared with what they do against one other. In games with
a soft pair, a player who defends against their friend plays the card that is best for the friend, in every deal or in
every other one; the third player is another one in each game.
"""

import os
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import permutations
from multiprocessing import Pool
from random import Random
from time import perf_counter, process_time
from typing import Final

from games.analysis.softness import softness
from games.bots import Level, PlayingStyle, choose, prepare
from games.bots.selfplay import Chooser, play_deal
from games.bots.thinking import card_worths
from games.engine import PLAYERS, Action, Dealt, Play, Player, Rules, Standing, View, deal_hands, score, standing_after
from games.results.collusion import Sums, limit, standard_score

DEALS: Final = 10  # of a game
TRIOS, GAMES_OF_TRIO = 50, 20  # honest games: 1,000
SOFT_PAIRS, GAMES_OF_PAIR = 20, 30
PAIRS_OF_A_LARGE_SITE: Final = 10_000


def careless(share: float) -> Chooser:
    """Return a weak player: now and then any legal card."""

    def choose_carelessly(view: View, rng: Random) -> Action:
        if view.playable and not view.may_answer_claim and rng.random() < share:
            return Play(view.viewer or 0, rng.choice(view.playable))
        return choose(view, rng)

    return choose_carelessly


HONEST: Final[Sequence[Chooser]] = (
    choose,
    careless(0.1),
    careless(0.25),
    partial(choose, style=PlayingStyle.BOLD),
    partial(choose, style=PlayingStyle.CAUTIOUS),
    partial(choose, level=Level.CLUB),
    partial(choose, level=Level.CLUB, style=PlayingStyle.BOLD),
)


def soft(honest: Chooser, friend: Player, every: int) -> Chooser:
    """Return a player who in every so many deals with the friend as declarer defends for the friend."""

    def choose_softly(view: View, rng: Random) -> Action:
        if len(view.playable) > 1 and view.declarer == friend and not sum(bid.tricks for bid in view.bids) % every:
            for_friend = card_worths(view, rng)[:, friend]
            return Play(view.viewer or 0, view.playable[int(for_friend.argmax())])
        return honest(view, rng)

    return choose_softly


def play_game(choosers: Sequence[Chooser], rng: Random) -> Iterator[tuple[Player, Player, float]]:
    """Yield defender, declarer and softness for each deal of a game."""
    standing = Standing()
    for number in range(DEALS):
        state, log = play_deal(Dealt(Rules(), number % 3, standing, deal_hands(rng.randbytes(32))), choosers, rng)
        standing = standing_after(score(state))
        assert state.declarer is not None, "a finished deal has a declarer"
        for player, value in softness([(event, True) for event in log], rng).items():
            yield player, state.declarer, value


def honest_series(seed: int) -> list[float]:
    """Return the scores of the six pairs of three honest players."""
    rng = Random(f"honest {seed}")
    players = rng.choices(HONEST, k=3)
    return _scores(GAMES_OF_TRIO, lambda: players, rng)


def soft_series(every: int, seed: int) -> list[float]:
    """Return the score of player 0 against player 1, the friend, and then that of player 1 against player 0."""
    rng = Random(f"soft {seed}")
    one, two = rng.choices(HONEST, k=2)
    scores = _scores(GAMES_OF_PAIR, lambda: [soft(one, 1, every), two, rng.choice(HONEST)], rng)
    return [scores[0], scores[2]]


def _scores(games: int, players: Callable[[], Sequence[Chooser]], rng: Random) -> list[float]:
    sums: defaultdict[tuple[Player, Player], Sums] = defaultdict(Sums)
    for _ in range(games):
        for defender, declarer, value in play_game(players(), rng):
            sums[defender, declarer] += Sums(1, value, value**2)
    scores = (standard_score(sums[one, two], sums[one, 3 - one - two]) for one, two in permutations(PLAYERS, 2))
    return [number for number in scores if number is not None]


def speed() -> None:
    """Print what it costs to watch a deal."""
    rng, seconds = Random(1), 0.0
    for number in range(21):
        dealt = Dealt(Rules(), 0, Standing(), deal_hands(rng.randbytes(32)))
        _state, log = play_deal(dealt, (choose,) * 3, rng)
        start = process_time()
        softness([(event, True) for event in log], rng)
        seconds += process_time() - start if number else 0.0  # the first one compiles
    print(f"{1000 * seconds / 20:.0f} ms of processor time a deal")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies the number of games")
    scale = parser.parse_args().scale
    prepare()
    speed()
    with Pool(os.cpu_count()) as pool:
        honest = _run(pool.imap_unordered(honest_series, range(round(TRIOS * scale))))
        scores = sorted(score for series in honest for score in series)
        report(f"{len(honest) * GAMES_OF_TRIO} honest games", scores, len(scores))
        for every, name in ((1, "a soft pair"), (2, "a pair soft in every other deal")):
            all_series = _run(pool.imap_unordered(partial(soft_series, every), range(round(SOFT_PAIRS * scale))))
            report(f"{GAMES_OF_PAIR} games with {name}", sorted(series[0] for series in all_series), len(scores))
            report("the other way round", sorted(series[1] for series in all_series), len(scores))


def report(title: str, scores: Sequence[float], pairs: int) -> None:
    """Print how many pairs are flagged if the site has so many pairs, and if it is a large site."""
    for number in (pairs, PAIRS_OF_A_LARGE_SITE):
        flagged = sum(score > limit(number) for score in scores)
        print(f"{title}, of {number} pairs: {flagged} of {len(scores)} above {limit(number):.1f}")
    print(f"  scores: {' '.join(f'{score:.1f}' for score in [*scores[:5], *scores[-5:]])}", flush=True)


def _run(series: Iterator[list[float]]) -> list[list[float]]:
    """Return all results, with progress on standard error."""
    all_scores, start = [], perf_counter()
    for scores in series:
        all_scores.append(scores)
        print(f"\r{len(all_scores)} series, {perf_counter() - start:.0f} s", end="", file=sys.stderr)
    print(file=sys.stderr)
    return all_scores


if __name__ == "__main__":
    main()
