"""The move of a bot. If a bot fails, a simpler choice is made: a game must not wait for one that would fail again."""

import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from games import bots
from games.bots import Level, PlayingStyle
from games.engine import Action, AnswerClaim, Event, Player, State, decide, legal_actions, view_for
from games.models import Author, Game
from games.play.modes import boards
from games.play.turns import Turn

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as it plays in one seat of a table. `table` names the table in the log of the site."""

    player: Player
    level: Level
    style: PlayingStyle
    table: str

    def choose(self, state: State, rng: random.Random) -> Action:
        """Return its choice, from what its player may know of the deal."""
        usual = partial(bots.choose, level=self.level, style=self.style)
        return self._try(usual, state, rng) or self._try(bots.choose, state, rng) or self._simplest(state)

    def choose_on_board(self, state: State, log: Sequence[Event], board: int, key: bytes) -> Action:
        """Return its choice on the board with this primary key and key of the deal, after the events of `log`.

        It is the same for everybody who comes to this position, also after an upgrade that changes the bots.
        """
        position = boards.position_of(log, self.player)
        known = boards.known_choice(board, position, state)
        if known is not None:
            return known
        action = self.choose(state, boards.generator_at(key, position))
        return boards.keep_choice(board, position, state, action)

    def _try(self, choose: Callable[..., Action], state: State, rng: random.Random) -> Action | None:
        """Return the choice of a bot, `bots.choose` being the simplest; None, and log it, if it fails."""
        try:
            action = choose(view_for(state, self.player), rng)
            decide(state, action)  # raises IllegalAction, if the choice is not legal
        except Exception:
            logger.exception("a bot could not choose a move in game %s", self.table)
            return None
        return action

    def _simplest(self, state: State) -> Action:
        """Return the first action that the player may take, but no consent to a claim, which gives tricks away."""
        consent = AnswerClaim(self.player, True)
        return next(action for action in legal_actions(state) if action.player == self.player and action != consent)


def choose_turn(game: Game, state: State, log: Sequence[Event], player: Player, author: Author) -> Turn:
    """Return the move that a bot chooses for `player`; `log` are the events that led to `state`.

    In the seat of the person at a board of a set of deals it is an Expert, against whatever bots.
    """
    board, level = boards.facts_of(game), Level(game.bot_level)
    style = bots.playing_style_at(game.bot_style, board.code if board else game.code, player)
    if board is not None and player == board.player:
        level, style = Level.EXPERT, PlayingStyle.STEADY
    bot = Bot(player, level, style, game.code)
    if board is None:
        action = bot.choose(state, random.Random())
    else:
        action = bot.choose_on_board(state, log, board.pk, board.key(game.chain_root))
    return Turn(game.code, action, game.version, author)
