"""A running game as its writer holds it, and the snapshot made of it."""

from dataclasses import dataclass, field, replace

from games import engine
from games.engine import Event, Player, Rules, Standing, State
from games.models import Deal, Game, Hold, Seat
from games.play import chain, clocks, proofs
from games.play.modes import boards, rounds
from games.play.snapshot import (
    FinishedDeal,
    FullSnapshot,
    OpenPause,
    OpenProposal,
    RefusedProposal,
    SeatInfo,
    Snapshot,
    taken_back,
)
from games.results.skills import RatingStep
from games.values import Author, Logged, Stage, TableOptions, logs


@dataclass(slots=True)
class Table:
    """A game as one writer holds it: its rows, the events of its current deal, and the resulting state.

    `deal` and `state` are None before the first deal; `state` also for a deal of which only the scores are stored.
    `log` are the events of the current deal in order, including those taken back. `infos` are the seats without their
    clocks; nothing else of them changes while a table is in the cache, nor do `rules` and `options`. Before a game
    begins, `expected` are the users seated by a rematch who have not come, and `join_code` are the digits by which the
    table is found. After a deal, `holds` are those that run on the next one. After its end, `rematch` is the code of
    its rematch and `rematch_by` who hosts that, `rated` are the changes of ratings, and `void` is why staff declared it
    void.
    """

    game: Game
    rules: Rules
    options: TableOptions
    seats: list[Seat]
    deal: Deal | None
    state: State | None
    log: list[Logged]
    finished: tuple[FinishedDeal, ...] = ()
    infos: tuple[SeatInfo, SeatInfo, SeatInfo] | None = None
    expected: frozenset[int] = frozenset()
    join_code: str = ""
    review_leader: Player | None = None
    holds: list[Hold] = field(default_factory=list)
    rematch: str = ""
    rematch_by: Player | None = None
    rated: tuple[RatingStep, ...] = ()
    void: str = ""

    @property
    def standing_events(self) -> list[Event]:
        """Return the events of the current deal that count: without those taken back."""
        return logs.standing_events(self.log)

    @property
    def moved(self) -> int:
        """Return the sequence of the last event; 0 before the first deal."""
        return self.log[-1].sequence if self.log else 0

    @property
    def standing(self) -> Standing:
        """Return points and bags after the finished deals; those before the deal if none is finished.

        Where every deal is played from 0 bags, bags do not accumulate.
        """
        if self.finished:
            after = engine.standing_after(self.finished[-1].scores)
            return Standing(after.points) if self.game.mode.from_zero else after
        return self.state.before if self.state else Standing()

    @property
    def may_take_back(self) -> Player | None:
        """Return the player who made the last move, if it may be taken back. On a board of a set it may not: everybody
        has one try.
        """
        may_be = self.game.stage == Stage.DEAL and self.game.mode.takes_back and bool(self.log)
        return logs.may_take_back(self.log, self.state) if may_be and self.state is not None else None

    @property
    def late(self) -> frozenset[Player]:
        """Return the players for whom, as time was up, a bot made their last move in this deal."""
        if not clocks.has_clock(self.game):
            return frozenset()
        authors = {self.mover(entry.event): entry.author for entry in self.log if not entry.taken_back}
        return frozenset(player for player, author in authors.items() if player is not None and author == Author.CLOCK)

    @property
    def overdue(self) -> frozenset[Player]:
        """Return those of the late players, in a game by turns, for whom others may call a bot."""
        late = self.late
        return late if late and self.game.is_by_turns else frozenset()

    def mover(self, event: Event) -> Player | None:
        """Return the player who made the move; for the dummy's cards that is the declarer. None for the deal itself."""
        return logs.mover(event, self.state.declarer if self.state else None)


