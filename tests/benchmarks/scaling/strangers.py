"""What a page for strangers costs a web process, which draws it, and the proxy, which keeps it."""

import argparse
import http.client
from collections.abc import Collection
from pathlib import Path
from typing import Final

from tests.benchmarks.load.processes import cpu_seconds
from tests.benchmarks.scaling.site import new_cluster

PAGES: Final = ("/", "/rules/", "/learn/bidding/", "/people/ranks/")
DRAWN: Final = 100
KEPT: Final = 4000
COMPRESSED: Final = {"Accept-Encoding": "gzip"}
NOT_KEPT: Final = {"Cookie": "sessionid=none"}


async def strangers(directory: Path, options: argparse.Namespace) -> None:
    """Print the processor time of each page: drawn, given by the proxy, and not sent as it has not changed."""
    print(f"{'page':18}{'drawn, ms':>10}{'kept, ms':>10}{'a 304, ms':>11}{'sent, kB':>10}")
    with new_cluster(directory, options.database, options.redis, 1, 0, 1) as (cluster, _tables):
        proxy = _nginx(directory)
        for path in PAGES:
            _ask(cluster.port, path, NOT_KEPT, 20)
            size, tag = _ask(cluster.port, path, COMPRESSED, 1)
            drawn = _cost(cluster.pids, cluster.port, path, NOT_KEPT, DRAWN)
            kept = _cost(proxy, cluster.port, path, COMPRESSED, KEPT)
            unchanged = _cost(proxy, cluster.port, path, {**COMPRESSED, "If-None-Match": tag}, KEPT)
            print(f"{path:18}{drawn:10.2f}{kept:10.3f}{unchanged:11.3f}{size / 1000:10.1f}", flush=True)


def _nginx(directory: Path) -> list[int]:
    """Return the processes of the proxy that runs here."""
    main = int((directory / "nginx.pid").read_text())
    workers = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return [main, *map(int, workers)]


def _cost(pids: Collection[int], port: int, path: str, headers: dict[str, str], count: int) -> float:
    """Return how many milliseconds of processor time each of `count` requests costs these processes."""
    before = cpu_seconds(pids)
    _ask(port, path, headers, count)
    return 1000 * (cpu_seconds(pids) - before) / count


def _ask(port: int, path: str, headers: dict[str, str], count: int) -> tuple[int, str]:
    """Ask so many times over one connection; return the size of the last answer, and its ETag."""
    proxy = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    size, tag = 0, ""
    for _ in range(count):
        proxy.request("GET", path, headers=headers)
        with proxy.getresponse() as answer:
            size, tag = len(answer.read()), answer.headers.get("ETag", "")
    proxy.close()
    return size, tag
