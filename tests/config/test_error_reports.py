"""Reports of errors: what arrives at Sentry of an error that knows secrets."""

import json
import logging
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, NoReturn

import brotli
import pytest
import sentry_sdk
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.urls import reverse

from config import error_reports, logs
from tests.clients import ClientFor
from tests.tables import state_of, three_people, user_at

KEY = "c5xyz-0123456789abcdef"


@pytest.fixture
def received() -> Iterator[list[str]]:
    """Run a server in place of Sentry, to which this process reports; yields the bodies that arrive."""
    bodies: list[str] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            bodies.append(brotli.decompress(body).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    Thread(target=server.serve_forever, daemon=True).start()
    handler = error_reports.handler(f"http://public@127.0.0.1:{server.server_port}/1")
    handler.setLevel(logging.ERROR)
    logging.getLogger().addHandler(handler)
    yield bodies
    logging.getLogger().removeHandler(handler)
    sentry_sdk.get_client().close()
    sentry_sdk.init(default_integrations=False)  # they would wrap Django for all tests that follow
    server.shutdown()


def report(received: list[str]) -> tuple[dict[str, Any], str]:
    """Return the only event that has arrived, and the whole text around it."""
    sentry_sdk.flush()
    [text] = received
    return next(json.loads(line) for line in text.splitlines() if '"event_id"' in line and '"logger"' in line), text


@pytest.mark.django_db
def test_report_of_a_failed_request_holds_no_cards_cookies_or_keys(
    received: list[str], client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = three_people()
    player, hands = user_at(code), [" ".join(sorted(map(str, hand))) for hand in state_of(code).hands]
    resolve = BaseHandler.resolve_request

    def fail(self: BaseHandler, request: HttpRequest) -> NoReturn:
        resolve(self, request)
        hand = hands[0]
        logging.getLogger("asyncio").error(f"Task failed with {hand}")
        raise ValueError(f"{player.username} cannot play {hand}")

    client = client_for(player)
    client.raise_request_exception = False
    client.cookies["csrftoken"] = "a-token-of-a-form-0123456789abcd"
    monkeypatch.setattr(BaseHandler, "resolve_request", fail)
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": "MTI", "key": KEY})
    assert client.post(path, {"password1": "correct horse"}, headers={"User-Agent": "Netscape"}).status_code == 500
    sentry_sdk.flush()
    text = "\n".join(received)
    secrets = [*hands, KEY, "correct horse", "csrf", "cookie", "Netscape", player.username, code]
    assert [
        secret for secret in (*secrets, client.session.session_key or "-") if secret.casefold() in text.casefold()
    ] == []
    for known in ("ValueError", '"fail"', "password/reset/key/(?P<uidb36>", '"logger":"django.request"', "%s: %s"):
        assert known in text


def test_report_has_the_id_of_its_request_and_the_text_of_the_line_without_values(received: list[str]) -> None:
    logs.request_id.set("12345678")
    try:
        raise KeyError("players")
    except KeyError:
        logging.getLogger("games.play").exception("game %s could not be served", "AbCdEf")
    event, text = report(received)
    assert event["tags"] == {"request": "12345678"}
    assert event["logentry"]["message"] == "game %s could not be served"
    assert event["exception"]["values"][0]["type"] == "KeyError"
    [frame] = event["exception"]["values"][0]["stacktrace"]["frames"]
    assert frame["function"].startswith("test_report_has_the_id")
    assert "AbCdEf" not in text
    assert "players" not in text


def test_line_of_another_package_is_reported_by_its_logger_only(received: list[str]) -> None:
    logging.getLogger("asyncio").error("a task failed with S2 H3")
    event, text = report(received)
    assert event["logentry"]["message"] == "asyncio"
    assert "S2 H3" not in text


def test_warnings_are_not_reported(received: list[str]) -> None:
    logging.getLogger("games").warning("the ticker could not look for due games")
    sentry_sdk.flush()
    assert received == []


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sentry_sdk")
    monkeypatch.setattr("config.error_reports.find_spec", lambda _name: None)
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN needs a package"):
        error_reports.check_package()


def test_handler_is_there_only_with_an_address() -> None:
    assert "sentry" not in logs.settings("line")["handlers"]
    assert "sentry" not in logs.settings("line")["root"]["handlers"]
    assert logs.settings("line", "https://key@host/1")["root"]["handlers"][-1] == "sentry"
