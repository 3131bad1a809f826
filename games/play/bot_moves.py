"""Moves of bots. If a bot raises an error, a simpler bot chooses, so that the game does not wait for one that would
fail again.
"""

import logging
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from accounts.base.outages import Attempts
from accounts.base.statements import Statement
from games import bots, engine
from games.bots import Level, PlayingStyle
from games.engine import Action, AnswerClaim, Event, Player, State, decide, legal_actions, view_for
from games.models import BotChoice, Game
from games.play import thinking_pool
from games.play.modes import boards
from games.play.moves import Move, Ready
from games.play.thinking_pool import Purpose
from games.play.turns import NewChoice, Turn
from games.values import Author

_CHOICES: Final = Attempts(logging.getLogger(__name__), "a bot could not choose a move in game %s")


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as it plays in one seat of a table. `table` names the table in the log of the site."""

    player: Player
    level: Level
    style: PlayingStyle
    table: str

    def choose(self, state: State, rng: random.Random) -> Action:
        """Return the bot's choice, made from what its player may know of the deal."""
        usual = partial(bots.choose, level=self.level, style=self.style)
        return self._try(usual, state, rng) or self._try(bots.choose, state, rng) or self._simplest(state)

    def _try(self, choose: Callable[..., Action], state: State, rng: random.Random) -> Action | None:
        """Return the choice of a bot, `bots.choose` being the simplest; None, and log it, if it fails."""
        with _CHOICES.attempt(self.table):
            action = choose(view_for(state, self.player), rng)
            decide(state, action)  # raises IllegalAction, if the choice is not legal
            return action
        return None

    def _simplest(self, state: State) -> Action:
        """Return the player's first legal action, but never consent to a claim, which gives tricks away."""
        consent = AnswerClaim(self.player, True)
        return next(action for action in legal_actions(state) if action.player == self.player and action != consent)


@dataclass(frozen=True, slots=True)
class Position:
    """Where a bot has to choose on a board: `position` is the hash that `boards.position_of` returns."""

    board: int
    position: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that a bot has yet to choose, for itself or, as `author` says, for a player whose time is up, at a table
    of this `version`. On a board it chooses `at` a position and by the `key` of the deal.
    """

    bot: Bot
    code: str
    version: int
    author: Author
    state: State
    at: Position | None = None
    key: bytes = b""

    def choose(self) -> Move:
        """Return what the bot chooses. It reads no database, so any thread may call it."""
        rng = random.Random() if self.at is None else boards.generator_at(self.key, self.at.position)
        return self.bot.choose(self.state, rng)

    def known(self, events: Mapping[Position, Any]) -> Action | None:
        """Return what was chosen at this position before, given stored choices; None if it is not among them."""
        event = None if self.at is None else events.get(self.at)
        return None if event is None else engine.action_of(self.state, engine.from_json(event))

    def turn(self, action: Move, *, is_known: bool = False) -> Turn:
        """Return the move; on a board what was chosen is stored with it, unless it `is_known`."""
        if self.at is None or is_known:
            return Turn(self.code, action, self.version, self.author)
        assert not isinstance(action, Ready), "bots choose actions of a deal"
        event = engine.to_json(engine.decide(self.state, action)[0])
        return Turn(self.code, action, self.version, self.author, NewChoice(self.at.board, self.at.position, event))


def choice_for(game: Game, state: State, log: Sequence[Event], player: Player, author: Author) -> Choice:
    """Return what a bot has to choose for `player`; `log` are the events that led to `state`.

    In the person's seat at a board of a set of deals an Expert plays, whatever bots the table has.
    """
    board, level = boards.facts_of(game), Level(game.bot_level)
    style = bots.playing_style_at(game.bot_style, board.code if board else game.code, player)
    if board is not None and player == board.player:
        level, style = Level.EXPERT, PlayingStyle.STEADY
    choice = Choice(Bot(player, level, style, game.code), game.code, game.version, author, state)
    if board is None:
        return choice
    at = Position(board.pk, boards.position_of(log, player))
    return replace(choice, at=at, key=board.key(game.chain_root))


_chosen_at: dict[Position, Future[Move]] = {}


def choose(choice: Choice) -> Future[Move]:
    """Let a bot choose in a thread of the pool. Games that reach the same position of a board meanwhile share the
    choice.
    """
    at = choice.at
    if at is None:
        return thinking_pool.submit(Purpose.TABLE, choice.choose)
    if (under_way := _chosen_at.get(at)) is not None:
        return under_way
    chosen = _chosen_at[at] = thinking_pool.submit(Purpose.TABLE, choice.choose)
    chosen.add_done_callback(lambda _: _chosen_at.pop(at, None))
    return chosen


def choose_later(choice: Choice) -> Action:
    """Return what the bot has already chosen at this position of its board; if nothing, let it choose when the pool has
    a free thread, and store the choice at once.
    """
    assert choice.at is not None, "it chooses on a board"
    known = choice.known(known_choices([choice]))
    if known is not None:
        return known
    action = thinking_pool.wait_for(Purpose.LINE, choice.choose)
    assert not isinstance(action, Ready), "bots choose actions of a deal"
    return boards.keep_choice(choice.at.board, choice.at.position, choice.state, action)


def known_choices(choices: Iterable[Choice]) -> dict[Position, Any]:
    """Return the stored choices, as JSON of their events, at the positions of these choices."""
    positions = {choice.at for choice in choices if choice.at is not None}
    rows = _KNOWN.all([at.board for at in positions], [at.position for at in positions])
    return {Position(board, position): event for board, position, event in rows}


_KNOWN: Final = Statement(
    lambda boards, positions: BotChoice.objects.filter(board__in=boards, position__in=positions).values_list(
        "board", "position", "event"
    )
)
