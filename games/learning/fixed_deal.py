"""One fixed deal, which the first deal plays and the pictures of the table show."""

from dataclasses import replace
from typing import Final

from games.engine import (
    DUMMY,
    Dealt,
    HandId,
    Phase,
    Player,
    Rules,
    Standing,
    State,
    View,
    parse_cards,
    replay,
    score,
    standing_after,
    view_for,
)
from games.models.values import Stage, TableOptions
from games.play.snapshot import SeatInfo, Snapshot, finished_deal

CODE: Final = "first-deal"
"""The code of this table. Codes of real tables are shorter."""

YOU: Final[Player] = 0
ANA: Final[Player] = 1
BEN: Final[Player] = 2
SEATS: Final = (SeatInfo(YOU, "", False), SeatInfo(ANA, "Ana", False), SeatInfo(BEN, "Ben", False))

PACK: Final[dict[HandId, str]] = {
    YOU: "SA SK SQ SJ ST S2 HA HQ HJ H5 H4 D8 C3",
    ANA: "S9 S7 S5 H9 H3 DA DK DQ D3 D2 CA CJ C5",
    BEN: "S8 S6 S3 HT H8 H7 H6 DJ D9 D6 D5 CK C9",
    DUMMY: "D7 C6 HK CQ S4 C2 DT C8 H2 CT D4 C7 C4",
}


def fixed_deal(rules: Rules | None = None, before: Standing | None = None) -> State:
    """Return the deal before the first action. Ben deals, so you bid first."""
    hands = tuple(parse_cards(cards) for cards in PACK.values())
    return replay([Dealt(rules or Rules(), BEN, before or Standing(), hands)])


def table(state: State, version: int = 0) -> Snapshot:
    """Return a snapshot of a table with this deal, seen from your seat."""
    finished = state.phase is Phase.FINISHED
    return Snapshot(
        code=CODE,
        name="",
        rules=state.rules,
        version=version,
        stage=Stage.SCORED if finished else Stage.DEAL,
        seats=SEATS,
        host=None,
        viewer=YOU,
        drawn=None,
        dealer=state.dealer,
        deal_number=1,
        view=view_for(state, YOU),
        finished=(finished_deal(1, state),) if finished else (),
        standing=standing_after(score(state)) if finished else state.before,
        ready=frozenset(),
        next_deal_at=None,
        winner=None,
        commitment="",
        secret=None,
        options=TableOptions(),
    )


def without_actions(view: View) -> View:
    """Return the view without any possible action, for a table just to look at."""
    return replace(
        view, waiting=(), to_play=None, playable=(), bid_options=(), peek_count=0, may_claim=False
    )  # fmt: skip
