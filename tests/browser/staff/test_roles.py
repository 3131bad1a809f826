"""A working day of each role: what its members do on the admin's pages, and what players see of it at once.

Who may do what, and what each action does, is tested without a browser, in tests/staff.
"""

import os
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.site_config.models import AuditEntry
from games.models import Game
from tests.browser.staff.actions import (
    ANNOUNCEMENT,
    GAME_ACTIONS,
    GAMES,
    INVITATION,
    PLAYER_ACTIONS,
    PLAYERS,
    REPORTS,
    RESOLVE,
    ROLE_ACTIONS,
    SETTINGS,
    VOID,
    WORD,
    EditableRow,
    StaffAction,
)
from tests.browser.staff.admin_pages import fill_in, open_row, perform, perform_on_report, save
from tests.browser.staff.sample_data import (
    REASON,
    cleo_of,
    dan_of,
    pia_of,
    pias_table,
    rita_of,
    staff_name,
    vera_of,
    veras_table,
)
from tests.sites import Site
from tests.staff.people import ADMINISTRATOR, HOST, MODERATOR, PASSWORD

pytestmark = [pytest.mark.usefixtures("site_database"), pytest.mark.xdist_group("staff")]

Visit = Callable[[str], Page]
ACTIONS: dict[str, StaffAction] = {
    action.code: action for action in (*PLAYER_ACTIONS, *ROLE_ACTIONS, *GAME_ACTIONS, VOID, RESOLVE)
}


@pytest.fixture
def visit(visit_as: Callable[..., Page]) -> Visit:
    """Return a function that opens a page for the user with this name."""
    return lambda name: visit_as(User.objects.get(username=name), viewport={"width": 1300, "height": 900})


def table_of(name: str) -> str:
    """Return the address of the table with this name."""
    return f"/tables/{Game.objects.get(name=name).code}/"


def do(staff: Page, address: str, *codes: str) -> None:
    """Perform these actions on a row."""
    for code in codes:
        perform(staff, address, ACTIONS[code])


def logged(role: str) -> list[str]:
    """Return what the staff member of this role has done, in order; each action on a player or a game had a reason."""
    entries = list(AuditEntry.objects.filter(by__username=staff_name(role)).order_by("pk"))
    assert all(entry.reason == REASON for entry in entries if entry.action not in ("add", "change", "remove"))
    return [entry.action for entry in entries]


def add(staff: Page, row: EditableRow) -> None:
    staff.goto(f"/admin/{row.path}/")
    staff.locator(".object-tools a.addlink").click()
    fill_in(staff, row.fields)
    save(staff)


def change_and_remove(staff: Page, row: EditableRow, field: str) -> None:
    """Change the row that was added, then delete it."""
    open_listed(staff, row, row.fields[field])
    fill_in(staff, row.changed)
    save(staff)
    open_listed(staff, row, row.changed[field])
    staff.locator(".deletelink").click()
    staff.locator("#content form [type=submit]").click()
    expect(staff.locator(".messagelist .success")).to_be_visible()


def open_listed(staff: Page, row: EditableRow, text: str) -> None:
    staff.goto(f"/admin/{row.path}/")
    staff.locator("#result_list tbody tr").filter(has_text=text).locator("th a, td a").first.click()


def say(page: Page, words: str) -> None:
    page.locator("#chat-text").fill(words)
    page.locator("#chat-text").press("Enter")


def test_moderator_answers_a_report_and_restricts_a_player(visit: Visit) -> None:
    staff, author, rita = visit(staff_name(MODERATOR)), visit(dan_of(MODERATOR)), visit(rita_of(MODERATOR))
    author.goto(f"/tables/{author_table()}/")
    staff.goto("/admin/")
    staff.goto(f"/admin/{REPORTS}/?resolved__exact=0")
    queue = staff.locator("#result_list tbody tr").filter(has_text=f"Unkind words to {MODERATOR}")
    queue.locator("th a").click()
    staff.wait_for_url("**/change/**")
    expect(staff.locator(".field-conversation")).to_contain_text(f"Unkind words to {MODERATOR}")
    perform_on_report(staff, ACTIONS["resolve"])
    expect(staff.locator(".field-note")).to_contain_text(REASON)
    staff.goto(f"/admin/{REPORTS}/?resolved__exact=0")
    expect(queue).to_have_count(0)
    say(author, "Hush?")
    expect(author.locator("#chat-notice")).to_contain_text("muted")
    expect(author.locator("#chat")).not_to_contain_text("Hush?")

    rita.goto(table_of("Noon M"))
    add(staff, WORD)
    say(rita, WORD.fields["word"])
    expect(rita.locator("#chat-notice")).to_be_visible()
    expect(rita.locator("#chat-text")).to_have_value(WORD.fields["word"])
    change_and_remove(staff, WORD, "word")
    say(rita, WORD.fields["word"])
    expect(rita.locator("#chat .words").last).to_have_text(WORD.fields["word"])

    address = open_row(staff, PLAYERS, rita_of(MODERATOR))
    do(staff, address, "suspend")
    rita.goto("/")
    expect(rita.locator("main")).to_contain_text(REASON)
    do(staff, address, "lift", "take-name")
    rita.goto("/")
    rita.locator("main [name=name]").fill("Renamed")
    rita.locator("main form button").first.click()
    expect(rita.locator(".to-me")).to_have_attribute("title", "Renamed")
    done = ["resolve", "mute", "add", "change", "remove", "suspend", "lift", "take_name"]
    assert sorted(logged(MODERATOR)) == sorted(done)


