"""Security headers of all responses, errors included."""

from http import HTTPStatus

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse

from accounts.models import User
from accounts.signing_in.guests import create_guest
from config.urls import urlpatterns as site

pytestmark = pytest.mark.django_db


def fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError(f"a bug met by {request.user}")


def greet(_request: HttpRequest, **_named: str) -> HttpResponse:
    return HttpResponse("Hello")


urlpatterns = [*site, path("fail/", fail), path("codes/<str:code>/", greet)]


def assert_safe(headers: dict[str, str]) -> None:
    policy = dict(directive.strip().split(" ", 1) for directive in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "name", ["account_login", "account_signup", "account_reset_password", "settings_alerts", "admin:login"]
)
def test_pages_have_security_headers(client: Client, name: str) -> None:
    assert_safe(client.get(reverse(name)).headers)


def test_missing_page_has_security_headers_and_a_way_back(client: Client) -> None:
    response = client.get("/nothing/here/")
    assert response.status_code == HTTPStatus.NOT_FOUND
    assert "Back to the start" in response.text
    assert_safe(response.headers)


def test_form_without_csrf_token_is_refused() -> None:
    response = Client(enforce_csrf_checks=True).post(reverse("account_login"))
    assert response.status_code == HTTPStatus.FORBIDDEN
    assert "too old" in response.content.decode()
    assert_safe(response.headers)


MULTIPART = b'--XX\r\nContent-Disposition: form-data; name="x-a"\r\n\r\n1\r\n--XX--\r\n'


@pytest.mark.parametrize("encoding", ["punycode", "hex", "latin-1"])
@pytest.mark.parametrize(
    ("kind", "form"), [("multipart/form-data; boundary=XX", MULTIPART), ("application/x-www-form-urlencoded", b"a=1")]
)
def test_form_in_other_encoding_is_refused(encoding: str, kind: str, form: bytes) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get(reverse("account_login"))  # sets the CSRF cookie
    response = client.generic("POST", reverse("account_login"), form, content_type=f"{kind}; charset={encoding}")
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert_safe(response.headers)


@pytest.mark.parametrize("path", ["/nowhere/", "/accounts/login/"])
@pytest.mark.parametrize("more", ["", "; charset=punycode"])
def test_form_that_cannot_be_parsed_is_refused(path: str, more: str) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get(reverse("account_login"))  # sets the CSRF cookie
    response = client.post(path, b"?", content_type=f"multipart/form-data{more}")
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert_safe(response.headers)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nul_in_query_string_is_refused(method: str) -> None:
    """A POST also cannot be parsed: the page that says so reads the form."""
    client, path = Client(enforce_csrf_checks=True, raise_request_exception=False), reverse("account_login")
    client.get(path)  # sets the CSRF cookie
    path += "?next=a%00"
    response = client.generic(method, path, b"?", content_type="multipart/form-data")
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert_safe(response.headers)


@pytest.mark.parametrize("name", ["settings_look", "settings_account", "register_guest"])
def test_account_pages_are_not_cached(client: Client, name: str) -> None:
    client.force_login(create_guest("Alex"))
    assert "no-store" in client.get(reverse(name)).headers["Cache-Control"]


@pytest.mark.parametrize("name", ["account_email", "mfa_activate_totp", "mfa_generate_recovery_codes", "mfa_index"])
def test_pages_of_allauth_are_not_cached(client: Client, name: str) -> None:
    """They have the address and secrets: nobody reads them with the button “Back” after signing out."""
    client.force_login(User.objects.create_user("Alex", password="a long one"))
    client.post(reverse("account_reauthenticate"), {"password": "a long one"})
    answer = client.get(reverse(name))
    assert answer.status_code == HTTPStatus.OK
    assert "no-store" in answer.headers["Cache-Control"]


def test_missing_page_of_somebody_signed_in_is_not_cached(client: Client) -> None:
    client.force_login(create_guest("Alex"))
    answer = client.get("/nowhere/")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("code", ["%00", "a%00b"])
def test_nothing_is_at_an_address_with_a_nul(client: Client, code: str) -> None:
    """PostgreSQL refuses to look for a code with one, and many addresses have codes."""
    assert client.get("/codes/ab/").status_code == HTTPStatus.OK
    assert client.get(f"/codes/{code}/").status_code == HTTPStatus.NOT_FOUND
    assert_safe(client.get(f"/codes/{code}/").headers)


def test_unknown_host_is_refused(client: Client) -> None:
    response = client.get(reverse("account_login"), headers={"host": "elsewhere.example"})
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert response.headers["Content-Security-Policy"]


@pytest.mark.parametrize("body", ["a=&" * 1001, "a=" + "a" * 3_000_000], ids=["fields", "bytes"])
def test_oversized_form_is_refused_and_not_logged(client: Client, caplog: pytest.LogCaptureFixture, body: str) -> None:
    """Any client can send these at will, so they must not fill the log."""
    kind = "application/x-www-form-urlencoded"
    response = client.post(reverse("account_login"), body, content_type=kind)
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert_safe(response.headers)
    assert not caplog.text


def test_request_too_long_for_its_redirect_is_refused_and_not_logged(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    response = client.get(f"{reverse('mfa_index')}?a={'%25' * 6000}")
    assert response.status_code == HTTPStatus.BAD_REQUEST
    assert not caplog.text


@pytest.mark.urls(__name__)
def test_server_error_page_reveals_nothing(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/fail/", headers={"accept-language": "es"})
    assert response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    assert "a bug" not in response.content.decode()
    assert '<html lang="es">' in response.content.decode()
    assert_safe(response.headers)
