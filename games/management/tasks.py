"""Tasks of a site besides answering requests: a ticker, or `play` for all, runs them."""

import asyncio
from collections.abc import Callable

from accounts.base import mail
from accounts.names import keys as name_keys
from accounts.notifications import delivery
from games.fairness import deal_counts
from games.management import daily
from games.pairing import ticker as pairing
from games.play import ticker, turn_notifications
from games.review import analysis_jobs
from games.sets import ticker as sets


async def run_all(when_ready: Callable[[], object]) -> None:
    """Run bots, clocks, pairing, sets of deals, analyses, mail, notifications and daily jobs until cancelled.

    `when_ready` as for `ticker.run`.
    """
    analysis_jobs.start_worker(hourly=deal_counts.count_new)
    services = ticker.run(when_ready), pairing.run(), sets.run(), mail.run(), delivery.run(turn_notifications.store)
    await asyncio.gather(*services, daily.run(), name_keys.run())
