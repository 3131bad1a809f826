"""Control over the event loop without waiting for time to pass."""

import asyncio


async def until_all_wait() -> None:
    """Run all tasks until each waits for something outside the event loop."""
    for _ in range(5):
        await asyncio.sleep(0)
