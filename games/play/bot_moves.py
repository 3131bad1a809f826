"""The move of a bot, whatever becomes of the bot: a game must not wait for one that would only fail again."""

import logging
import random
from collections.abc import Callable
from functools import partial

from games import bots
from games.engine import Action, AnswerClaim, Player, State, decide, legal_actions, view_for
from games.models import Author, Game
from games.play.turns import Turn

logger = logging.getLogger(__name__)


def choose_turn(game: Game, state: State, player: Player, author: Author) -> Turn:
    """Return the move that a bot chooses for `player`, from what that player may know of the deal."""
    style = bots.playing_style_at(game.bot_style, game.code, player)
    usual = partial(bots.choose, level=bots.Level(game.bot_level), style=style)
    action = _chosen(usual, game, state, player) or _chosen(bots.choose, game, state, player)
    return Turn(game.code, action or _simplest(state, player), game.version, author)


def _chosen(choose: Callable[..., Action], game: Game, state: State, player: Player) -> Action | None:
    """Return the choice of a bot, `bots.choose` being the simplest; None, and log it, if it fails."""
    try:
        action = choose(view_for(state, player), random.Random())
        decide(state, action)  # raises IllegalAction, if the choice is not legal
    except Exception:
        logger.exception("a bot could not choose a move in game %s", game.code)
        return None
    return action


def _simplest(state: State, player: Player) -> Action:
    """Return the first action that a player on turn may take, but no consent to a claim, which gives tricks away."""
    consent = AnswerClaim(player, True)
    return next(action for action in legal_actions(state) if action.player == player and action != consent)
