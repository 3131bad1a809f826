"""A visitor of the site with another browser than Chromium: Firefox by Marionette, WebKitGTK by WebDriver.

Playwright drives only its own builds of them, and no package has the program that Selenium needs for Firefox. Both
protocols have the same commands (W3C WebDriver), of which a visitor needs a few.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from tests.sites import free_port

MOST_SECONDS: Final = 120
SCREEN: Final = (1280, 900)
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element in answers, in the standard."""

NOTE_FAULTS: Final = """
    if (!window.faults) {
        window.faults = [];
        window.addEventListener("error", event => faults.push(event.message));
        window.addEventListener("unhandledrejection", event => faults.push(String(event.reason)));
    }
    return window.faults;
"""
"""Returns the script errors of a page since it was first asked for them."""

Command = Callable[[str, dict[str, Any]], Any]


class Visitor:
    """What a person can do in a browser, and what a script can see there. `command` carries a command out by name."""

    def __init__(self, command: Command, address: str) -> None:
        self._command, self._address = command, address

    def open(self, path: str) -> None:
        self._command("Navigate", {"url": f"{self._address}{path}"})
        self.faults()

    def sign_in(self, session: str) -> None:
        self.open("/offline/")
        self._command("AddCookie", {"cookie": {"name": "sessionid", "value": session, "path": "/"}})

    def reload(self) -> None:
        self._command("Refresh", {})
        self.faults()

    def back(self) -> None:
        self._command("Back", {})

    def run(self, script: str) -> Any:
        """Run the body of a function on the page, and return what it returns."""
        return self._command("ExecuteScript", {"script": script, "args": []})

    def faults(self) -> list[str]:
        return list(self.run(NOTE_FAULTS))

    def elements(self, selector: str) -> list[str]:
        references = self._command("FindElements", {"using": "css selector", "value": selector})
        return [element[ELEMENT] for element in references]

    def text(self, selector: str) -> str:
        return str(self.run(f"return document.querySelector({selector!r})?.textContent.trim() ?? ''"))

    def click(self, selector: str, number: int = 0) -> None:
        self._command("ElementClick", {"id": self.elements(selector)[number]})

    def wait_for(self, condition: str) -> None:
        """Wait until an expression is true on the page."""
        until = time.monotonic() + MOST_SECONDS
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < until, f"{condition} is not true after {MOST_SECONDS} s"
            time.sleep(0.05)


def _program(name: str, package: str) -> str:
    """Return the path of a program. Fails the test without it: at night no browser may be left out."""
    return shutil.which(name) or pytest.fail(f"{name} is missing: install Debian's {package}")


@contextmanager
def firefox(address: str) -> Iterator[Visitor]:
    """Open Firefox without a window."""
    program, port = shutil.which("firefox") or _program("firefox-esr", "firefox-esr"), free_port()
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        (Path(profile) / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        size = (f"--width={SCREEN[0]}", f"--height={SCREEN[1]}")
        with (
            _running(program, "--headless", "--marionette", "--no-remote", "--profile", profile, *size),
            closing(_connection(port)) as connection,
            connection.makefile("rb") as answers,
        ):
            yield Visitor(_marionette(connection, answers), address)


def _marionette(connection: socket.socket, answers: Any) -> Command:
    """Return how a command is sent: each message is a list in JSON, after its length and a colon."""

    def read() -> Any:
        length = b""
        while (byte := answers.read(1)) != b":":
            length += byte
        return json.loads(answers.read(int(length)))

    def command(name: str, values: dict[str, Any]) -> Any:
        message = json.dumps([0, 1, f"WebDriver:{name}", values])
        connection.sendall(f"{len(message)}:{message}".encode())
        _kind, _number, error, result = read()
        assert error is None, error
        return result.get("value") if isinstance(result, dict) and "value" in result else result

    read()  # it says which versions of the protocol it knows
    command("NewSession", {})
    return command


@contextmanager
def webkit(address: str) -> Iterator[Visitor]:
    """Open WebKitGTK, which needs a screen: that of Xvfb is seen by nobody."""
    driver, screen = _program("WebKitWebDriver", "webkit2gtk-driver"), _program("Xvfb", "xvfb")
    port, display = free_port(), f":{os.getpid()}"
    with (
        pytest.MonkeyPatch.context() as patch,
        _running(screen, display, "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-nolisten", "tcp"),
    ):
        patch.setenv("DISPLAY", display)
        with _running(driver, f"--port={port}"):
            _connection(port).close()
            yield Visitor(_webdriver(f"http://127.0.0.1:{port}/session"), address)


ADDRESSES: Final = {
    "Navigate": "url",
    "AddCookie": "cookie",
    "Refresh": "refresh",
    "Back": "back",
    "ExecuteScript": "execute/sync",
    "FindElements": "elements",
    "ElementClick": "element/{id}/click",
}


def _webdriver(sessions: str) -> Command:
    def post(address: str, values: dict[str, Any]) -> Any:
        request = urllib.request.Request(address, json.dumps(values).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    session = f"{sessions}/{post(sessions, {'capabilities': {}})['sessionId']}"
    return lambda name, values: post(f"{session}/{ADDRESSES[name].format(**values)}", values)


@contextmanager
def _running(*arguments: str) -> Iterator[None]:
    """Run a program, and end it."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(arguments, stdout=quiet, stderr=quiet) as process:
        try:
            yield
        finally:
            process.terminate()


def _connection(port: int) -> socket.socket:
    """Return a connection to a program that has just been started."""
    until = time.monotonic() + MOST_SECONDS
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            assert time.monotonic() < until, f"nothing listens at port {port}"
            time.sleep(0.1)
