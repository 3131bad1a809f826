"""Second factors in a real browser: a passkey and app codes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.accounts.signing_in.test_second_factor import code_for
from tests.browser.staff.admin_pages import sign_in
from tests.browser.staff.sample_data import vera_of
from tests.sites import Site
from tests.staff.people import MODERATOR, PASSWORD

pytestmark = pytest.mark.xdist_group("staff")

RECOVERY_CODES = 10


def add_virtual_key(page: Page) -> None:
    """Add a virtual platform key that confirms every request."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = {**key, "isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def set_up_an_app(page: Page) -> str:
    """Set up an app on the site's pages and return its secret."""
    page.goto("/accounts/2fa/")
    page.get_by_role("link", name="Set up an app").click()
    page.locator("main [name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()
    secret = page.locator("main code").inner_text()
    page.locator("main [name=code]").fill(code_for(secret))
    page.get_by_role("button", name="Switch it on").click()
    expect(page.locator("main code")).to_have_count(RECOVERY_CODES)
    return secret


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main form button").first.click()
    expect(page.locator("main")).to_contain_text("I know Spades: play")
    expect(page.locator(".to-me[title]")).to_have_count(0)


def test_passkey_signs_in_without_a_password_and_an_app_with_one(
    served_site: Site, new_visitor: Callable[..., Page]
) -> None:
    page = new_visitor(base_url=f"http://localhost:{served_site.port}")  # WebAuthn needs a host name, not an IP address
    add_virtual_key(page)
    sign_in(page, vera_of(MODERATOR))
    secret = set_up_an_app(page)
    page.goto("/accounts/2fa/webauthn/add/")
    page.locator("main [name=name]").fill("My phone")
    page.locator("main [name=passwordless]").check()
    page.get_by_role("button", name="Add a key").click()
    page.wait_for_url(lambda address: "/webauthn/add/" not in address)
    page.goto("/accounts/2fa/webauthn/")
    expect(page.locator(".keys-list")).to_contain_text("My phone")
    expect(page.locator(".keys-list")).to_contain_text("signs in without a password")
    sign_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator(".to-me")).to_have_attribute("title", vera_of(MODERATOR))
    sign_out(page)
    sign_in(page, vera_of(MODERATOR))
    page.get_by_role("button", name="Use a passkey or a security key").click()
    expect(page.locator(".to-me")).to_have_attribute("title", vera_of(MODERATOR))
    sign_out(page)
    sign_in(page, vera_of(MODERATOR))
    page.locator("main [name=code]").first.fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".errorlist")).to_be_visible()
    page.locator("main [name=code]").first.fill(code_for(secret, later=1))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".to-me")).to_have_attribute("title", vera_of(MODERATOR))
