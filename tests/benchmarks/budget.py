"""The work of a move and of a page in counts that do not depend on the machine: `python -m tests.benchmarks.budget`.

It plays deals at a table of three people and counts the steps of Python's interpreter (bytecode instructions), SQL
statements and bytes, for moves by form post and over sockets, for each part of the work; then it reads pages as one of
them. What C code does, such as a commit, counts as one step. Cards are random, so the counts of two runs differ by a
few per cent. What the server does with a request, and Channels with a message, is not counted.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeAlias

from tests.sites import SECRET_KEY, migrated_database

Place: TypeAlias = tuple[str, str]
"""The end of a file's path, and a function in it."""

PARTS: Final[dict[Place, str]] = {
    ("handlers/base.py", "get_response"): "receive and answer",
    ("sessions/store.py", "load"): "session and account",
    ("contrib/auth/__init__.py", "get_user"): "session and account",
    ("play/queries.py", "seat_now"): "session and account",
    ("play/queue.py", "take"): "queue",
    ("play/turns.py", "apply"): "decide",
    ("play/game_rows.py", "write"): "write",
    ("db/transaction.py", "__enter__"): "begin and commit",
    ("db/transaction.py", "__exit__"): "begin and commit",
    ("play/table.py", "take_full_snapshot"): "snapshot",
    ("pubsub/groups.py", "changed"): "announce",
    ("components/frames.py", "draw_public"): "draw for everybody",
    ("components/frames.py", "_draw_private"): "draw for one player",
    ("components/frames.py", "_news"): "compare",
}
"""The functions that begin a part of the work; what they call belongs to it unless it begins another part."""

OUTSIDE: Final = ""
"""The part of what is not counted: the benchmark itself."""


class Counts:
    """Counts the interpreter's steps by part while `counting`."""

    def __init__(self) -> None:
        self.steps: Counter[str] = Counter()
        self._parts = [OUTSIDE]

    @contextmanager
    def counting(self) -> Iterator[None]:
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(None)

    def _call(self, frame: FrameType, _event: str, _arg: object) -> Callable[..., Any]:
        code = frame.f_code
        begun = PARTS.get(("/".join(code.co_filename.split("/")[-2:]), code.co_name)) or PARTS.get(
            ("/".join(code.co_filename.split("/")[-3:]), code.co_name)
        )
        self._parts.append(begun or self._parts[-1])
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return self._step

    def _step(self, _frame: FrameType, event: str, _arg: object) -> Callable[..., Any]:
        if event == "opcode":
            self.steps[self._parts[-1]] += 1
        elif event == "return":
            self._parts.pop()
        return self._step


class Table:
    """A table of three people, whose moves are posted or put into the queue, with what their browsers show."""

    def __init__(self) -> None:
        from django.test import Client

        from games.engine import Rules
        from games.lobby import tables
        from games.models import Game
        from tests.tables import gather, new_player, user_at

        people = [new_player() for _ in range(3)]
        self.code = gather(*people, rules=Rules(target=1000))
        tables.start(code=self.code, host=user_at(self.code), version=Game.objects.get(code=self.code).version)
        self.users = [user_at(self.code, player) for player in range(3)]
        self.clients = [Client() for _ in range(3)]
        for client, user in zip(self.clients, self.users, strict=True):
            client.force_login(user)
            client.get(f"/tables/{self.code}/")
        self.sent: list[Any] = [None, None, None]
        self.bytes = 0

    def post(self, player: int, kind: str, fields: dict[str, object], version: int) -> None:
        """Make a move by form post, as htmx does."""
        from urllib.parse import urlencode

        body = urlencode({**fields, "version": version}, doseq=True)
        answer = self.clients[player].post(
            f"/tables/{self.code}/{kind}/", body, "application/x-www-form-urlencoded", headers={"HX-Request": "true"}
        )
        assert answer.status_code in (200, 204), answer.content
        self.bytes += len(answer.content)

    def put(self, player: int, kind: str, fields: dict[str, object], version: int) -> None:
        """Make a move as a socket does, and draw for the sockets of all three."""
        from games.play import moves, queue
        from games.play.turns import Turn

        texts = {name: list(map(str, value if isinstance(value, list) else [value])) for name, value in fields.items()}
        queue.take(Turn(self.code, moves.read(kind, player, texts), version))
        self.bytes += self.show()

    def show(self) -> int:
        """Draw the table for the sockets of all three; return how many bytes they get."""
        from django.utils import translation

        from games.words.language_cache import with_fixed_language

        with translation.override("en"):  # that of a browser which does not say
            return with_fixed_language(self._draw)()

    def _draw(self) -> int:
        from accounts.base.choices import HandOrder
        from games.components import frames
        from games.play import presence, table_cache
        from games.play.snapshot import ChosenCards

        full, size = table_cache.full_snapshot_at(self.code, 0), 0
        assert full is not None
        attendance = presence.attendance_at(full.base)
        for player, user in enumerate(self.users):
            viewer = frames.Viewer(player, HandOrder(user.hand_order), is_guest=user.is_guest, chosen=ChosenCards())
            text, self.sent[player] = frames.frame(full, viewer, attendance, self.sent[player])
            size += len(text.encode())
        return size

    def play(self, make: Callable[[int, str, dict[str, object], int], None], rng: random.Random) -> int:
        """Make one move, or begin a deal; return how many moves that were."""
        from games.engine import HAND_NAMES, Bid, Play, legal_actions
        from games.models import Game
        from games.play import loading
        from games.values import Stage

        game = loading.game_by_code(self.code)
        if game.stage != Stage.DEAL:
            for player in range(3):
                make(player, "ready", {}, Game.objects.get(pk=game.pk).version)
            return 3
        state = loading.load(game).state
        assert state is not None
        action = rng.choice([action for action in legal_actions(state) if isinstance(action, Bid | Play)])
        if isinstance(action, Bid):
            nils = [HAND_NAMES[hand] for hand in sorted(action.nils)]
            make(action.player, "bid", {"tricks": action.tricks, "nils": nils}, game.version)
        else:
            make(action.player, "play", {"card": str(action.card)}, game.version)
        return 1


