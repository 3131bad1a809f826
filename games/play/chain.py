"""The chain of secrets of a game, by its root in hexadecimal, and what it decides (docs/fairness.md). It uses no
database, so callers are responsible for what they reveal of a root.
"""

import secrets
from functools import lru_cache

from games import engine
from games.engine import Draw, Peek, Player, Seeds, View


def new_root() -> str:
    """Return a fresh root for a chain of secrets."""
    return secrets.token_hex(engine.SECRET_BYTES)


@lru_cache(maxsize=4096)
def commitment_of(root: str) -> str:
    """Return the commitment to all secrets of a game."""
    return engine.commitment(engine.chain_secret(bytes.fromhex(root), 0))


def secret_of(root: str, number: int) -> str:
    """Return the secret of the deal with this number, in hexadecimal. It determines the cards."""
    return engine.chain_secret(bytes.fromhex(root), number).hex()


def key_of_draw(root: str, code: str, seeds: Seeds) -> bytes:
    """Return the key of what is drawn before the first deal of the game with this code."""
    return engine.deal_key(engine.chain_secret(bytes.fromhex(root), 0), code, 0, seeds)


@lru_cache(maxsize=4096)
def draw_of(root: str, code: str, seeds: Seeds) -> Draw:
    """Return the cards drawn for the first deal of the game with this code."""
    return engine.drawn_cards(key_of_draw(root, code, seeds))


def look_of_bot(key: bytes, view: View, looker: Player) -> Peek:
    """Return the places at which a bot in the seat of the `looker` looks, as the key of the deal decides."""
    assert view.viewer is not None, "a spectator does not look"
    return Peek(view.viewer, engine.places_of_bot(key, looker, view.peek_count, view.flipped))
