"""Tables made by the engine alone, for tests of pages and for screenshots."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from typing import Any

from django.utils import timezone

from games.components.context import TableContext
from games.components.frames import Viewer
from games.engine import (
    BOT_SEED,
    DUMMY,
    Bid,
    Claim,
    Dealt,
    HandId,
    Peek,
    PeekRule,
    Phase,
    Player,
    Proof,
    Rules,
    Standing,
    State,
    act,
    commitment,
    deal_hands,
    legal_actions,
    parse_cards,
    read_log,
    record_of,
    replay,
    score as score_deal,
    standing_after,
)
from games.play.attendance import Attendance
from games.play.snapshot import FinishedDeal, FullSnapshot, SeatClock, SeatInfo, Snapshot
from games.results.skills import RatingStep
from games.review.queries import ReviewedDeal
from games.values import Mode, Stage, TableOptions, mode_of
from tests.builders import bid, hands, new_deal, play

PROOF = Proof(commitment(bytes(32), 4), "KQJT98", 4, ("00ff" * 16, "", BOT_SEED), bytes(32).hex(), None)
SEATS = (SeatInfo(0, "Alex", False), SeatInfo(1, "Ana", False), SeatInfo(2, "Bot Lark", True))
EVERYBODY_HERE = Attendance(here=frozenset({0, 1, 2}))
RATED = (
    RatingStep(0, 1500, 1638, 412, "public", 1, places=(2, 1, 3)),
    RatingStep(1, 1612, 1655, 236, "public", 14, places=(2, 1, 3)),
)
DRAWN = (parse_cards("H9")[0], parse_cards("C7")[0], parse_cards("SK")[0])


def dealt(seed: int = 1, *, dealer: Player = 2, before: Standing | None = None, **rules: object) -> State:
    """A deal nobody has acted in yet, its cards fixed by `seed`."""
    hands = deal_hands(seed.to_bytes(32, "big"))
    return replay([Dealt(Rules(**rules), dealer, before or Standing(), hands)])


def walk(state: State, until: Callable[[State], bool], seed: int = 3) -> State:
    """The first state on a way of random legal actions for which `until` holds; bids are sensible, claims left out."""
    rng = Random(seed)
    while not until(state):
        actions = [action for action in legal_actions(state) if not isinstance(action, Claim) and _sensible(action)]
        state = act(state, rng.choice(actions or list(legal_actions(state))))
    return state


def _sensible(action: object) -> bool:
    return not isinstance(action, Bid) or (2 <= action.tricks <= 6 and len(action.nils) in (0, 1, 3))


@dataclass(frozen=True)
class Scene:
    """A table at one version, who looks at it, and who has it open."""

    full: FullSnapshot
    viewer: Viewer
    attendance: Attendance

    @property
    def snapshot(self) -> Snapshot:
        """The table as the viewer sees it."""
        return self.full.of(self.viewer.player)

    @property
    def context(self) -> TableContext:
        """What the viewer's parts are drawn from."""
        _, hand_order, signed_in, is_guest, chosen = self.viewer
        return TableContext(
            self.snapshot, self.attendance, signed_in=signed_in, is_guest=is_guest, hand_order=hand_order, chosen=chosen
        )

    def seen_by(self, player: Player | None) -> "Scene":
        """Return the same table as another player, or a spectator, sees it."""
        return replace(self, viewer=Viewer(player, signed_in=player is not None))

    def changed(self, **changes: Any) -> "Scene":
        """Return the scene with these changes: to the fields of `Snapshot`, `Viewer` and `Attendance`, by their names.

        `may_take_back` is about the viewer.
        """
        viewer = self.viewer._replace(**_taken(changes, "hand_order", "signed_in", "is_guest"))
        attendance = replace(self.attendance, **_taken(changes, "here", "away_too_long", "around", "bot_at"))
        full = self.full
        if "may_take_back" in changes:
            full = replace(full, may_take_back=viewer.player if changes.pop("may_take_back") else None)
        base = replace(full.base, **changes)
        return Scene(
            replace(full, base=base if "mode" in changes else replace(base, mode=_mode(base))), viewer, attendance
        )


