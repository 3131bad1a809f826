"""Secrets and bots that draw the same in each run, so that a page is checked with the same cards each time."""

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest


@contextmanager
def same_in_each_run(key: str) -> Iterator[None]:
    """Let the site's secrets, and what bots draw, follow from `key`."""
    rng = random.Random(key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", lambda size=None: rng.randbytes(size or 32))
        patch.setattr(secrets, "randbelow", rng.randrange)
        patch.setattr(secrets, "choice", rng.choice)
        bots = SimpleNamespace(Random=lambda: random.Random(rng.getrandbits(64)))
        patch.setattr("games.play.bot_moves.random", bots)
        yield
