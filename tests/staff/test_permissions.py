"""Actions and pages that a role has no permission for are not shown, and requests for them are refused.

What each role may do stands in tests/browser/staff/actions.py.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.site_config.models import AuditEntry
from games.chat import services as chat_services
from games.models import Game, Message, Report
from tests.browser.staff.actions import (
    ADMINISTRATION,
    ALL,
    EDITABLE_ROWS,
    GAMES,
    PHRASES,
    PLAYERS,
    READ_ONLY,
    REPORTS,
    ROW_ACTIONS,
    SETTINGS,
)
from tests.clients import ClientFor
from tests.components.dom import parse
from tests.security.exchange import TOKENS, with_other_cards
from tests.staff.people import ADMINISTRATOR, ROLES, member, registered
from tests.tables import begin, play_on, to_play

pytestmark = pytest.mark.django_db

PLAYER, VISITOR = "a player", "a visitor"
LISTS = READ_ONLY | {row.path: row.roles for row in EDITABLE_ROWS} | {PHRASES: ALL, SETTINGS: ADMINISTRATION}
"""The roles that may see each list."""


@pytest.fixture
def addresses() -> Mapping[str, str]:
    """The addresses of a player who is suspended and muted, her game, and a report of her message."""
    rita, vera = registered("Rita"), registered("Vera")
    code = begin(rita, vera)
    chat_services.send_message(code=code, author=rita, text="Unkind words")
    chat_services.report(code=code, reporter=vera, number=Message.objects.get().pk)
    tomorrow = timezone.now() + timedelta(days=1)
    User.objects.filter(pk=rita.pk).update(suspended_until=tomorrow, muted_until=tomorrow)
    rows = {PLAYERS: rita, GAMES: Game.objects.get(code=code), REPORTS: Report.objects.get()}
    return {kind: f"/admin/{kind}/{row.pk}/" for kind, row in rows.items()}


def client_of(who: str, client_for: ClientFor) -> Client:
    if who == VISITOR:
        return Client()
    return client_for(registered("Nobody") if who == PLAYER else member(who))


@pytest.mark.parametrize("who", [*ROLES, PLAYER, VISITOR])
def test_requests_without_permission_are_refused(who: str, addresses: Mapping[str, str], client_for: ClientFor) -> None:
    client = client_of(who, client_for)
    requests = list(forbidden_requests(who, addresses))
    assert bool(requests) == (who != ADMINISTRATOR)
    before = list(User.objects.order_by("pk").values())
    for address, fields in requests:
        for answer in (client.get(address, follow=True), client.post(address, fields, follow=True)):
            if who == VISITOR:
                assert answer.redirect_chain[-1][0].startswith("/accounts/login/"), address
            else:
                assert answer.status_code == 403, address
    assert not AuditEntry.objects.exists()
    assert list(User.objects.order_by("pk").values()) == before


def forbidden_requests(who: str, addresses: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the addresses that are forbidden to this user, with form fields to post there."""
    for path, roles in LISTS.items():
        if who not in roles:
            yield f"/admin/{path}/", {}
    for kind, actions in ROW_ACTIONS.items():
        yield from (
            (f"{addresses[kind]}do/{action.code}/", action.fields) for action in actions if who not in action.roles
        )
    for row in EDITABLE_ROWS:
        if who not in row.roles:
            yield f"/admin/{row.path}/add/", row.fields
    if who != ADMINISTRATOR:
        yield f"/admin/{SETTINGS}/1/change/", {"sign_ups": "closed", "most_games": "1", "stuck_after": "1"}


@pytest.mark.parametrize("who", ROLES)
def test_links_without_permission_are_not_shown(who: str, addresses: Mapping[str, str], client_for: ClientFor) -> None:
    """Rows show the buttons of exactly the role's actions, and the start page exactly the role's lists."""
    client = client_of(who, client_for)
    for kind, actions in ROW_ACTIONS.items():
        if who in READ_ONLY[kind]:
            own = rf'(?:href="\.\./|action="{addresses[kind]})do/([\w-]+)/'  # a report's page has the forms themselves
            offered = re.findall(own, client.get(f"{addresses[kind]}change/").text)
            assert set(offered) == {action.code for action in actions if who in action.roles}
    links = [link.attributes.get("href", "") for link in parse(client.get("/admin/").text).of_tag("a")]
    lists = {link for link in links if re.fullmatch(r"/admin/\w+/\w+/", link)}
    assert lists == {f"/admin/{path}/" for path, roles in LISTS.items() if who in roles}


@pytest.mark.parametrize("who", ROLES)
def test_no_page_shown_to_staff_depends_on_hidden_cards(who: str, client_for: ClientFor) -> None:
    """Cards that a spectator may not know are exchanged for others; staff see the same pages."""
    code = begin(registered("Rita"), registered("Vera"))
    play_on(code, to_play)
    client = client_of(who, client_for)
    pages = [f"/admin/games/game/{Game.objects.get(code=code).pk}/change/", "/admin/games/game/", "/admin/", "/"]

    def shown() -> list[str]:
        return [TOKENS.sub("", client.get(page).text) for page in pages]

    before = shown()
    assert code in before[0]
    with_other_cards(code, None, Random(who))
    assert shown() == before
