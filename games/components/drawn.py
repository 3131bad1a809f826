"""Parts drawn in one step: seldom, or from caches, so that nothing is gained by asking first whether they differ."""

from collections.abc import Callable
from functools import partial

from games.components.html import Content
from games.components.parts import Part


def drawn(name: str, draw: Callable[..., Content | None], *about: object) -> Part:
    """Return the part that `draw` makes of `about` and the context; its content is all that it shows."""
    return Part(name, partial(draw, *about), lambda content: content)
