"""Snapshots: a table at one version as one viewer may see it, made of the engine's view and the facts around the deal.

`FullSnapshot` holds one version of the table with its hidden cards, from which each viewer's is made; components turn a
viewer's `Snapshot` into markup.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from operator import attrgetter

from django.utils.functional import cached_property

from accounts.base import avatars
from games import engine
from games.engine import BidMade, Card, CardPlayed, Phase, Player, Proof, Rules, Scores, Sight, Standing, State, View
from games.play import weekends
from games.play.spectators import check_may_watch
from games.results.skills import RatingStep
from games.values import BY_TURNS, BoardFacts, Closed, Logged, Mode, RoundFacts, Stage, TableOptions
from games.values.logs import mover
from games.values.modes import GAME


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A player's clock in seconds: `move` for each move, of which `used` was used before; `reserve` for the game.

    It runs from `since`, and is paused while that is None. `lag` is the network delay allowed before the reserve. It
    does not run on weekends in the zone `weekends_in`, if there is one.
    """

    move: float
    reserve: float
    lag: float = 0.0
    used: float = 0.0
    since: datetime | None = None
    weekends_in: tzinfo | None = None

    @property
    def ends_at(self) -> datetime | None:
        """When the player's time is up; None while the clock is paused."""
        if self.since is None:
            return None
        seconds = self.move + self.lag + self.reserve - self.used
        if self.weekends_in is not None:
            return weekends.after(self.since, seconds, self.weekends_in)
        return self.since + timedelta(seconds=seconds)

    def left(self, now: datetime) -> tuple[float, float]:
        """Return the seconds left for this move, and then in reserve."""
        used = self.used + (max(0.0, (now - self.since).total_seconds()) if self.since else 0.0)
        overdrawn = max(0.0, used - self.move - self.lag)
        return max(0.0, self.move - used), max(0.0, self.reserve - overdrawn)


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal: `kind` is "back" or "end"; `agreed` are the players who have agreed.

    `lapses_at` is when missing answers count as refusals; None if no clock or bot waits.
    """

    kind: str
    player: Player
    agreed: frozenset[Player]
    lapses_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class OpenPause:
    """A pause until `until` at the latest: `kind` is "own", "away" or "all", `reason` a `PauseReason` or "".

    `player` has paused the game, or is waited for; None if all have agreed. `back` are the players who are back.
    """

    kind: str
    player: Player | None
    reason: str
    until: datetime
    back: frozenset[Player]


@dataclass(frozen=True, slots=True)
class RefusedProposal:
    """A player's proposal that was refused, stored until the next move; `withdrawn` if the player withdrew it."""

    kind: str
    player: Player
    withdrawn: bool = False

    def rules_out(self, kind: str, player: Player) -> bool:
        """Return whether this player may not propose this now; ending the game may follow a refused take-back."""
        return player == self.player and (self.kind, kind) != ("back", "end")


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last move of a deal, which its player took back: a card, or a bid if `card` is None."""

    player: Player
    card: Card | None


def taken_back(log: Sequence[Logged], state: State | None) -> TakenBack | None:
    """Return the last move of a deal, if it was taken back and nobody has moved since."""
    last = log[-1] if log else None
    if last is None or not last.taken_back:
        return None
    player = mover(last.event, state.declarer if state else None)
    assert player is not None, "the deal itself is never taken back"
    return TakenBack(player, last.event.card if isinstance(last.event, CardPlayed) else None)


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One of the three seats for real players. `name` is the name at this table, "" while the seat is free; `account`
    is that of a person's account, if it has another.

    `stand_in` names the bot that sits in for the player, "" if none does. `clock` is None without clocks. `is_expected`
    says whether a rematch has seated the player, who has not come yet; `rules_changed` whether the host has changed
    rules or options since the player sat down. `seed` is the player's part in the shuffle, "" if none was given. In a
    game by turns, `vacation_until` is when the player's vacation ends, or has ended, if there is one. `has_paused`
    says whether the player has had the pause that each has in a game. `by_api` says whether the account is that of a
    bot, which is a person for everything else. `account_avatar` is the code of the account's avatar, None without an
    account. `has_page` says whether the site has a page of the player, if it is a person.
    """

    player: Player
    name: str
    is_bot: bool
    stand_in: str = ""
    clock: SeatClock | None = None
    is_expected: bool = False
    rules_changed: bool = False
    seed: str = ""
    vacation_until: datetime | None = None
    has_paused: bool = False
    account: str = ""
    by_api: bool = False
    account_avatar: str | None = None
    has_page: bool = True

    @property
    def avatar(self) -> str:
        """The code of the picture shown for this seat; the bots' picture while a bot sits in."""
        if self.is_bot or self.by_api or self.stand_in:
            return avatars.BOT
        if self.account_avatar is not None:
            return self.account_avatar
        return avatars.of_name(self.name) if self.name else avatars.NOBODY

    @property
    def page(self) -> str:
        """The name of the account that has a player's page, "" for a bot and a free seat."""
        return "" if self.is_bot or not self.has_page else self.account or self.name

    @property
    def is_person(self) -> bool:
        """Return whether the seat belongs to a person, even one for whom a bot sits in."""
        return bool(self.name) and not self.is_bot

    @property
    def plays_in_person(self) -> bool:
        """Return whether a person makes the moves of this seat."""
        return self.is_person and not self.stand_in


