"""Print links that sign a browser in, for development."""

from argparse import ArgumentParser
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.signing_in.sign_in_links import create_link


class Command(BaseCommand):
    help = "Print links that each sign one browser in without a password, once, within a day. Only under DEBUG."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="+", help="names of players")
        parser.add_argument("--next", default="/", help="the page to go to (default %(default)s)")
        parser.add_argument("--site", default="http://127.0.0.1:8000", help="where the site is (default %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("Links that sign a browser in exist only under DEBUG.")
        for name in options["names"]:
            user = User.objects.filter(username=name, is_active=True).first()
            if user is None:
                raise CommandError(f"There is no player called {name}.")
            query = urlencode({"next": options["next"]})
            self.stdout.write(f"{name:<8} {options['site']}{create_link(user)}?{query}")
