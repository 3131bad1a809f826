"""What a game is for: its `Mode`, and what follows from that at the table. It knows no table of the database."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from games import engine
from games.engine import DUPLICATE_DEALS, Player, Rules, Triple
from games.values.tables import Stage


class Closed(StrEnum):
    """Until when the finished deals of a table are closed to everybody, its players included."""

    NEVER = "never"
    GAME = "game"
    ROUND = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """What follows from what a game is for.

    It `counts` in statistics and ratings. A `single_deal` ends the game, which has no rematch. Every deal is played
    `from_zero`, so that a board is the same each time; `bags_go_on` where bags are counted from deal to deal. It is
    played `on_board`, one of a set; whoever has `one_try` does not leave: the table waits. Moves are taken back if
    it `takes_back`, and if `bots_sit_in`, they do so for players who are away. Its players `may_pause`, and
    `may_propose` to end it. If `others_wait` for the table, a bot plays on for whoever leaves, even if no person is
    left. The next deal `waits_for_looks` at the last. Its cards have a `proof`, and are those of a `planned` order of
    boards; if they have `own_secrets`, each deal is stored with one. Its finished deals are `closed` for a time. If it
    is `on_site`, the site has the table and its deals, so that they can be marked, reviewed and looked up.
    """

    counts: bool = False
    single_deal: bool = False
    from_zero: bool = False
    bags_go_on: bool = False
    on_board: bool = False
    one_try: bool = False
    takes_back: bool = True
    bots_sit_in: bool = True
    may_pause: bool = True
    may_propose: bool = True
    others_wait: bool = False
    waits_for_looks: bool = True
    proof: bool = True
    planned: bool = False
    own_secrets: bool = True
    closed: Closed = Closed.NEVER
    on_site: bool = True

    @property
    def deals(self) -> int | None:
        """How many deals the game has; None if a total ends it, or if its round says how many boards are played."""
        return 1 if self.single_deal else DUPLICATE_DEALS if self.planned else None


def stage_after(mode: Mode, rules: Rules, points: Triple, deal: int, deals: int | None) -> tuple[Stage, Player | None]:
    """Return the stage of a game after its deal of this number with these totals, and its winner, if there is one.
    It has so many `deals`, or as many as a total needs.

    A game that nobody has won after `MOST_DEALS` is closed: there are no more secrets for it (docs/fairness.md). So is
    a replay or a board after its only deal. A duplicate game and a table of a tournament are over after their last
    deals, and a shared highest total has no winner.
    """
    if mode.single_deal:
        return Stage.CLOSED, None
    if mode.from_zero:
        return (Stage.OVER, engine.duplicate_winner(points)) if deal == deals else (Stage.SCORED, None)
    winner = engine.game_winner(rules, points)
    if winner is not None:
        return Stage.OVER, winner
    return (Stage.SCORED if deal < engine.MOST_DEALS else Stage.CLOSED), None


GAME: Final = Mode(counts=True, bags_go_on=True)
"""Of a usual table: it goes to a total."""

DUPLICATE: Final = Mode(counts=True, from_zero=True, planned=True, closed=Closed.GAME)
"""Three boards, each dealt three times (docs/duplicate.md)."""

REPLAY: Final = Mode(single_deal=True, bags_go_on=True, proof=False)
"""A finished deal once more."""

BOARD: Final = Mode(single_deal=True, on_board=True, one_try=True, takes_back=False, bots_sit_in=False, may_pause=False)
"""One person's try at a deal of a set."""

PRACTICE: Final = Mode(
    single_deal=True, on_board=True, takes_back=False, bots_sit_in=False, may_pause=False, proof=False
)
"""A deal of a set that has closed, which counts in no ladder."""

ROUND: Final = Mode(
    from_zero=True,
    may_pause=False,
    may_propose=False,
    others_wait=True,
    waits_for_looks=False,
    own_secrets=False,
    closed=Closed.ROUND,
)
"""Of a table of a tournament, at which others play the same boards."""


SOLO: Final = Mode(bags_go_on=True, may_pause=False, waits_for_looks=False, on_site=False)
"""Of one person and two bots in a browser, without the site (`games.solo`)."""


@cache
def mode_of(*, on_board: bool, again: bool, in_round: bool, duplicate: bool) -> Mode:
    """Return what the game is for, by what it is played on: a board of a set, a finished deal again, a round of a
    tournament, duplicate boards, or none of them.
    """
    if on_board:
        return PRACTICE if again else BOARD
    if again:
        return REPLAY
    if in_round:
        return ROUND
    return DUPLICATE if duplicate else GAME
