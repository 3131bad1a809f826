"""A game of one person and two bots: its deals as events, and what follows from them."""

import secrets
from dataclasses import dataclass, field, replace
from functools import reduce
from random import Random
from typing import Final

from games import bots, engine
from games.bots import MIXED, Level
from games.engine import BOT_SEED, Action, Dealt, IllegalAction, Phase, Player, Proof, Rules, Seeds, Standing, State
from games.play import chain, paces
from games.play.errors import GameHasEnded, NoDealNow, NotPossible, StaleGame
from games.play.moves import Move, Ready
from games.play.snapshot import FinishedDeal, finished_deal
from games.values import Author, BotPause, Logged, Stage, logs, stage_after
from games.values.modes import SOLO

YOU: Final[Player] = 0
"""The seat of the person."""

SEEDS: Final[Seeds] = ("", BOT_SEED, BOT_SEED)
"""Nobody adds a seed: the device of the person makes the secrets."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What never changes of a game: its code, the root of its chain of secrets in hexadecimal, its rules, the names of
    players 0, 1 and 2, and the bots' level and playing style. `opening_dealer` deals first in a game after another
    one; None if the players draw for it.
    """

    code: str
    root: str
    rules: Rules
    names: tuple[str, str, str]
    level: Level = Level.BEGINNER
    opening_dealer: Player | None = None
    style: str = MIXED


def new_setup(rules: Rules, names: tuple[str, str, str], level: Level = Level.BEGINNER, style: str = MIXED) -> Setup:
    """Return what a new game begins with, with fresh secrets."""
    return Setup(secrets.token_urlsafe(6), chain.new_root(), rules, names, level, style=style)


