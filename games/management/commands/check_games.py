"""Play every game again from its log, and report what is stored otherwise."""

from argparse import ArgumentParser, ArgumentTypeError
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from games.models import Game
from games.play import checking
from games.results import rebuild


def part(text: str) -> tuple[int, int]:
    """Return which of how many parts. Raises ArgumentTypeError."""
    with suppress(ValueError):
        number, parts = map(int, text.split("/"))
        if 1 <= number <= parts:
            return number, parts
    raise ArgumentTypeError(f"{text!r} is not one of several parts, such as 1/4 to 4/4")


class Command(BaseCommand):
    help = (
        "Play every game again from its log of events, and compare its state, scores, statistics and ratings with "
        "what is stored. Changes nothing, and may run while people play. Exits with 1 if anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--after", default="", metavar="CODE", help="go on after this game, which was done before (--after=CODE)"
        )

        parser.add_argument(
            "--part",
            type=part,
            default=(1, 1),
            metavar="K/N",
            help="play only one of N parts of the games, such as 1/4",
        )

    def handle(self, *args: Any, after: str, part: tuple[int, int], **options: Any) -> None:
        self._found = 0
        with checking.one_snapshot():
            self._replay(checking.part_of_games(*part), after)
            if part[0] == 1:
                rebuild.compare(self._progress, self._report)
        if self._found:
            raise CommandError(f"What differs from the logs: {self._found:,}")
        self.stdout.write("Everything stored is what the logs say.")

    def _replay(self, games: QuerySet[Game], after: str) -> None:
        first = self._number_of(after) if after else 0
        done, total = games.filter(pk__lte=first).count(), games.count()
        for batch in checking.batches(games, first):
            for game in batch:
                for difference in checking.differences(game):
                    self._report(difference)
            done += len(batch)
            self.stdout.write(f"{done:,} of {total:,} games played again, the last one {batch[-1].code}")

    def _number_of(self, code: str) -> int:
        number = Game.objects.filter(code=code).values_list("pk", flat=True).first()
        if number is None:
            raise CommandError(f"There is no game {code}.")
        return number

    def _progress(self, done: int, total: int) -> None:
        self.stdout.write(f"{done:,} of {total:,} games compared with statistics and ratings")

    def _report(self, difference: str) -> None:
        self._found += 1
        self.stdout.write(difference)