def _mode(table: Snapshot) -> Mode:
    """Return what the game is for, of a table that is no replay."""
    in_round, duplicate = table.round is not None, table.options.duplicate
    return mode_of(on_board=table.board is not None, again=False, in_round=in_round, duplicate=duplicate)


def _taken(changes: dict[str, Any], *names: str) -> dict[str, Any]:
    """Take the changes with these names out."""
    return {name: changes.pop(name) for name in names if name in changes}


def snapshot(state: State | None, viewer: Player | None = 0, **changes: Any) -> Scene:
    """The table with this deal on it, as `viewer` sees it, with the changes `Scene.changed` describes."""
    finished = state is not None and state.phase is Phase.FINISHED
    table = Snapshot(
        code="KQJT98",
        name="Thursday table",
        rules=state.rules if state else Rules(),
        version=40,
        stage=Stage.DRAWING if state is None else Stage.SCORED if finished else Stage.DEAL,
        seats=SEATS,
        host=0,
        viewer=None,
        drawn=DRAWN,
        dealer=state.dealer if state else 2,
        deal_number=4 if state else 1,
        view=None,
        finished=(finished_deal(state),) if state and finished else (),
        standing=_standing(state),
        ready=frozenset({1}) if finished else frozenset(),
        next_deal_at=datetime(2030, 1, 1, tzinfo=UTC) if finished or state is None else None,
        winner=None,
        commitment=PROOF.commitment,
        proof=PROOF if finished else None,
        options=TableOptions(),
    )
    return Scene(FullSnapshot(table, state, None), Viewer(None), EVERYBODY_HERE).seen_by(viewer).changed(**changes)


def clock(move: float, reserve: float, *, running: bool = False) -> SeatClock:
    """A clock that shows these seconds now."""
    return SeatClock(move, reserve, since=timezone.now() if running else None)


def _standing(state: State | None) -> Standing:
    if state is None:
        return Standing()
    return standing_after(score_deal(state)) if state.phase is Phase.FINISHED else state.before


def finished_deal(state: State, number: int = 4) -> FinishedDeal:
    """The score sheet's line for a finished deal."""
    assert state.declarer is not None, "a finished deal has a declarer"
    one, two, three = sorted(state.bids, key=lambda bid: bid.player)
    return FinishedDeal(number, state.dealer, state.declarer, (one, two, three), score_deal(state))


def bidding(state: State, bids: int) -> State:
    return walk(state, lambda now: now.phase is Phase.BIDDING and len(now.bids) == bids)


def playing(state: State, tricks: int, cards: int) -> State:
    return walk(state, lambda now: len(now.tricks) == tricks and len(now.trick) == cards and now.declarer is not None)


def finished(state: State) -> State:
    return walk(state, lambda now: now.phase is Phase.FINISHED)


def to_play(state: State, hand: int, viewer_declares: bool) -> State:
    """A state well into the play in which it is this hand's turn."""
    return walk(
        state,
        lambda now: (
            len(now.tricks) >= 3
            and bool(now.trick)
            and now.hand_to_play == hand
            and (now.declarer == 0) is viewer_declares
        ),
    )


def twelve_left(bids: tuple[int, int, int] = (7, 4, 4), others: str = "H2 H4 H3") -> State:
    """Player 0 leads to the second trick, as declarer unless the bids and cards of the other hands say otherwise.

    As there is no nil, any number of tricks may be claimed.
    """
    deal = new_deal(hands("HA SAKQ3 H95 DAK2 C876", "H2 SJT9 DQJT CA", "H3 S87 D98 CKQ", "H4 S65 D76 CJT"))
    return play(bid(deal, *bids), f"HA {others}")


def claimed(state: State) -> State:
    """A claim that waits for player 0's answer."""
    state = walk(state, lambda now: len(now.tricks) >= 8 and not now.trick and now.player_to_play != 0)
    assert state.player_to_play is not None, "somebody leads"
    return act(state, Claim(state.player_to_play))