def take_full_snapshot(table: Table) -> FullSnapshot:
    """Return what the table shows at its version: used after loading and after a move."""
    game, deal, stage = table.game, table.deal, Stage(table.game.stage)
    last = next((entry for entry in reversed(table.log) if not entry.taken_back), None)
    base = engine.construct(
        Snapshot,
        code=game.code,
        name=game.name,
        rules=table.rules,
        version=game.version,
        stage=stage,
        seats=_seat_infos(table),
        host=next((seat.player for seat in table.seats if seat.user_id == game.host_id and not game.paired), None),
        viewer=None,
        drawn=proofs.draw_of(game, table.seats),
        dealer=deal.dealer if deal else proofs.opening_dealer(game, table.seats),
        deal_number=game.deal_number,
        view=None,
        finished=table.finished,
        standing=table.standing,
        ready=frozenset([seat.player for seat in table.seats if seat.ready]),
        next_deal_at=game.due_at if stage.waits_for_deal and not game.is_paused else None,
        winner=game.winner,
        commitment=chain.commitment_of(game.chain_root) if game.mode.proof else "",
        proof=proofs.proof_of(game, deal, table.seats) if deal and stage is not Stage.DEAL else None,
        options=table.options,
        proposal=_proposal(table),
        pause=_pause(table),
        refused=_refused(table),
        may_take_back=False,
        last_by_clock=table.mover(last.event) if last is not None and last.author == Author.CLOCK else None,
        taken_back=taken_back(table.log, table.state),
        join_code=table.join_code,
        review_leader=table.review_leader,
        held_by=frozenset([hold.player for hold in table.holds]),
        rematch=table.rematch,
        rematch_by=table.rematch_by,
        rated=table.rated,
        hinted=game.hinted,
        hinted_late=game.hinted_late,
        mode=game.mode,
        board=boards.facts_of(game),
        round=rounds.facts_of(game),
        closes_at=rounds.closes_at(game),
        void=table.void,
        late=table.late,
        overdue=table.overdue,
    )
    return FullSnapshot(base, table.state, table.may_take_back)


def _seat_infos(table: Table) -> tuple[SeatInfo, SeatInfo, SeatInfo]:
    if table.infos is None:
        first, second, third = (_seat_info(table, seat) for seat in table.seats)
        table.infos = first, second, third
    if not clocks.has_clock(table.game):
        return table.infos
    timed = zip(table.infos, table.seats, strict=True)
    first, second, third = (replace(info, clock=clocks.seat_clock(table.game, seat)) for info, seat in timed)
    return first, second, third


def _seat_info(table: Table, seat: Seat) -> SeatInfo:
    return SeatInfo(
        player=seat.player,
        name=seat.player_name,
        is_bot=seat.is_bot,
        stand_in=seat.bot_name if seat.user_id is not None else "",
        is_expected=seat.user_id in table.expected,
        rules_changed=seat.rules_changed,
        seed=seat.seed,
        vacation_until=clocks.vacation_until(table.game, seat),
        has_paused=seat.has_paused,
        account=seat.account,
        by_api=seat.user is not None and seat.user.is_bot,
        account_avatar=seat.user.avatar if seat.user else None,
    )


def _proposal(table: Table) -> OpenProposal | None:
    game = table.game
    if not game.proposal or game.proposed_by is None:
        return None
    agreed = frozenset([seat.player for seat in table.seats if seat.agrees])
    return OpenProposal(game.proposal, game.proposed_by, agreed, clocks.lapses_at(game, table.seats))


def _pause(table: Table) -> OpenPause | None:
    game = table.game
    if not game.is_paused or game.paused_until is None:
        return None
    back = frozenset([seat.player for seat in table.seats if seat.agrees])
    return OpenPause(game.pause, game.paused_by, game.pause_reason, game.paused_until, back)


def _refused(table: Table) -> RefusedProposal | None:
    game = table.game
    if game.proposal or game.proposed_by is None or not game.refused:
        return None
    withdrawn = not table.seats[game.proposed_by].agrees
    return RefusedProposal(game.refused, game.proposed_by, withdrawn)
