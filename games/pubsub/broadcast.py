"""Messages to the site's other processes, sent by a background thread.

A message is sent after the commit of the change it announces, so nothing waits for it, and the process can stop whether
or not the channel layer responds.
"""

import asyncio
import logging
from functools import cache
from threading import Thread
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)


def tell(group: str, message: dict[str, Any]) -> None:
    """Send the message to the group in the background."""
    asyncio.run_coroutine_threadsafe(_send(group, message), _loop())


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of the background thread, started at the first message."""
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="announcer", daemon=True).start()
    return loop


async def _send(group: str, message: dict[str, Any]) -> None:
    """Send a message. A failure is only logged: the next change, or a reconnect, brings the browsers up to date."""
    try:
        await get_channel_layer().group_send(group, message)
    except Exception:
        logger.exception("could not tell other processes about %s", message["type"])
