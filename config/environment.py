"""Readers of the site's environment variables. One that cannot be used is named in a sentence, and no process starts.

A variable that is empty counts as one that is not set. Values that may hold a secret are not repeated.
"""

import base64
import os
import re
from collections.abc import Callable
from email.utils import parseaddr
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import EmailValidator
from environ import Env
from psycopg.conninfo import make_conninfo
from redis import ConnectionPool

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

MOST: Final = 1_000_000
FLAGS: Final = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
HOST: Final = re.compile(r"(?:[a-z0-9-]+\.)*[a-z0-9-]+\.?|\[[a-f0-9:.]+\]", re.IGNORECASE)
SITE: Final = re.compile(rf"https?://(?:{HOST.pattern})(?::\d{{1,5}})?", re.IGNORECASE)
SENTRY: Final = re.compile(r"https?://\w+@[^@/\s]+/(?:[^?#\s]+/)?\d+")
POSTGRESQL: Final = ("postgres", "postgresql", "psql", "pgsql")
DATABASE: Final = {
    "ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS", "DISABLE_SERVER_SIDE_CURSORS"
}  # fmt: skip
"""What the address of a database may say to Django; the rest is for PostgreSQL's client library."""

is_address: Final = EmailValidator(allowlist=["localhost"])


class Reader(Protocol[T_co]):
    """Returns what a variable means, or the default if it is not set or empty. Raises ImproperlyConfigured."""

    def __call__(self, name: str, default: object = "") -> T_co: ...


def _kind(must: str, *, is_secret: bool = False) -> Callable[[Callable[[str], T]], Reader[T]]:
    """Decorate the parser of a kind of values to read variables; `must` is what a value has to be, in words."""

    def decorate(parse: Callable[[str], T]) -> Reader[T]:
        @wraps(parse)
        def read(name: str, default: object = "") -> T:
            return _read(name, default, parse, must, is_secret=is_secret)

        return read

    return decorate


def _read(name: str, default: object, parse: Callable[[str], T], must: str, *, is_secret: bool = False) -> T:
    value = text(name, str(default))
    try:
        return parse(value)
    except (ValueError, LookupError, TypeError, OSError, ValidationError, ImproperlyConfigured, psycopg.Error):
        what = f"{name} has to" if is_secret else f"{name} is {value!r}, and has to"
        raise ImproperlyConfigured(f"{what} {must} (docs/operations.md).") from None


def _require(is_right: object) -> None:
    if not is_right:
        raise ValueError


def text(name: str, default: str = "") -> str:
    """Return the variable as it is."""
    return os.environ.get(name) or default


def texts(name: str) -> list[str]:
    """Return texts that are separated by commas."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


@_kind("hold ASCII characters only, and no spaces", is_secret=True)
def token(value: str) -> str:
    """Return a word that a header can hold, "" if there is none."""
    _require(re.fullmatch("[!-~]*", value))
    return value


@_kind("be 1 or 0")
def flag(value: str) -> bool:
    """Return whether something is switched on."""
    return FLAGS[(value or "0").strip().casefold()]


def number(name: str, default: int, *, least: int, most: int = MOST) -> int:
    """Return a whole number within bounds."""

    def parse(value: str) -> int:
        _require(least <= int(value) <= most)
        return int(value)

    bounds = f"{least} or more" if most == MOST else f"from {least} to {most}"
    return _read(name, default, parse, f"be a whole number, {bounds}")


@_kind("be a number, 0 or more")
def factor(value: str) -> float:
    """Return a number that is not negative."""
    _require(isfinite(float(value)) and float(value) >= 0)
    return float(value)


@_kind("be a directory that exists or can be made")
def directory(value: str) -> Path:
    """Return a directory, which is made if it is missing."""
    Path(value).mkdir(parents=True, exist_ok=True)
    return Path(value)


@_kind("be names of hosts, separated by commas: spades.example.org")
def hosts(value: str) -> list[str]:
    """Return names of hosts, as Django's ALLOWED_HOSTS has them: * for all, .example.org for all below it."""
    names = [name.strip() for name in value.split(",") if name.strip()]
    _require(names and all(name == "*" or HOST.fullmatch(name.removeprefix(".")) for name in names))
    return names


@_kind("be an address without a path: https://spades.example.org")
def site(value: str) -> str:
    """Return where a site is: an address without a path."""
    address = value.rstrip("/")
    _require(SITE.fullmatch(address))
    return address


@_kind(
    "be postgres://user:password@host/name, with options that PostgreSQL knows, or sqlite:/// and a path in a directory"
    " that exists",
    is_secret=True,
)
def database(value: str) -> dict[str, Any]:
    """Return Django's settings for a database."""
    _require(urlsplit(value).scheme in ("sqlite", *POSTGRESQL))
    database: dict[str, Any] = Env.db_url_config(value)
    _require(database["NAME"] not in ("", ":memory:"))
    if urlsplit(value).scheme == "sqlite":
        _require(Path(database["NAME"]).parent.is_dir() and not Path(database["NAME"]).is_dir())
    _require(database.keys() <= DATABASE)
    make_conninfo(**database.get("OPTIONS", {}))
    return database


@_kind("be redis://host:6379/0, rediss://host:6379/0 or unix:///path, with options that redis-py knows", is_secret=True)
def redis(value: str) -> str:
    """Return the address of a Redis, "" if there is none."""
    if value:
        address = urlsplit(value)
        _require(address.path if address.scheme == "unix" else address.hostname)
        _require(address.scheme == "unix" or re.fullmatch(r"/?\d*", address.path))
        ConnectionPool.from_url(value).make_connection()  # which does not connect yet
    return value


@_kind(
    f"begin with one of {', '.join(f'{scheme}://' for scheme in Env.EMAIL_SCHEMES)}; SMTP needs a host, and a port is a"
    " number",
    is_secret=True,
)
def mail_host(value: str) -> dict[str, Any]:
    """Return Django's settings for the host that takes mail."""
    mail: dict[str, Any] = Env.email_url_config(value)
    _require(mail["EMAIL_HOST"] or "smtp" not in mail["EMAIL_BACKEND"])
    return mail


@_kind("be the address of a project, as Sentry gives it: https://key@host/number", is_secret=True)
def sentry(value: str) -> str:
    """Return the address of a project at Sentry, "" if there is none."""
    if value:
        _require(SENTRY.fullmatch(value) and urlsplit(value).port != 0)  # the port is a number
    return value


@_kind("be an address of mail: Spades <spades@example.org>")
def sender(value: str) -> str:
    """Return an address of mail, with or without a name."""
    is_address(parseaddr(value)[1])
    return value


@_kind("be mailto: and an address of mail, or begin with https://")
def contact(value: str) -> str:
    """Return an address to write to."""
    if value.startswith("mailto:"):
        is_address(value.removeprefix("mailto:"))
    else:
        _require(value.startswith("https://") and urlsplit(value).hostname)
    return value


def key(name: str, load: Callable[[], str]) -> str:
    """Return a key, which is loaded if the variable is not set."""
    try:
        return text(name) or load()
    except OSError as error:
        raise ImproperlyConfigured(f"{name} is not set, and its file cannot be used: {error}") from None


def vapid_key(name: str, load: Callable[[], str]) -> str:
    """Return a private key for pushes (RFC 8292), which is loaded if the variable is not set."""
    return _vapid_key(name, key(name, load))


@_kind("be 32 bytes in base64url; without the variable, the site makes such a key", is_secret=True)
def _vapid_key(value: str) -> str:
    key = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)
    _require(len(key) == 32)
    return value
