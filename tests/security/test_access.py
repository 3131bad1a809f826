"""Who may open which address. access.txt has one row for each address and each method; a new address needs a row.

Forms are posted without fields: 400, 409 and 422 come from a form that may be sent, 403 from one that may not.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Club, DealSet, Game, RulesPreset, Season, SeasonLadder, Tournament
from tests.addresses import addresses
from tests.clubs.clubs import trio
from tests.competitions.sets.sets import challenge
from tests.competitions.tournaments.tournaments import announced
from tests.staff.people import ADMINISTRATOR, HOST, MODERATOR, member, registered
from tests.tables import begin, deal, finish_deals, here, new_player, play_on, to_play

TABLE: Final = Path(__file__).parent / "access.txt"
METHODS: Final = ("GET", "POST")

pytestmark = pytest.mark.django_db


def everybody(host: User, seated: User) -> dict[str, User | None]:
    """Return each kind of person once; `host` has blocked one of them."""
    player, blocked, suspended = registered("Cleo"), registered("Dan"), registered("Eve")
    begin(player)  # who has a seat at another table
    host.blocks.create(blocked=blocked)
    suspended.suspended_until, suspended.suspension_reason = timezone.now() + timedelta(days=1), "Unkind words"
    suspended.save()
    people = {"player": player, "blocked": blocked, "suspended": suspended, "seated": seated}
    staff = {role.split()[-1].lower(): member(role) for role in (MODERATOR, HOST, ADMINISTRATOR)}
    return {"visitor": None, "guest": new_player(), **people, **staff}


def client_of(user: User | None) -> Client:
    client = Client(raise_request_exception=False)
    if user:
        client.force_login(user)
    return client


def status(client: Client, method: str, address: str, tables: Iterable[Game]) -> str:
    """Return the status of the answer, "in" for a redirect to sign in. Nothing stays changed.

    The players are at their tables, however long the test takes: another player acts as host if the host is away.
    """
    cache.clear()  # rate limits
    for game in tables:
        here(game.code)
    cookies = client.cookies.copy()
    with transaction.atomic():
        answer = client.generic(method, address, content_type="application/x-www-form-urlencoded")
        transaction.set_rollback(True)
    client.cookies = cookies  # type: ignore[assignment]  # a copy is a dictionary, which does here
    return "in" if "/login/" in answer.get("Location", "") else str(answer.status_code)


def observed(rows: list[tuple[str, str]], people: dict[str, User | None], tables: Collection[Game]) -> str:
    """Return the table as it is: the routes below each combination of method and statuses."""
    results = defaultdict(list)
    clients = [client_of(user) for user in people.values()]
    for route, address in rows:
        for method in METHODS:
            statuses = "".join(f"{status(client, method, address, tables):>14}" for client in clients)
            results[f"{method:<4}{statuses}"].append(route)
    header = " " * 4 + "".join(f"{name:>14}" for name in people)
    blocks = ["\n".join([head, *(f"  {route}" for route in below)]) for head, below in sorted(results.items())]
    return "\n\n".join([header, *blocks]) + "\n"


def rows_of(table: str) -> set[tuple[str, str]]:
    """Return each line of a method and its statuses with each of the routes below it."""
    blocks = [block.splitlines() for block in table.split("\n\n")[1:]]
    return {(head, route) for head, *below in blocks for route in below}


def listed(rows: set[tuple[str, str]]) -> str:
    return "".join(f"\n\n{head}\n{route}" for head, route in sorted(rows))


@pytest.mark.slow
@pytest.mark.usefixtures("empty_templates")
def test_everybody_may_open_what_the_table_says(record_property: Callable[[str, object], None]) -> None:
    host, seated = registered("Alex"), registered("Ben")
    tables = {}
    for name in ("open", "closed"):
        code = begin(host, seated, public=True, spectators=name == "open")
        finish_deals(code)
        deal(code)
        play_on(code, to_play)
        tables[name] = Game.objects.get(code=code)
    people = everybody(host, seated)
    DealSet.objects.filter(pk=challenge(boards=3).pk).update(code="challenge")
    preset = RulesPreset.objects.values_list("pk", flat=True)[0]
    rows = {"accounts/user": seated.pk, "games/game": tables["open"].pk, "games/rulespreset": preset}
    rows["games/dealset"] = DealSet.objects.get().pk
    rows["games/tournament"] = announced().pk
    Tournament.objects.update(code="challenge")
    rows["games/club"] = trio(host, seated).pk
    Club.objects.update(code="challenge", link="challenge")
    closed = Season.objects.create(ladder=SeasonLadder.TABLES, month="2026-01", closed_at=timezone.now())
    rows["games/season"] = closed.pk
    routes_and_addresses = list(addresses(tables, rows))
    now = observed(routes_and_addresses, people, tables.values())
    record_property("cells", len(routes_and_addresses) * len(METHODS) * len(people))
    written = TABLE.read_text()
    missing, gone = rows_of(now) - rows_of(written), rows_of(written) - rows_of(now)
    assert not missing, f"access.txt lacks these, each a route below its line: {listed(missing)}"
    assert not gone, f"access.txt has these, but the site does not: {listed(gone)}"
    assert now.splitlines() == written.splitlines(), "the rows are sorted"
