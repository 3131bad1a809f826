"""What a finished deal is worth, and whether it ends the game (RULES sections 7 and 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .bidding import applying_nils, contract
from .events import Standing, Triple
from .rules import Rules
from .seats import PLAYERS, HandId, Player, partner
from .state import Phase, State

TRICK_POINTS: Final = 10
NIL_POINTS: Final = 100
BAG_PENALTY: Final = 100


@dataclass(frozen=True, slots=True)
class NilResult:
    """A nil that applied: the hand it was on, whether that hand took no trick, and its points."""

    hand: HandId
    made: bool
    points: int


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's line of a deal's score. `bag_penalty` is 0 or a negative multiple of 100."""

    contract: int
    side_tricks: int
    contract_points: int
    bags: int
    nils: tuple[NilResult, ...]
    bag_penalty: int
    total: int
    points_after: int
    bags_after: int

    @property
    def made(self) -> bool:
        """Whether the side took the tricks of the contract, nils aside (RULES section 7)."""
        return is_made(self.contract, self.side_tricks)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the game is over, and who won it; nobody has while the highest total is shared."""

    over: bool
    winner: Player | None


Scores = tuple[PlayerScore, PlayerScore, PlayerScore]


def score(state: State) -> Scores:
    """The scores of players 0, 1 and 2 for a finished deal. Raises ValueError before that."""
    if state.phase is not Phase.FINISHED:
        raise ValueError("the deal is not finished")
    first, second, third = (_score_player(state, player) for player in PLAYERS)
    return first, second, third


def _score_player(state: State, player: Player) -> PlayerScore:
    bid, tricks = contract(state, player), tricks_of_sides(state)[player]
    assert bid is not None, "a finished deal has contracts"
    points, bags = score_contract(bid, tricks)
    nils = tuple(_nil_result(state, hand) for hand in applying_nils(state, player))
    penalty, bags_after = _bag_penalty(state.before.bags[player] + bags, state.rules.bag_limit)
    total = points + sum(nil.points for nil in nils) + penalty
    return PlayerScore(bid, tricks, points, bags, nils, penalty, total, state.before.points[player] + total, bags_after)


def tricks_of_sides(state: State) -> tuple[int, int, int]:
    """For each player the tricks so far of the two hands of the own side, those of a hand with a nil included; 0 before
    the play.
    """
    if state.declarer is None:
        return 0, 0, 0
    taken, declarer = state.taken, state.declarer
    one, two, three = [taken[player] + taken[partner(player, declarer)] for player in PLAYERS]
    return one, two, three


def is_made(contract: int, tricks: int) -> bool:
    """Whether this many tricks of the side are those of its contract (RULES section 7)."""
    return tricks >= contract


def score_contract(contract: int, tricks: int) -> tuple[int, int]:
    """Points and bags for a contract with this many tricks of the side."""
    if not is_made(contract, tricks):
        return -TRICK_POINTS * contract, 0
    return TRICK_POINTS * contract + tricks - contract, tricks - contract


def _nil_result(state: State, hand: HandId) -> NilResult:
    made = state.taken[hand] == 0
    return NilResult(hand, made, NIL_POINTS if made else -NIL_POINTS)


def _bag_penalty(bags: int, limit: int | None) -> tuple[int, int]:
    """The penalty for a running count, once for each limit passed, and the count that is left."""
    if limit is None:
        return 0, bags
    return -BAG_PENALTY * (bags // limit), bags % limit


def bags_before(line: PlayerScore, rules: Rules) -> int:
    """The player's bag count with which the deal of this score began."""
    penalties = -line.bag_penalty // BAG_PENALTY
    return line.bags_after - line.bags + penalties * (rules.bag_limit or 0)


def standing_after(scores: Scores) -> Standing:
    """Points and bags with which the next deal begins."""
    first, second, third = scores
    return Standing(
        (first.points_after, second.points_after, third.points_after),
        (first.bags_after, second.bags_after, third.bags_after),
    )


def outcome(rules: Rules, points: Triple) -> Outcome:
    """Whether these totals end the game (RULES section 8)."""
    highest = max(points)
    reached = highest >= rules.target or (rules.floor is not None and min(points) <= rules.floor)
    if not reached or points.count(highest) > 1:
        return Outcome(False, None)
    return Outcome(True, points.index(highest))
