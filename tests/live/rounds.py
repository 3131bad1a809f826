"""How a test lets the event loop go on, without waiting for any time to pass."""

from __future__ import annotations

import asyncio


async def until_all_wait() -> None:
    """Let every task go on until it waits for something that does not happen by itself."""
    for _ in range(5):
        await asyncio.sleep(0)
