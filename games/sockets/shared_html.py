"""What is shown to many browsers alike, made once for all of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

REMEMBERED: Final = 100


class Renderings:
    """The last things shown, each by a name that tells what it shows after which change, and in which language."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, asyncio.Future[str]] = OrderedDict()

    async def of(self, name: Hashable, make: Callable[[], Awaitable[str]]) -> str:
        """What has this name: `make` is called by the first who asks, and whoever asks meanwhile or later shares it."""
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = asyncio.ensure_future(make())
            if len(self._made) > REMEMBERED:
                self._made.popitem(last=False)
        return await asyncio.shield(made)
