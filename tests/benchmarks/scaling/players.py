"""Players of the version that a site is upgraded from, run with its code while the site becomes another version.

Prints their tables and sessions, plays until standard input ends, then prints what came of it; exits with 1 if a move
was lost, a table is stuck or a page behind.
"""

import asyncio
import json
import os
import sys
from types import SimpleNamespace
from typing import Final

import django

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # people look into the database between two frames
django.setup()

from tests.crashes import campaign  # noqa: E402  # models exist only now
from tests.crashes.pauses import Pauses  # noqa: E402
from tests.crashes.people import looked_up  # noqa: E402

BEGUN: Final = 10
"""The version of a table at which its bots play: the ticker may have had to compile them."""


async def main(port: int, tables: int) -> None:
    site = SimpleNamespace(port=port, address=f"http://127.0.0.1:{port}")
    people = await looked_up(lambda: campaign.seat([site], tables + 1))
    people = [person for person in people if not person.is_idle]
    pauses, report = Pauses(people), campaign.Report()
    playing = [asyncio.create_task(person.play()) for person in people]
    while min(pauses.versions().values()) < BEGUN:
        await asyncio.sleep(0.1)
    playing.append(asyncio.create_task(pauses.watch()))
    print(json.dumps([(person.code, person.session) for person in people]), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await campaign.conclude(people, playing, report)
    print(f"{tables} tables, {len(people)} people\n{report}")
    print(f"longest pause that a player saw: {pauses.longest:.1f} s", flush=True)
    os._exit(not report.is_good)


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