def with_declarer(declarer: Player, before: Standing | None = None, **rules: object) -> State:
    """A deal in play that this player declares with 6, nil on the dummy; the next player's own hand is nil too."""
    state = dealt(5, before=before or BEFORE, **rules)
    for player in state.bidding_order:
        if player == declarer:
            state = act(state, Bid(player, 6, frozenset({DUMMY})))
        else:
            state = act(state, Bid(player, 3, frozenset({player} if player == (declarer + 1) % 3 else ())))
    return state


NO_NIL: frozenset[HandId] = frozenset()


def reviewed_deal(nils: tuple[frozenset[HandId], ...] = (NO_NIL, frozenset({DUMMY}), NO_NIL)) -> ReviewedDeal:
    """A finished deal of Three Peeky to be reviewed, one of whose contracts has a nil, or players 0 to 2 these nils."""
    state = dealt(5, before=BEFORE, peek=PeekRule.THREE)
    for player in state.bidding_order:
        state = act(state, Peek(player, (player, player + 4, player + 9)))
    for player in state.bidding_order:
        state = act(state, Bid(player, 3 + 2 * player, nils[player]))
    log = read_log(json.dumps(record_of(finished(state))).encode())
    return ReviewedDeal(SEATS, 0, log, "KQJT98", "Thursday table", 4, 6, datetime(2029, 12, 31, tzinfo=UTC))


def on_lead(state: State) -> bool:
    """Whether player 0 leads to a later trick, from own hand or from the board."""
    return len(state.tricks) >= 2 and not state.trick and state.player_to_play == 0


def peekable(state: State) -> tuple[int, ...]:
    """The last places of the dummy that are still face down, as many as the rules say."""
    hidden = [place for place in range(13) if place not in state.flipped]
    return tuple(hidden[-state.rules.peek.places_each :])


def gathering(viewer: Player | None = 0, *seats: SeatInfo, **changes: Any) -> Scene:
    """A table that waits for its third player, or with these `seats`."""
    waiting = seats or (SEATS[0], SEATS[1], SeatInfo(2, "", False))
    return snapshot(None, viewer, stage=Stage.OPEN, deal_number=0, seats=waiting, next_deal_at=None, **changes)


def seated(*changes: dict[str, object]) -> tuple[SeatInfo, ...]:
    """The three seats, each with its changes; Ben plays where others have a bot."""
    people = (SEATS[0], SEATS[1], SeatInfo(2, "Ben", False))
    return tuple(replace(seat, **change) for seat, change in zip(people, changes, strict=True))


BEFORE = Standing((209, 352, -24), (9, 2, 6))

RUN = (
    (0, 0, 0), (55, 31, -60), (116, -29, 10), (166, 52, 62), (97, 154, 123), (258, 185, 53), (319, 346, 113),
    (379, 406, 50), (445, 470, 120),
)  # fmt: skip
"""The points of a game deal by deal, in which the lead changes."""


def game_over() -> Scene:
    """The end of a game of nine deals. Only the last one is played; of the others the points are made up."""
    last = finished(with_declarer(2, Standing(RUN[-1], (2, 2, 6))))
    model, deals = finished_deal(last, len(RUN)), list[FinishedDeal]()
    for number, (before, after) in enumerate(pairwise(RUN), start=1):
        made_up = tuple(
            replace(score, contract_points=now - then, nils=(), bag_penalty=0, total=now - then, points_after=now)
            for score, then, now in zip(model.scores, before, after, strict=True)
        )
        deals.append(replace(model, number=number, scores=made_up))
    return snapshot(last, stage=Stage.OVER, winner=1, rated=RATED, finished=(*deals, model), deal_number=len(RUN))


def duplicate_over() -> Scene:
    """The end of a duplicate game whose players have made the points of `RUN`, each with every hand once."""
    over = game_over()
    finished = tuple(
        replace(deal, dealer=(index // 3 + index) % 3) for index, deal in enumerate(over.full.base.finished)
    )
    return over.changed(finished=finished, options=TableOptions(duplicate=True))
