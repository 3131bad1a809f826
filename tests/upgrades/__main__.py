"""Stores a small database as a version of the site leaves it, for the test: `python -m tests.upgrades VERSION`.

Run it before a version is released, and commit the file: the database of a released version never changes.
"""

import argparse
import gzip
import os
import tempfile
from pathlib import Path

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from games.chat import services as chat  # noqa: E402  # models exist only now
from games.lobby import invitations  # noqa: E402
from games.models import ReportReason  # noqa: E402
from games.people import reports  # noqa: E402
from tests.finished_games import SHORT  # noqa: E402
from tests.postgresql import database_at, make_tables  # noqa: E402
from tests.tables import begin, finish_deals, gather, new_player, play_on, three_people, to_play  # noqa: E402
from tests.upgrades.test_upgrades import VERSIONS  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.upgrades", description=__doc__)
    parser.add_argument("version", help="the version, such as 0.2.0")
    file = VERSIONS / f"{parser.parse_args().version}.sqlite3.gz"
    with tempfile.TemporaryDirectory() as directory:
        address = f"sqlite:///{directory}/db.sqlite3"
        make_tables(address)
        with database_at(address):
            fill()
            call_command("backup", f"{directory}/backup")
        file.write_bytes(gzip.compress(Path(directory, "backup").read_bytes(), mtime=0))


def fill() -> None:
    """Store a game in each stage, and something of all else that players leave."""
    ana, ben, cleo = (new_player() for _ in range(3))
    play_on(begin(ana, rules=SHORT), lambda snapshot: snapshot.stage.has_ended)
    play_on(begin(ana, ben, cleo, public=True), to_play)
    finish_deals(three_people(clock="fast"))
    waiting = gather(ana, ben)
    invitations.invite(code=waiting, inviter=ana, name=cleo.username)
    chat.send_message(code=waiting, author=ben, text="Hello")
    reports.report_player(reporter=cleo, name=ben.username, reason=ReportReason.STALLING, text="Waits for ever")
    chat.block(code=waiting, user=ben, name=ana.username)


if __name__ == "__main__":
    main()
