"""Steps on admin pages."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.browser.staff.actions import DOWNLOAD, StaffAction
from tests.staff.people import PASSWORD


def sign_in(page: Page, name: str) -> None:
    """Sign in with a password. A user with a second factor ends on its page."""
    page.goto("/accounts/login/?next=/me/settings/account/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda address: "/login/" not in address)


def open_row(page: Page, kind: str, words: str) -> str:
    """Search a list, open the first result, and return its URL without "change/"."""
    page.goto(f"/admin/{kind}/")
    page.locator("#searchbar").fill(words)
    page.get_by_role("button", name="Search").click()
    page.locator("#result_list tbody th a").first.click()
    page.wait_for_url("**/change/**")
    return page.url.partition("change/")[0]


def perform(page: Page, address: str, action: StaffAction) -> None:
    """Press the action's button on a row's page, submit its form and check the answer."""
    page.goto(f"{address}change/")
    page.locator(".staff-actions").get_by_role("link", name=action.button, exact=True).click()
    fill_in(page, action.fields)
    with _answered(page, action):
        page.locator("[type=submit].default").click()


def perform_on_report(page: Page, action: StaffAction) -> None:
    """Unfold the action on the report's page, submit its form and check the answer."""
    page.locator(".offered summary").get_by_text(action.button, exact=True).click()
    fill_in(page, action.fields, "details[open]")
    with _answered(page, action):
        page.locator("details[open] [type=submit]").click()


def fill_in(page: Page, fields: Mapping[str, str], within: str = ":is(#content, main)") -> None:
    """Fill in form fields by name: a text, a choice, or "on" and "" for a checkbox."""
    for name, value in fields.items():
        control = page.locator(f"{within} [name={name}]").first
        kind = control.evaluate("control => control.type")
        if kind == "checkbox":
            control.set_checked(bool(value))
        elif kind.startswith("select"):
            control.select_option(value)
        else:
            control.fill(value)


def save(page: Page) -> None:
    """Save the form of an admin page."""
    page.locator("[name=_save]").click()
    expect(page.locator(".messagelist .success")).to_be_visible()


@contextmanager
def _answered(page: Page, action: StaffAction) -> Iterator[None]:
    if action.answer == DOWNLOAD:
        with page.expect_download() as download:
            yield
        assert download.value.suggested_filename.endswith(".json")
    else:
        yield
        expect(page.locator("#container")).to_contain_text(action.answer or f"Done: {action.button}.")