def counted_in(statements: Counter[str]) -> Callable[..., Any]:
    """Return a wrapper for Django's cursors that counts each statement."""

    def count(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        statements[sql] += 1
        return execute(sql, *rest)

    return count


def measure(way: str, moves: int) -> None:
    """Print what a move costs in this way."""
    from django.db import connection

    table, counts, rng = Table(), Counts(), random.Random(1)
    plain = table.post if way == "form post" else table.put
    made, statements = 0, Counter[str]()

    def counted(*move: Any) -> None:
        with connection.execute_wrapper(counted_in(statements)), counts.counting():
            plain(*move)

    for _ in range(8):  # so that what is made once is made
        table.play(plain, rng)
        table.show()
    table.bytes = 0
    while made < moves:
        made += table.play(counted, rng)
        table.show()  # beside a page that posts forms, the sockets of all are open
    counts.steps.pop(OUTSIDE, None)
    print(f"{way}: a move costs {counts.steps.total() // made:,} steps, {statements.total() / made:.1f} statements")
    print(f"    and {table.bytes // made:,} bytes for {'its' if way == 'form post' else 'three'} browser(s)")
    for part, steps in counts.steps.most_common():
        print(f"    {steps // made:>8,}  {part}")


def measure_pages() -> None:
    """Print what a page costs a player who has finished a deal and has a game under way."""
    from django.db import connection

    from tests.tables import finish_deals

    table = Table()
    table.play(table.put, random.Random(1))
    finish_deals(table.code, 1)
    client, name = table.clients[0], table.users[0].username
    pages = {
        "home": "/",
        "today": "/today/",
        "table": f"/tables/{table.code}/",
        "review of a deal": f"/tables/{table.code}/deals/1/",
        "list of deals": f"/players/{name}/deals/",
    }
    for page, address in pages.items():
        assert client.get(address).status_code == 200, address
        counts, statements = Counts(), Counter[str]()
        with connection.execute_wrapper(counted_in(statements)), counts.counting():
            client.get(address)
        counts.steps.pop(OUTSIDE, None)
        print(f"{page}: {counts.steps.total():,} steps, {statements.total()} statements")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.budget", description=__doc__)
    parser.add_argument("--moves", type=int, default=110, help="how many moves are counted in each way: two deals")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(migrated_database(), Path(folder, "db.sqlite3"))
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VAR_DIR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "SECRET_KEY": SECRET_KEY,
        }
        _set_up()
        for way in ("form post", "sockets"):
            measure(way, options.moves)
        measure_pages()


def _set_up() -> None:
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    call_command("collectstatic", interactive=False, verbosity=0)


if __name__ == "__main__":
    main()
