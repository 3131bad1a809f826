"""Control over the event loop without waiting for time to pass."""

from __future__ import annotations

import asyncio


async def until_all_wait() -> None:
    """Run all tasks until each waits for something outside the event loop."""
    for _ in range(5):
        await asyncio.sleep(0)