@dataclass(slots=True)
class SoloGame:
    """A game. `deals` are the logs of its deals, the last one perhaps under way; all else of them follows from these.

    The version counts all changes, those that are no events of a deal too. A game that the person has given up is
    `closed`.
    """

    setup: Setup
    deals: list[list[Logged]] = field(default_factory=list)
    version: int = 1
    closed: bool = False
    state: State | None = field(init=False, default=None)
    finished: tuple[FinishedDeal, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        """Play the deals again. Raises IllegalAction or ValueError if this engine does not accept them."""
        for log in self.deals:
            self._show(log)

    @property
    def log(self) -> list[Logged]:
        """The log of the current deal; empty before the first one."""
        return self.deals[-1] if self.deals else []

    @property
    def standing(self) -> Standing:
        """Points and bags after the finished deals."""
        return engine.standing_after(self.finished[-1].scores) if self.finished else Standing()

    @property
    def stage(self) -> Stage:
        """The stage of the game."""
        if self.closed:
            return Stage.CLOSED
        if self.state is None:
            return Stage.DRAWING
        return Stage.DEAL if self.state.phase is not Phase.FINISHED else self._after_deal[0]

    @property
    def winner(self) -> Player | None:
        """Who has won; None while nobody has."""
        return self._after_deal[1] if self.stage is Stage.OVER else None

    @property
    def _after_deal(self) -> tuple[Stage, Player | None]:
        return stage_after(SOLO, self.setup.rules, self.standing.points, len(self.deals), None)

    @property
    def drawn(self) -> engine.Draw | None:
        """The cards that the players drew for the first deal; None where nobody drew."""
        has_draw = self.setup.opening_dealer is None
        return chain.draw_of(self.setup.root, self.setup.code, SEEDS) if has_draw else None

    @property
    def dealer(self) -> Player:
        """Who deals the current deal, or will deal the first one."""
        if self.state is not None:
            return self.state.dealer
        return engine.first_dealer(self.drawn) if self.drawn is not None else self.setup.opening_dealer or 0

    @property
    def may_take_back(self) -> Player | None:
        """The player who made the last move, if it may be taken back."""
        return logs.may_take_back(self.log, self.state) if self.stage is Stage.DEAL and self.state else None

    @property
    def proof(self) -> Proof | None:
        """The proof of the deal that has just finished; None before (docs/fairness.md)."""
        is_finished = self.state is not None and self.state.phase is Phase.FINISHED
        return self.proof_of(len(self.deals)) if is_finished else None

    def proof_of(self, number: int) -> Proof:
        """Return the proof of a deal that has finished: it gives the cards away."""
        setup = self.setup
        secret = chain.secret_of(setup.root, number)
        return Proof(chain.commitment_of(setup.root), setup.code, number, SEEDS, secret, self.drawn)

    def key_of(self, number: int) -> bytes:
        """Return the key of a deal. It determines the cards, so it is never shown."""
        secret = bytes.fromhex(chain.secret_of(self.setup.root, number))
        return engine.deal_key(secret, self.setup.code, number, SEEDS)

    def move(self, move: Move, version: int) -> None:
        """Make a move of the person, who saw the game at this version.

        Raises GameHasEnded, StaleGame, NoDealNow or an `IllegalAction`; then nothing has changed.
        """
        if self.stage.has_ended:
            raise GameHasEnded
        if isinstance(move, Ready):
            self._get_ready(version)
            return
        if self.stage is not Stage.DEAL:
            raise NoDealNow
        if not logs.oldest_version(self.log, move) <= version <= self.version:
            raise StaleGame
        self._act(move, Author.PLAYER)

    def take_back(self) -> None:
        """Take the last move of the person back. Raises NotPossible if it may not be: bots always agree."""
        if self.may_take_back != YOU:
            raise NotPossible
        self.log[-1] = replace(self.log[-1], taken_back=True)
        self.state = engine.replay(logs.standing_events(self.log))
        self.version += 1

    def give_up(self) -> None:
        """End the game without a winner. Raises GameHasEnded."""
        if self.stage.has_ended:
            raise GameHasEnded
        self.closed = True
        self.version += 1

    def rematch(self) -> "SoloGame":
        """Return the game that follows this one, with the same players and rules; the next player deals first."""
        if not self.stage.has_ended:
            raise NotPossible
        opening = self.setup.opening_dealer if self.drawn is None else engine.first_dealer(self.drawn)
        again = new_setup(self.setup.rules, self.setup.names, self.setup.level, self.setup.style)
        return SoloGame(replace(again, opening_dealer=engine.next_dealer(opening or 0)))

    def seconds_to_step(self) -> float | None:
        """Return how long it takes until the game goes on by itself: until the first deal, or a bot's move; None if it
        waits for the person, or has ended.
        """
        if self.stage is Stage.DRAWING:
            return paces.DRAW_SHOWN_ALONE
        if self._bot_on_turn is None:
            return None
        is_first_trick = len(self.deals) == 1 and not (self.state and self.state.tricks)
        return paces.bot_pause(BotPause.HUMAN, self.state, first_trick_alone=is_first_trick)

    def prepare(self) -> None:
        """Load the search, if bots use it."""
        if self.setup.level is not Level.BEGINNER:
            bots.prepare()

    def step(self, rng: Random) -> None:
        """Go on by itself: deal the first deal, or make a bot's move. Nothing happens while it waits for the person."""
        if self.stage is Stage.DRAWING:
            self._deal()
        elif (player := self._bot_on_turn) is not None:
            self._act(self._choice_of(player, rng), Author.BOT)

    @property
    def _bot_on_turn(self) -> Player | None:
        waiting = engine.waiting_for(self.state) if self.state is not None and self.stage is Stage.DEAL else ()
        return next((player for player in waiting if player != YOU), None)

    def _choice_of(self, player: Player, rng: Random) -> Action:
        assert self.state is not None, "a bot is on turn"
        view = engine.view_for(self.state, player)
        if view.peek_count:
            return chain.look_of_bot(self.key_of(len(self.deals)), view, player)
        style = bots.playing_style_at(self.setup.style, self.setup.code, player)
        return bots.choose(view, rng, self.setup.level, style)

    def _get_ready(self, version: int) -> None:
        """Deal the next deal: bots are always ready. A click on an old page starts nothing."""
        if version < (self.log[-1].sequence if self.log else 0) or not self.stage.waits_for_deal:
            raise StaleGame
        self._deal()

    def _deal(self) -> None:
        number = len(self.deals) + 1
        dealer = self.dealer if self.state is None else engine.next_dealer(self.dealer)
        dealt = Dealt(self.setup.rules, dealer, self.standing, engine.deal_hands(self.key_of(number)))
        self.version += 1
        self.deals.append([Logged(self.version, dealt, Author.PLAYER)])
        self.state = engine.replay([dealt])

    def _act(self, action: Action, author: Author) -> None:
        assert self.state is not None, "a deal is under way"
        events = engine.decide(self.state, action)
        numbered = enumerate(events, start=self.version + 1)
        self.log.extend(Logged(sequence, event, author) for sequence, event in numbered)
        self.version += len(events)
        self.state = reduce(engine.evolve, events, self.state)
        self._note_finished(len(self.deals))

    def _show(self, log: list[Logged]) -> None:
        self.state = engine.replay(logs.standing_events(log))
        self._note_finished(len(self.finished) + 1)

    def _note_finished(self, number: int) -> None:
        if self.state is not None and self.state.phase is Phase.FINISHED:
            self.finished = (*self.finished, finished_deal(number, self.state))


REFUSALS: Final = (IllegalAction, StaleGame, NoDealNow, NotPossible)
"""The errors that refuse a move; nothing has changed then."""
