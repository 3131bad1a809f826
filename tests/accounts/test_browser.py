"""Accounts in a real browser, under the real content security policy."""

import re

from playwright.sync_api import Page, expect


def test_sign_up_language_switch_and_sign_in(page: Page) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill("Ñusta 1")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("header nav")).to_contain_text("Ñusta 1")

    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("button", name="English").click()

    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.goto("/accounts/login/")
    page.get_by_label("Name").fill("ñusta 1")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(re.compile("/lobby/$"))
