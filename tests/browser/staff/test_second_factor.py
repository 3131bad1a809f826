"""Second factors in a real browser: passkey, app codes, and the requirement for staff."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.accounts.test_second_factor import code_for
from tests.browser.staff.actions import SETTINGS
from tests.browser.staff.admin_pages import fill_in, sign_in
from tests.browser.staff.conftest import SignedIn
from tests.browser.staff.sample_data import cleo_of, staff_name, vera_of
from tests.sites import Site
from tests.staff.people import HOST, MODERATOR, PASSWORD

NewVisitor = Callable[..., Page]
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
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_passkey_signs_in_without_a_password(served_site: Site, new_visitor: NewVisitor) -> None:
    page = new_visitor(base_url=f"http://localhost:{served_site.port}")  # WebAuthn needs a host name, not an IP address
    add_virtual_key(page)
    sign_in(page, vera_of(MODERATOR))
    page.goto("/accounts/2fa/webauthn/add/")
    page.locator("main [name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()
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
    expect(page.locator(".who-am-i")).to_have_text(vera_of(MODERATOR))
    sign_out(page)
    sign_in(page, vera_of(MODERATOR))
    page.get_by_role("button", name="Use a passkey or a security key").click()
    expect(page.locator(".who-am-i")).to_have_text(vera_of(MODERATOR))


def test_app_code_is_required_with_the_password(new_visitor: NewVisitor) -> None:
    page = new_visitor()
    sign_in(page, cleo_of(MODERATOR))
    secret = set_up_an_app(page)
    sign_out(page)
    sign_in(page, cleo_of(MODERATOR))
    page.locator("main [name=code]").first.fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".errorlist")).to_be_visible()
    page.locator("main [name=code]").first.fill(code_for(secret, later=1))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".who-am-i")).to_have_text(cleo_of(MODERATOR))


def test_staff_must_set_up_second_factor_before_using_admin(auditor: Page, signed_in: SignedIn) -> None:
    set_up_an_app(auditor)
    host = signed_in(staff_name(HOST))
    change_settings(auditor, "on")
    try:
        for page in ("/admin/", "/admin/games/game/"):
            host.goto(page)
            expect(host.locator(".messages")).to_contain_text("once you have set up a second factor")
            assert host.url.endswith("/accounts/2fa/")
        set_up_an_app(host)
        host.goto("/admin/games/game/")
        expect(host.locator("#result_list")).to_be_visible()
    finally:
        change_settings(auditor, "")


def change_settings(administrator: Page, second_factor: str) -> None:
    administrator.goto(f"/admin/{SETTINGS}/1/change/")
    fill_in(administrator, {"second_factor": second_factor})
    administrator.locator("[name=_save]").click()
    expect(administrator.locator(".messagelist .success")).to_be_visible()
