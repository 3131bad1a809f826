"""What staff do with the mouse and the keyboard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.browser.staff.acts import A_FILE, Act
from tests.staff.people import PASSWORD


def sign_in(page: Page, name: str) -> None:
    """Sign in with a password; who needs a second factor is asked for it then."""
    page.goto("/accounts/login/?next=/you/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda address: "/login/" not in address)


def find(page: Page, kind: str, words: str) -> str:
    """Search a list and open the first that is found; its address, up to what is done there."""
    page.goto(f"/admin/{kind}/")
    page.locator("#searchbar").fill(words)
    page.get_by_role("button", name="Search").click()
    page.locator("#result_list tbody th a").first.click()
    page.wait_for_url("**/change/**")
    return page.url.partition("change/")[0]


def carry_out(page: Page, address: str, act: Act) -> None:
    """Press the button of an act on a row's page, fill in its form, send it and read that it is done."""
    page.goto(f"{address}change/")
    page.locator(".acts").get_by_role("link", name=act.button, exact=True).click()
    fill_in(page, act.fields)
    with _answered(page, act):
        page.locator("[type=submit].default").click()


def fill_in(page: Page, fields: Mapping[str, str]) -> None:
    """Fill in the fields of a form by name: words, a choice, or "on" and "" for a box to tick."""
    for name, value in fields.items():
        control = page.locator(f"#content [name={name}], main [name={name}]").first
        kind = control.evaluate("control => control.type")
        if kind == "checkbox":
            control.set_checked(bool(value))
        elif kind.startswith("select"):
            control.select_option(value)
        else:
            control.fill(value)


def expect_in_log(auditor: Page, *words: str) -> None:
    """The latest entry of the audit log holds these words."""
    auditor.goto("/admin/site_config/auditentry/")
    latest = auditor.locator("#result_list tbody tr").first
    for word in words:
        expect(latest).to_contain_text(word)


@contextmanager
def _answered(page: Page, act: Act) -> Iterator[None]:
    if act.answer == A_FILE:
        with page.expect_download() as download:
            yield
        assert download.value.suggested_filename.endswith(".json")
    else:
        yield
        expect(page.locator("#container")).to_contain_text(act.answer or f"Done: {act.button}.")
