"""The pictures of the table in the rules, all but one of the same deal."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Final

from games import engine
from games.engine import DUMMY, Action, AnswerClaim, Bid, Claim, HandId, Peek, State
from games.lessons.lesson import ANA, BEN, YOU, dealt, idle_view, play, table
from games.play.snapshot import Snapshot

CODE: Final = "picture"

PACK: Final[dict[HandId, str]] = {
    YOU: "SA SK SQ SJ ST S2 HA HQ HJ H5 H4 D8 C3",
    ANA: "S9 S7 S5 H9 H3 DA DK DQ D3 D2 CA CJ C5",
    BEN: "S8 S6 S3 HT H8 H7 H6 DJ D9 D6 D5 CK C9",
    DUMMY: "D7 C6 HK CQ S4 C2 DT C8 H2 CT D4 C7 C4",
}
ACTIONS: Final[tuple[Action, ...]] = (
    *(Bid(YOU, 9, frozenset({BEN})), Bid(ANA, 2), Bid(BEN, 3, frozenset({ANA}))),
    *(play(YOU, "HA"), play(ANA, "H3"), play(YOU, "H2"), play(BEN, "H6")),
    *(play(YOU, "H4"), play(ANA, "H9"), play(YOU, "HK"), play(BEN, "H7")),
    *(play(YOU, "C2"), play(BEN, "C9"), play(YOU, "C3"), play(ANA, "CJ")),
    *(play(ANA, "DA"), play(YOU, "D4"), play(BEN, "D5"), play(YOU, "D8")),
    *(play(ANA, "DK"), play(YOU, "D7"), play(BEN, "D6"), play(YOU, "S2")),
    *(play(YOU, "SA"), play(ANA, "S5"), play(YOU, "S4"), play(BEN, "S3")),
    *(Claim(YOU), AnswerClaim(ANA, True), AnswerClaim(BEN, True)),
)
"""The whole deal; its cards are in the order of their tricks."""


@cache
def after(count: int) -> State:
    """Return the state of the deal after so many of its actions."""
    return engine.act(after(count - 1), ACTIONS[count - 1]) if count else dealt(PACK)


def _pictured(count: int, *, idle: bool = False) -> Snapshot:
    state = after(count)
    return table(state, idle_view(state) if idle else engine.view_for(state, YOU), CODE)


def _flipped() -> Snapshot:
    """Return a Flip 2 deal after all three players have turned up their two cards."""
    state = dealt(PACK, engine.Rules(peek=engine.PeekRule.FLIP2))
    for player, places in ((YOU, (1, 2)), (ANA, (5, 7)), (BEN, (9, 12))):
        state = engine.act(state, Peek(player, places))
    return table(state, idle_view(state), CODE)


PICTURES: Final[Mapping[str, Callable[[], Snapshot]]] = {
    "flipped": _flipped,
    "bidding": partial(_pictured, 0),
    "dummy": partial(_pictured, 5),
    "trick": partial(_pictured, 15, idle=True),
    "turn": partial(_pictured, 22),
    "score": partial(_pictured, len(ACTIONS)),
}
"""The table that each picture in the rules shows, by the name of the picture."""
