"""The score of a finished deal, and whether it ends the game (docs/rules.md sections 7 and 8)."""

from dataclasses import dataclass, replace
from typing import Final

from .events import Standing, Triple
from .rules import Rules
from .seats import PLAYERS, HandId, Player, partner, triple
from .state import Phase, State

TRICK_POINTS: Final = 10
NIL_POINTS: Final = 100
"""What a nil wins or loses."""

BAG_PENALTY: Final = 100
"""What reaching the bag limit costs."""


@dataclass(frozen=True, slots=True)
class NilResult:
    """A nil that applied: its hand, whether it was made (the hand took no trick), and its points."""

    hand: HandId
    made: bool
    points: int


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's line in the score of a deal.

    `side_tricks` are the tricks of the player's side, `bags` those won in this deal, `bag_penalty` is 0 or a negative
    multiple of 100. `total` are the points of this deal, `points_after` and `bags_after` the new running counts.
    """

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
        """Whether the contract was made, whatever became of the nils (docs/rules.md section 7)."""
        return is_made(self.contract, self.side_tricks)


Scores = tuple[PlayerScore, PlayerScore, PlayerScore]
"""The results of players 0, 1 and 2."""


def score(state: State) -> Scores:
    """Return the scores of players 0, 1 and 2. Raises ValueError if the deal is not finished."""
    if state.phase is not Phase.FINISHED or state.contracts is None:
        raise ValueError("the deal is not finished")
    sides = zip(PLAYERS, state.contracts, tricks_of_sides(state), strict=True)
    return triple(_score_player(state, player, contract, tricks) for player, contract, tricks in sides)


def _score_player(state: State, player: Player, contract: int, tricks: int) -> PlayerScore:
    points, bags = score_contract(contract, tricks)
    made = {hand: state.taken[hand] == 0 for hand in state.nils[player]}
    nils = tuple(NilResult(hand, kept, NIL_POINTS if kept else -NIL_POINTS) for hand, kept in made.items())
    bags_after, penalty = state.before.bags[player] + bags, 0
    if (limit := state.rules.bag_limit) is not None:  # once for each limit reached
        penalty, bags_after = -BAG_PENALTY * (bags_after // limit), bags_after % limit
    total = points + sum(nil.points for nil in nils) + penalty
    points_after = state.before.points[player] + total
    return PlayerScore(contract, tricks, points, bags, nils, penalty, total, points_after, bags_after)


def tricks_of_sides(state: State) -> Triple:
    """Return by player the tricks that the side's two hands have won, one with a nil as well; 0 before the play."""
    if state.declarer is None:
        return 0, 0, 0
    taken, declarer = state.taken, state.declarer
    return triple([taken[player] + taken[partner(player, declarer)] for player in PLAYERS])


def is_made(contract: int, tricks: int) -> bool:
    """Return whether a side that took `tricks` makes the contract (docs/rules.md section 7)."""
    return tricks >= contract


def score_contract(contract: int, tricks: int) -> tuple[int, int]:
    """Return points and bags for a contract of a side that took `tricks` (docs/rules.md section 7)."""
    if not is_made(contract, tricks):
        return -TRICK_POINTS * contract, 0
    return TRICK_POINTS * contract + tricks - contract, tricks - contract


def bags_before(line: PlayerScore, rules: Rules) -> int:
    """Return the player's bag count before the deal of this score."""
    penalties = -line.bag_penalty // BAG_PENALTY
    return line.bags_after - line.bags + penalties * (rules.bag_limit or 0)


def standing_after(scores: Scores) -> Standing:
    """Return points and bags after the deal, with which the next one begins."""
    return Standing(triple(line.points_after for line in scores), triple(line.bags_after for line in scores))


def game_winner(rules: Rules, points: Triple) -> Player | None:
    """Return who wins the game with these totals, None if it goes on (docs/rules.md section 8)."""
    highest = max(points)
    reached = highest >= rules.target or (rules.floor is not None and min(points) <= rules.floor)
    return points.index(highest) if reached and points.count(highest) == 1 else None


def standing_before(scores: Scores, rules: Rules) -> Standing:
    """Return points and bags before the deal."""
    bags = triple(bags_before(line, rules) for line in scores)
    return Standing(triple(line.points_after - line.total for line in scores), bags)


def counted_on(scores: Scores, before: Triple) -> Scores:
    """Return the scores of a deal with points that count on from these totals, whatever the deal began with."""
    return triple(replace(line, points_after=before[player] + line.total) for player, line in enumerate(scores))
