"""What happened here, told to the other processes of the site: by a thread of its own, which nobody waits for.

A move is committed by then, so nothing depends on the answer; and a process that is told to end ends, whether or not
the channel layer listens.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from threading import Thread
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)


def tell(group: str, message: dict[str, Any]) -> None:
    """Send this to everyone in the group, soon."""
    asyncio.run_coroutine_threadsafe(_send(group, message), _loop())


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The event loop of the thread that tells, begun when there is something to tell."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="announcer", daemon=True).start()
    return loop


async def _send(group: str, message: dict[str, Any]) -> None:
    """A lost message loses nothing: the next change, or a reconnect, brings the browsers up to date."""
    try:
        await get_channel_layer().group_send(group, message)
    except Exception:
        logger.exception("could not tell other processes about %s", message["type"])
