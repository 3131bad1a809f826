"""Fills an empty site with a past, to measure its pages with."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from time import perf_counter
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.management.commands.selfplay import deal_count
from games.models import Game
from tests.benchmarks import sample_history


class Command(BaseCommand):
    help = "Fill an empty database with finished games, one player having played in a tenth of them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--deals", type=deal_count, default=1_000_000, help="how many deals (1000000)")
        parser.add_argument("--players", type=deal_count, default=500, help="how many players share them (500)")
        parser.add_argument("--star", default="Star", help="the name of the player with a tenth of the games (Star)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed invents the same scores (1)")

    def handle(self, *args: Any, deals: int, players: int, star: str, seed: int, **options: Any) -> None:
        if Game.objects.exists():
            raise CommandError("There are games here already. This is for an empty database.")
        start = perf_counter()
        self._make_room()
        for done in sample_history.invent(deals, players, star, random.Random(seed)):
            ending = "\r" if self.stdout.isatty() and done < deals else "\n"
            self.stdout.write(
                f"{done:,} of {deals:,} deals, {done / (perf_counter() - start):,.0f} a second", ending=ending
            )
            self.stdout.flush()
        call_command("rebuild_statistics", stdout=self.stdout)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        self.stdout.write(f"Done in {perf_counter() - start:,.0f} s.")

    def _make_room(self) -> None:
        """Millions of rows go through SQLite's cache."""
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA cache_size = -400000")
