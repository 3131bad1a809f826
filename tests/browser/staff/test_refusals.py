"""What is not for somebody's role is neither offered nor shown nor done, however it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pytest
from playwright.sync_api import APIResponse, Page

from tests.browser.staff.acts import CARE, DECISIONS, GAMES, ON_ROWS, ONLY_READ, PLAYERS, REPORTS, SETTINGS
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.desk import find
from tests.browser.staff.world import NOBODY, cleo_of, dan_of, pias_table, rita_of, staff_name
from tests.staff.people import ADMINISTRATOR, ROLES

PLAYER, VISITOR = "a player", "a visitor"
LOG: Final = "/admin/site_config/auditentry/"
LISTS: Final = ONLY_READ | {decision.path: decision.roles for decision in DECISIONS} | {SETTINGS: CARE}
"""Who sees which list."""


@pytest.fixture(scope="module")
def rows() -> dict[str, str]:
    """Where the rows are that acts are tried on, by kind; found by the first test that asks."""
    return {}


@pytest.fixture
def addresses(rows: dict[str, str], auditor: Page) -> Mapping[str, str]:
    words = {PLAYERS: rita_of(NOBODY), GAMES: pias_table(NOBODY), REPORTS: dan_of(NOBODY)}
    return rows or rows.update((kind, find(auditor, kind, said)) for kind, said in words.items()) or rows


@pytest.fixture
def somebody(signed_in: SignedIn, new_visitor: Callable[..., Page]) -> Callable[[str], Page]:
    """Return a function that opens the lobby for one of the staff, for a player or for a visitor."""

    def come(who: str) -> Page:
        names = {role: staff_name(role) for role in ROLES} | {PLAYER: cleo_of(NOBODY)}
        page = signed_in(names[who]) if who in names else new_visitor()
        page.goto("/lobby/")
        return page

    return come


@pytest.mark.parametrize("who", [*ROLES, PLAYER, VISITOR])
def test_what_is_not_for_a_role_is_refused(
    who: str, somebody: Callable[[str], Page], addresses: Mapping[str, str], auditor: Page
) -> None:
    page, before = somebody(who), deeds(auditor)
    token = page.locator("[name=csrfmiddlewaretoken]").first.get_attribute("value") or ""
    assert send(page, "/language/", token, {"language": "en"}).ok, "what follows fails for no other reason"
    for address, fields in not_for(who, addresses):
        for answer in (page.request.get(address), send(page, address, token, fields)):
            assert is_refused(answer, who), (address, answer.status)
    assert deeds(auditor) == before


@pytest.mark.parametrize("who", ROLES)
def test_what_is_not_for_a_role_is_not_offered(
    who: str, somebody: Callable[[str], Page], addresses: Mapping[str, str]
) -> None:
    """On the row's page; of the acts that are the role's, those the row's state allows are."""
    page = somebody(who)
    for kind, acts in ON_ROWS.items():
        if who in ONLY_READ[kind]:
            page.goto(f"{addresses[kind]}change/")
            offered = set(page.locator(".acts a").all_inner_texts())
            assert {name.lower() for name in offered} == {act.button.lower() for act in acts if who in act.roles}
    page.goto("/admin/")
    lists = page.locator("#content th a").evaluate_all("links => links.map(link => link.pathname)")
    assert set(lists) == {f"/admin/{path}/" for path, roles in LISTS.items() if who in roles}


def not_for(who: str, addresses: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Where somebody has no business, with what a form sent there would hold."""
    for path, roles in LISTS.items():
        if who not in roles:
            yield f"/admin/{path}/", {}
    for kind, acts in ON_ROWS.items():
        yield from ((f"{addresses[kind]}do/{act.code}/", act.fields) for act in acts if who not in act.roles)
    for decision in DECISIONS:
        if who not in decision.roles:
            yield f"/admin/{decision.path}/add/", decision.fields
    if who != ADMINISTRATOR:
        yield f"/admin/{SETTINGS}/1/change/", {"sign_ups": "closed", "most_games": "1", "stuck_after": "1"}


def send(page: Page, address: str, token: str, fields: Mapping[str, str]) -> APIResponse:
    return page.request.post(address, form={"csrfmiddlewaretoken": token, **fields})


def is_refused(answer: APIResponse, who: str) -> bool:
    """A visitor is asked to sign in, all others are told that this is not for them."""
    return "/accounts/login/" in answer.url if who == VISITOR else answer.status == 403


def deeds(auditor: Page) -> list[str]:
    """The first page of the audit log, and how many entries there are."""
    auditor.goto(LOG)
    return auditor.locator("#result_list tbody tr, #changelist .paginator").all_inner_texts()