@dataclass(frozen=True, slots=True)
class ChosenCards:
    """The cards that a player has chosen for the next turn of each hand, in the deal of this number.

    They are not part of a version: all viewers would notice a new one.
    """

    deal: int = 0
    cards: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A line of the score sheet. `bids` and `scores` are those of players 0, 1 and 2."""

    number: int
    dealer: Player
    declarer: Player
    bids: tuple[BidMade, BidMade, BidMade]
    scores: Scores

    def __hash__(self) -> int:
        """Hash only a few fields, which is faster: rendered deals are cached by it."""
        return hash((self.number, self.declarer, *(score.points_after for score in self.scores)))


def finished_deal(number: int, state: State, scores: Scores | None = None) -> FinishedDeal:
    """Return the line of a finished deal, with these scores or those of the deal alone."""
    assert state.declarer is not None, "a finished deal has a declarer"
    one, two, three = sorted(state.bids, key=attrgetter("player"))
    return FinishedDeal(number, state.dealer, state.declarer, (one, two, three), scores or engine.score(state))


@dataclass(frozen=True)
class Snapshot:
    """One table at one version for one viewer (`viewer` is a player, or None for a spectator).

    `host` is the seat of the player who opened the table, None if that player has left or the site has paired the
    players. `view` is None before the first deal; `drawn` are the cards players 0, 1 and 2 drew, None in a rematch and
    before the game. `finished` are the deals scored so far, oldest first, `standing` the points and bags after them.
    `ready` and `next_deal_at` matter while the table waits for a deal. `commitment` fixes all secrets of the game
    beforehand; `proof` is that of the current deal, None until it is finished. `last_by_clock` is the player for whom a
    bot made the last move because time was up; `taken_back` is a move that nobody has followed with another one since.
    `join_code` are the digits by which a table that waits is found, "" without any. `review_leader` leads the joint
    review of the deal that has ended, if somebody does; `held_by` are the players who look at it, for whom the next
    deal waits until `next_deal_at`. `rematch` is the code of the game that follows this one, "" if none does, and
    `rematch_by` its host, who asks for it. `rated` are the ratings changed by a game that has ended, as far as the
    viewer may know them; none are if a hint was asked for (`hinted`), unless the first came after a scored deal
    (`hinted_late`): a loss counts then. `void` is why staff declared it void, "" if it
    counts. `board` is that of a set of deals, if it is one, and `round` that of a tournament; `closes_at` is when it
    ends by the clock. `late` are the players whose time was up at their last move, `overdue` are those of them in a
    game by turns: others may call a bot for them.
    """

    code: str
    name: str
    rules: Rules
    version: int
    stage: Stage
    seats: tuple[SeatInfo, SeatInfo, SeatInfo]
    host: Player | None
    viewer: Player | None
    drawn: tuple[Card, Card, Card] | None
    dealer: Player
    deal_number: int
    view: View | None
    finished: tuple[FinishedDeal, ...]
    standing: Standing
    ready: frozenset[Player]
    next_deal_at: datetime | None
    winner: Player | None
    commitment: str
    proof: Proof | None
    options: TableOptions
    proposal: OpenProposal | None = None
    pause: OpenPause | None = None
    refused: RefusedProposal | None = None
    may_take_back: bool = False
    last_by_clock: Player | None = None
    taken_back: TakenBack | None = None
    join_code: str = ""
    review_leader: Player | None = None
    held_by: frozenset[Player] = frozenset()
    rematch: str = ""
    rematch_by: Player | None = None
    rated: tuple[RatingStep, ...] = ()
    hinted: bool = False
    hinted_late: bool = False
    mode: Mode = GAME
    board: BoardFacts | None = None
    round: RoundFacts | None = None
    closes_at: datetime | None = None
    void: str = ""
    late: frozenset[Player] = frozenset()
    overdue: frozenset[Player] = frozenset()

    @property
    def is_by_turns(self) -> bool:
        """Whether players have days for a move and need not be at the table."""
        return self.options.clock in BY_TURNS

    @property
    def deals_are_closed(self) -> bool:
        """Whether the table shows nobody its finished deals: of a duplicate table until its game ends, and of a
        tournament, whose page leads to them once the round has ended.
        """
        closed = self.mode.closed
        return closed is Closed.ROUND or (closed is Closed.GAME and not self.stage.has_ended)

    @property
    def deals(self) -> int | None:
        """How many deals the game has; None if a total ends it."""
        return self.mode.deals if self.round is None else self.round.boards

    @property
    def place_of_deal(self) -> tuple[int, int | None]:
        """The number of the deal, and how many there are, None if a total ends the game: a board is one of its set."""
        if self.board is not None:
            return self.board.number, self.board.boards
        return self.deal_number, self.deals

    @property
    def may_be_looked_at_together(self) -> bool:
        """Whether the people of the table may look at the last deal together: at a live table, if it is not closed."""
        has_ended = self.stage in (Stage.SCORED, Stage.OVER) and bool(self.finished)
        return has_ended and not self.deals_are_closed and not self.is_by_turns and not self.mode.single_deal

    @property
    def may_be_paused(self) -> bool:
        """Whether this is a running live game that its players may pause: not a board of a set, which waits anyway, and
        not a table of a tournament.
        """
        return self.stage.is_running and not self.is_by_turns and self.mode.may_pause and self.pause is None

    def may_propose(self, kind: str, player: Player) -> bool:
        """Return whether no pause, and no open or refused proposal, prevents this player from making this one. At a
        table of a tournament nothing is proposed.
        """
        return (
            self.mode.may_propose
            and self.proposal is None
            and self.pause is None
            and (self.refused is None or not self.refused.rules_out(kind, player))
        )


@dataclass(frozen=True)
class FullSnapshot:
    """A table at one version for every viewer. It holds hidden cards: show it only through `of`.

    `base` is the table without its deal, with everybody's ratings; `state` is the deal, None before the first one.
    `may_take_back` is the player who may propose to take the last move back.
    """

    base: Snapshot
    state: State | None
    may_take_back: Player | None

    @cached_property
    def _sight(self) -> Sight | None:
        return Sight(self.state) if self.state else None

    def back_since(self, before: "FullSnapshot") -> frozenset[Player]:
        """Return the players who have taken their seats back from a bot since the version `before`."""
        if before.base.seats is self.base.seats:  # as after nearly every move
            return frozenset()
        seats = zip(before.base.seats, self.base.seats, strict=True)
        return frozenset(now.player for then, now in seats if then.stand_in and now.plays_in_person)

    def of(self, viewer: Player | None) -> Snapshot:
        """Return the table as `viewer` may see it (docs/rules.md section 10). Raises NotForSpectators."""
        check_may_watch(self.base.options, self.base.stage, viewer)
        may_take_back = viewer is not None and viewer == self.may_take_back and self.base.may_propose("back", viewer)
        view, rated = self._view(viewer), self._rated(viewer)
        return engine.changed(self.base, viewer=viewer, view=view, may_take_back=may_take_back, rated=rated)

    def sheet(self, viewer: Player | None) -> Snapshot:
        """Return the table without its deal, as `viewer` may see the scores. Raises NotForSpectators."""
        check_may_watch(self.base.options, self.base.stage, viewer, finished_deals=True)
        return engine.changed(self.base, viewer=viewer, rated=self._rated(viewer))

    def _rated(self, viewer: Player | None) -> tuple[RatingStep, ...]:
        return tuple([step for step in self.base.rated if step.is_open_to(viewer)])

    @cached_property
    def for_everyone(self) -> Snapshot:
        """The table as a spectator sees it. Players see it too, so it is made even if spectators are not allowed."""
        return engine.changed(self.base, view=self._view(None), rated=())

    def _view(self, viewer: Player | None) -> View | None:
        if self.base.deals_are_closed and self.base.stage is not Stage.DEAL:
            return None
        view = self._sight.of(viewer) if self._sight else None
        if view is not None and view.phase is Phase.FINISHED and self.base.stage is Stage.DEAL:
            return engine.changed(view, phase=Phase.PLAYING, scores=None, dealt=None)
        return view

    @cached_property
    def before_the_score(self) -> "FullSnapshot | None":
        """The table while the last trick is shown before the score; None unless a deal was just played out."""
        state, over = self.state, self.base.stage in (Stage.SCORED, Stage.OVER) or self.base.mode.single_deal
        if not over or state is None or state.phase is not Phase.FINISHED or state.claimed is not None:
            return None
        *earlier, last = self.base.finished
        base = engine.changed(
            self.base,
            stage=Stage.DEAL,
            finished=tuple(earlier),
            standing=engine.standing_before(last.scores, state.rules),
            next_deal_at=None,
            proof=None,
            winner=None,
            rated=(),
        )
        return FullSnapshot(base, state, None)