def author_table() -> str:
    """Return the code of the table at which Dan has written the message."""
    return Game.objects.get(messages__author__username=dan_of(MODERATOR)).code


def test_host_helps_a_table_and_announces_something(
    visit: Visit, new_visitor: Callable[..., Page], served_site: Site
) -> None:
    staff, pia, watcher = visit(staff_name(HOST)), visit(pia_of(HOST)), new_visitor()
    for page in (pia, watcher):
        page.goto(table_of(pias_table(HOST)))
    address = open_row(staff, GAMES, pias_table(HOST))
    os.kill(served_site.pid, signal.SIGUSR1)  # a new site counts everybody as present for twelve seconds
    wait_until_away(staff, cleo_of(HOST))
    do(staff, address, "seat-bot")
    expect(pia.locator("#game")).to_contain_text("sits in")
    do(staff, address, "close-to-spectators")
    watcher.goto(table_of(pias_table(HOST)))
    expect(watcher.locator("main")).to_contain_text("for its players only")
    do(staff, address, "end")
    expect(pia.locator("#game")).to_contain_text("without a winner")
    do(staff, open_row(staff, GAMES, veras_table(HOST)), "void")
    watcher.goto(f"/players/{vera_of(HOST)}/games/")
    expect(watcher.locator("main tr.is-void")).to_have_count(1)

    add(staff, ANNOUNCEMENT)
    pia.goto("/")
    expect(pia.get_by_text(ANNOUNCEMENT.fields["text_en"]).first).to_be_visible()
    change_and_remove(staff, ANNOUNCEMENT, "text_en")
    pia.goto("/")
    expect(pia.get_by_text(ANNOUNCEMENT.fields["text_en"])).to_have_count(0)
    assert logged(HOST) == ["seat_bot", "close_to_spectators", "end", "void", "add", "change", "remove"]


def wait_until_away(staff: Page, name: str) -> None:
    """Wait until the player counts as absent."""
    line = staff.locator(".field-seats tr").filter(has_text=name)
    while line.get_by_text("no", exact=True).count() == 0:
        staff.reload()


def test_administrator_changes_settings_gives_roles_and_answers_requests(
    visit: Visit, new_visitor: Callable[..., Page]
) -> None:
    staff, visitor, cleo = visit(staff_name(ADMINISTRATOR)), new_visitor(), visit(cleo_of(ADMINISTRATOR))
    invite_only = {"guests": "", "sign_ups": "invited"}
    change_settings(staff, invite_only)
    visitor.goto("/")
    visitor.get_by_role("button", name="I know Spades: play").click()
    expect(visitor.locator("main")).to_contain_text("Only players with an account")
    add(staff, INVITATION)
    code = staff.locator("#result_list tbody tr th").first.inner_text()
    for invitation in ("nonsense", code):
        visitor.goto("/accounts/signup/")
        fill_in(visitor, {"username": "Newcomer", "password1": PASSWORD, "invitation": invitation})
        visitor.locator("main form.stacked button").first.click()
        expect(visitor.locator(".errorlist" if invitation == "nonsense" else ".to-me[title=Newcomer]")).to_be_visible()
    change_settings(staff, {"guests": "on", "sign_ups": "open"})

    address = open_row(staff, PLAYERS, cleo_of(ADMINISTRATOR))
    staff.goto(f"{address}do/roles/")
    staff.get_by_label(MODERATOR, exact=True).check()
    fill_in(staff, ACTIONS["roles"].fields)
    staff.locator("[type=submit].default").click()
    expect(staff.locator(".field-roles")).to_contain_text(MODERATOR)
    cleo.goto("/admin/")
    expect(cleo.locator("#user-tools")).to_be_visible()
    do(staff, address, "roles")  # none is ticked
    assert cleo.request.get("/admin/").status == 403

    do(staff, open_row(staff, GAMES, pias_table(ADMINISTRATOR)), "show-cards")
    expect(staff.locator(".hands dd")).to_have_count(4)
    assert staff.request.get(table_of(pias_table(ADMINISTRATOR))).status == 403
    rita = visit(rita_of(ADMINISTRATOR))
    rita.goto("/")
    do(staff, open_row(staff, PLAYERS, rita_of(ADMINISTRATOR)), "export", "delete-account")
    rita.goto("/")
    expect(rita.get_by_role("button", name="I know Spades: play")).to_be_visible()
    expect(rita.locator(".to-me[title]")).to_have_count(0)
    assert rita.request.get(f"/players/{rita_of(ADMINISTRATOR)}/").status == 404

    done = ["change", "add", "change", "give_roles", "give_roles", "show_cards", "export", "delete_account"]
    assert logged(ADMINISTRATOR) == done
    staff.goto("/admin/site_config/auditentry/")
    expect(staff.locator("#result_list tbody tr").first).to_contain_text("account removed")
    expect(staff.locator("#result_list tbody")).to_contain_text("who may sign up: people with an invitation code")


def change_settings(administrator: Page, fields: dict[str, str]) -> None:
    administrator.goto(f"/admin/{SETTINGS}/1/change/")
    fill_in(administrator, fields)
    save(administrator)
