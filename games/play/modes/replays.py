"""Finished deals that are played again: what is repeated, and the table of a replay."""

from games import engine
from games.engine import State
from games.models import Game


def source_of(game: Game) -> State | None:
    """Return the deal that a table plays again, as far as it went; None for a game that repeats none."""
    return engine.replay(engine.read_log(game.replayed.encode())) if game.replayed else None


def find_replay(code: str) -> Game | None:
    """Return the game with this code if it is a replay, with the deal that it repeats and the table of that; not a
    board that is played for practice.
    """
    replays = Game.objects.filter(code=code, board=None).exclude(replayed="")
    return replays.select_related("replay_of__game").first()
