"""Actions and pages that a role has no permission for are not shown, and requests for them are refused."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pytest
from playwright.sync_api import APIResponse, Page

from tests.browser.staff.actions import (
    ADMINISTRATION,
    EDITABLE_ROWS,
    GAMES,
    PLAYERS,
    READ_ONLY,
    REPORTS,
    ROW_ACTIONS,
    SETTINGS,
)
from tests.browser.staff.admin_pages import open_row
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.sample_data import NOBODY, cleo_of, dan_of, pias_table, rita_of, staff_name
from tests.staff.people import ADMINISTRATOR, ROLES

PLAYER, VISITOR = "a player", "a visitor"
LOG: Final = "/admin/site_config/auditentry/"
LISTS: Final = READ_ONLY | {row.path: row.roles for row in EDITABLE_ROWS} | {SETTINGS: ADMINISTRATION}
"""The roles that may see each list."""


@pytest.fixture(scope="module")
def rows() -> dict[str, str]:
    """URLs of the rows to act on, by kind, filled by the first test."""
    return {}


@pytest.fixture
def addresses(rows: dict[str, str], auditor: Page) -> Mapping[str, str]:
    words = {PLAYERS: rita_of(NOBODY), GAMES: pias_table(NOBODY), REPORTS: dan_of(NOBODY)}
    if not rows:
        rows.update((kind, open_row(auditor, kind, search)) for kind, search in words.items())
    return rows


@pytest.fixture
def somebody(signed_in: SignedIn, new_visitor: Callable[..., Page]) -> Callable[[str], Page]:
    """Return a function that opens the lobby for a staff member, a player or a visitor."""

    def visit(who: str) -> Page:
        names = {role: staff_name(role) for role in ROLES} | {PLAYER: cleo_of(NOBODY)}
        page = signed_in(names[who]) if who in names else new_visitor()
        page.goto("/lobby/")
        return page

    return visit


@pytest.mark.parametrize("who", [*ROLES, PLAYER, VISITOR])
def test_requests_without_permission_are_refused(
    who: str, somebody: Callable[[str], Page], addresses: Mapping[str, str], auditor: Page
) -> None:
    page, before = somebody(who), log_entries(auditor)
    token = page.locator("[name=csrfmiddlewaretoken]").first.get_attribute("value") or ""
    assert send(page, "/language/", token, {"language": "en"}).ok, "what follows fails for no other reason"
    for address, fields in forbidden_requests(who, addresses):
        for answer in (page.request.get(address), send(page, address, token, fields)):
            assert is_refused(answer, who), (address, answer.status)
    assert log_entries(auditor) == before


@pytest.mark.parametrize("who", ROLES)
def test_links_without_permission_are_not_shown(
    who: str, somebody: Callable[[str], Page], addresses: Mapping[str, str]
) -> None:
    """Rows show the buttons of exactly the role's actions, and the start page exactly the role's lists."""
    page = somebody(who)
    for kind, actions in ROW_ACTIONS.items():
        if who in READ_ONLY[kind]:
            page.goto(f"{addresses[kind]}change/")
            offered = set(page.locator(".staff-actions a").all_inner_texts())
            assert {name.lower() for name in offered} == {
                action.button.lower() for action in actions if who in action.roles
            }
    page.goto("/admin/")
    lists = page.locator("#content th a").evaluate_all("links => links.map(link => link.pathname)")
    assert set(lists) == {f"/admin/{path}/" for path, roles in LISTS.items() if who in roles}


def forbidden_requests(who: str, addresses: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the URLs that are forbidden to this user, with form fields to post there."""
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


def send(page: Page, address: str, token: str, fields: Mapping[str, str]) -> APIResponse:
    return page.request.post(address, form={"csrfmiddlewaretoken": token, **fields})


def is_refused(answer: APIResponse, who: str) -> bool:
    """Whether a visitor is redirected to sign in, or a user gets status 403."""
    return "/accounts/login/" in answer.url if who == VISITOR else answer.status == 403


def log_entries(auditor: Page) -> list[str]:
    """Return the entries on the first page of the audit log, and the total."""
    auditor.goto(LOG)
    return auditor.locator("#result_list tbody tr, #changelist .paginator").all_inner_texts()
