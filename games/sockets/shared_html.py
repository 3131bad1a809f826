"""HTML that is rendered once and sent to many browsers."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

MAX_ENTRIES: Final = 100


class SharedHtml:
    """A cache of the latest renderings. A key names the content, the change that led to it, and the language."""

    def __init__(self) -> None:
        self._renderings: OrderedDict[Hashable, asyncio.Future[str]] = OrderedDict()

    async def get(self, key: Hashable, render: Callable[[], Awaitable[str]]) -> str:
        """Return the HTML with this key. Only the first caller starts `render`; all others wait for the same result."""
        rendering = self._renderings.get(key)
        if rendering is None:
            rendering = self._renderings[key] = asyncio.ensure_future(render())
            if len(self._renderings) > MAX_ENTRIES:
                self._renderings.popitem(last=False)
        return await asyncio.shield(rendering)
