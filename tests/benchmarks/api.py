"""How fast the API is beside the forms of pages: `python -m tests.benchmarks.api [--deals 30]`.

Three people play deals with each other in one process, one deal by the API and one by form posts in turns, each move
committed to a database of its own (SQLite, synchronous=FULL). Prints the moves per second of processor time of both,
and the 99th percentile of reading a table by the API while that is played. Exits with an error if the API is slower.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import django
from django.core.management import call_command

if TYPE_CHECKING:
    from accounts.models import User
    from games.engine import Action


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare moves by the API with moves by form posts.")
    parser.add_argument("--deals", type=int, default=30, help="how many deals are played in each way")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/api.sqlite3"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        from django.conf import settings  # needs Django set up

        settings.ALLOWED_HOSTS = ["testserver"]
        settings.ACCOUNT_RATE_LIMITS["api"] = "1000000/m/user"
        call_command("migrate", verbosity=0)
        sys.exit(not report(options.deals))


def report(deals: int) -> bool:
    """Play, print the figures, and return whether the API is at least as fast as form posts."""
    by_api, by_form = list[float](), list[float]()
    reads = list[float]()
    play("api", [])  # warms up
    play("form", [])
    for _ in range(deals):
        by_api.append(play("api", reads))
        by_form.append(play("form", []))
    speeds = {"API": median(by_api), "form post": median(by_form)}
    for name, speed in speeds.items():
        print(f"moves per second of processor time by {name}: {speed:.0f}")
    last = 1000 * quantiles(reads, n=100)[-1]
    print(f"reading a table by the API: median {1000 * median(reads):.2f} ms, 99th percentile {last:.2f} ms")
    return speeds["API"] >= speeds["form post"]


def play(way: str, reads: list[float]) -> float:
    """Play a deal in this way, and return the moves per second of processor time; add how long each read took."""
    from tests.tables import close_table, sensible, snapshot_for, three_people, user_at  # these need Django set up

    code = three_people()
    senders = [_sender(way, code, user_at(code, player)) for player in range(3)]
    moves, used = 0, 0.0
    while (snapshot := snapshot_for(code)).view is not None and snapshot.view.waiting:
        player = snapshot.view.waiting[0]
        send, read = senders[player]
        action = sensible(code, player)
        began = process_time()
        send(action, snapshot.version)
        used, moves = used + process_time() - began, moves + 1
        began = perf_counter()
        read()
        reads.append(perf_counter() - began)
    close_table(code)
    return moves / used


def _sender(way: str, code: str, user: "User") -> tuple[Callable[["Action", int], None], Callable[[], object]]:
    """Return how a player moves in this way, and how the table is read."""
    from django.test import Client

    from accounts.api_tokens import services as api_tokens
    from accounts.models import Scope
    from tests.clients import HTMX, signed_in

    browser, client = signed_in(user), Client()
    token = api_tokens.create(user, name="benchmark", scopes=list(Scope))
    program, address = {"Authorization": f"Bearer {token}"}, f"/api/v1/tables/{code}"

    def by_api(action: "Action", version: int) -> None:
        body = json.dumps(_fields(action) | {"version": version})
        answer = client.post(f"{address}/moves", body, content_type="application/json", headers=program)
        assert answer.status_code == 200, answer.content

    def by_form(action: "Action", version: int) -> None:
        fields = _fields(action) | {"version": version}
        answer = browser.post(f"/tables/{code}/{fields.pop('kind')}/", fields, headers=HTMX)
        assert answer.status_code == 200, answer.content

    return (by_api if way == "api" else by_form), lambda: client.get(address, headers=program)


def _fields(action: "Action") -> dict[str, Any]:
    """Return an action as the API reads it; the fields of forms have the same names."""
    from games.engine import HAND_NAMES, Bid, Play

    if isinstance(action, Bid):
        nils = [HAND_NAMES[hand] for hand in sorted(action.nils)]
        return {"kind": "bid", "tricks": action.tricks, "nils": nils}
    assert isinstance(action, Play), "people with bots' choices neither peek nor claim"
    return {"kind": "play", "card": str(action.card)}


if __name__ == "__main__":
    main()
