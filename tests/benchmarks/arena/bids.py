"""Measures how wrong imagined deals are about bids: `python -m tests.benchmarks.arena.bids --deals 1000`.

An Expert bids, with two rivals. The bids that its imagined deals like best are all made in the same deal, which then is
played to its end. For each place in the bidding it prints how many points more than the imagined deals say a bid
brings: for each trick that it is higher, and for a nil on the own hand. `games.bots.thinking` comes from it.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Final, NamedTuple

import numpy as np

from games.bots import Level, choose, prepare
from games.bots.levels import EFFORT
from games.bots.search import payoffs
from games.bots.search.bids import GAIN, WORTH
from games.bots.selfplay import Chooser, play_deal
from games.bots.thinking import imagine_bids, sensible_bids
from games.engine import (
    PLAYERS,
    Action,
    Bid,
    BiddingStyle,
    Dealt,
    PeekRule,
    Player,
    Rules,
    Standing,
    View,
    deal_hands,
    score,
)

from . import reference
from .match import TUNING

BIDS: Final = 4
EXPERT: Final = partial(choose, level=Level.EXPERT)
RIVALS: Final[dict[str, Chooser]] = {"expert": EXPERT, "B": reference.b}


class Try(NamedTuple):
    """A bid that was made, and the points by which its real gain exceeds that of the imagined deals."""

    place: int
    bid: Bid
    more: float


class BidAsked(Exception):
    """It is the player's turn to bid."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view


def tries_in(dealt: Dealt, player: Player, rivals: Chooser, number: int) -> list[Try]:
    """Return what came of each of the bids that the imagined deals of this player like best."""
    view = view_before_bid(dealt, player, rivals, number)
    bids = sensible_bids(view, player)
    if len(bids) < 2:
        return []
    imagined = imagine_bids(view, bids, Random(number), EFFORT[Level.EXPERT])
    best = np.argsort(-imagined[:, WORTH])[:BIDS].tolist()
    results = {at: result_of(dealt, player, bids[at], rivals, number) for at in best}
    return [Try(len(view.bids), bids[at], result - float(imagined[at, GAIN])) for at, result in results.items()]


def view_before_bid(dealt: Dealt, player: Player, rivals: Chooser, number: int) -> View:
    """Return what the player sees before the own bid."""

    def ask(view: View, rng: Random) -> Action:
        if view.bid_options:
            raise BidAsked(view)
        return EXPERT(view, rng)

    try:
        play_deal(dealt, [ask if other == player else rivals for other in PLAYERS], Random(number))
    except BidAsked as asked:
        return asked.view
    raise AssertionError("every player bids")


def result_of(dealt: Dealt, player: Player, bid: Bid, rivals: Chooser, number: int) -> float:
    """Return the player's gain after this bid."""

    def make(view: View, rng: Random) -> Action:
        return bid if view.bid_options else EXPERT(view, rng)

    state, _ = play_deal(dealt, [make if other == player else rivals for other in PLAYERS], Random(number))
    bag = payoffs.BAG_COST / (dealt.rules.bag_limit or 1)  # as in the gain of imagined deals
    gains = [line.contract_points + sum(nil.points for nil in line.nils) - bag * line.bags for line in score(state)]
    return gains[player] - (sum(gains) - gains[player]) / 2


def all_tries(rules: Rules, rivals: Chooser, deals: int) -> Iterator[list[Try]]:
    """Yield the tries of each player in each deal."""
    for number in range(TUNING, TUNING + deals):
        dealt = Dealt(rules, number % 3, Standing(), deal_hands(number.to_bytes(32)))
        for player in PLAYERS:
            yield tries_in(dealt, player, rivals, number)


def report(tries: list[list[Try]]) -> None:
    """Print the slopes of a regression within the deals, with standard errors, for each place in the bidding."""
    for place in range(3):
        here = [of_deal for of_deal in tries if of_deal and of_deal[0].place == place]
        if not here:
            continue
        known = np.concatenate([_centred([[t.bid.tricks, t.bid.player in t.bid.nils] for t in deal]) for deal in here])
        more = np.concatenate([_centred([t.more for t in deal]) for deal in here])
        inverse = np.linalg.pinv(known.T @ known)
        slopes = inverse @ known.T @ more
        unexplained = np.sum((more - known @ slopes) ** 2) / (len(more) - len(here) - len(slopes))
        errors = np.sqrt(np.diag(inverse) * unexplained)
        trick, nil = (f"{slope:+.1f} ± {error:.1f}" for slope, error in zip(slopes, errors, strict=True))
        print(f"{place + 1}. to bid: {trick} points a trick, {nil} for a nil   (n = {len(here)})")


def _centred(values: list[float] | list[list[float]]) -> np.ndarray:
    array = np.array(values, dtype=np.float64)
    return array - array.mean(axis=0)


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.benchmarks.arena.bids", description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--rival", choices=RIVALS, default="expert")
    parser.add_argument("--style", choices=list(BiddingStyle), default=BiddingStyle.STANDARD)
    options = parser.parse_args()
    prepare()
    rules = Rules(PeekRule.NONE, BiddingStyle(options.style))
    report(list(all_tries(rules, RIVALS[options.rival], options.deals)))


if __name__ == "__main__":
    main()
