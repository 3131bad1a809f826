"""Readers of the site's environment variables. One that cannot be used is named in a sentence, and no process starts.

A variable that is empty counts as one that is not set. Values that may hold a secret are not repeated.
"""

import base64
import os
import re
from collections.abc import Callable
from email.utils import parseaddr
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import EmailValidator
from environ import Env
from psycopg.conninfo import make_conninfo
from redis import ConnectionPool

T = TypeVar("T")

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


def text(name: str, default: str = "") -> str:
    """Return the variable as it is."""
    return os.environ.get(name) or default


def texts(name: str) -> list[str]:
    """Return texts that are separated by commas."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def token(name: str) -> str:
    """Return a word that a header can hold, "" if there is none."""
    return _secret(name, "", _token, "hold ASCII characters only, and no spaces")


def flag(name: str) -> bool:
    """Return whether something is switched on."""
    return _plain(name, "0", lambda value: FLAGS[value.strip().casefold()], "be 1 or 0")


def number(name: str, default: int, *, least: int, most: int = MOST) -> int:
    """Return a whole number within bounds."""
    bounds = f"{least} or more" if most == MOST else f"from {least} to {most}"
    return _plain(name, str(default), partial(_number, least, most), f"be a whole number, {bounds}")


def factor(name: str, default: float) -> float:
    """Return a number that is not negative."""
    return _plain(name, str(default), _factor, "be a number, 0 or more")


def directory(name: str, default: Path) -> Path:
    """Return a directory, which is made if it is missing."""
    return _plain(name, str(default), _directory, "be a directory that exists or can be made")


def hosts(name: str, default: str) -> list[str]:
    """Return names of hosts, as Django's ALLOWED_HOSTS has them."""
    return _plain(name, default, _hosts, "be names of hosts, separated by commas: spades.example.org")


def site(name: str, default: str) -> str:
    """Return where a site is: an address without a path."""
    return _plain(name, default, _site, "be an address without a path: https://spades.example.org")


def database(name: str, default: str) -> dict[str, Any]:
    """Return Django's settings for a database."""
    must = "be postgres://user:password@host/name, with options that PostgreSQL knows, or sqlite:/// and a path"
    return _secret(name, default, _database, f"{must} in a directory that exists")


def redis(name: str) -> str:
    """Return the address of a Redis, "" if there is none."""
    must = "be redis://host:6379/0, rediss://host:6379/0 or unix:///path, with options that redis-py knows"
    return _secret(name, "", _redis, must)


def mail_host(name: str, default: str) -> dict[str, Any]:
    """Return Django's settings for the host that takes mail."""
    schemes = ", ".join(f"{scheme}://" for scheme in Env.EMAIL_SCHEMES)
    return _secret(name, default, _mail_host, f"begin with one of {schemes}; SMTP needs a host, and a port is a number")


def sentry(name: str) -> str:
    """Return the address of a project at Sentry, "" if there is none."""
    return _secret(name, "", _sentry, "be the address of a project, as Sentry gives it: https://key@host/number")


def sender(name: str, default: str) -> str:
    """Return an address of mail, with or without a name."""
    return _plain(name, default, _sender, "be an address of mail: Spades <spades@example.org>")


def contact(name: str, default: str) -> str:
    """Return an address to write to."""
    return _plain(name, default, _contact, "be mailto: and an address of mail, or begin with https://")


def key(name: str, load: Callable[[], str]) -> str:
    """Return a key, which is loaded if the variable is not set."""
    try:
        return text(name) or load()
    except OSError as error:
        raise ImproperlyConfigured(f"{name} is not set, and its file cannot be used: {error}") from None


def vapid_key(name: str, load: Callable[[], str]) -> str:
    """Return a private key for pushes (RFC 8292), which is loaded if the variable is not set."""
    must = "be 32 bytes in base64url; without the variable, the site makes such a key"
    return _secret(name, key(name, load), _vapid_key, must)


def _plain(name: str, default: str, parse: Callable[[str], T], must: str) -> T:
    """Return what the variable means. Raises ImproperlyConfigured, with its value."""
    return _read(name, default, parse, f"{name} is {text(name, default)!r}, and has to {must}")


def _secret(name: str, default: str, parse: Callable[[str], T], must: str) -> T:
    """Return what the variable means. Raises ImproperlyConfigured, without its value."""
    return _read(name, default, parse, f"{name} has to {must}")


def _read(name: str, default: str, parse: Callable[[str], T], fault: str) -> T:
    try:
        return parse(text(name, default))
    except (ValueError, LookupError, TypeError, OSError, ValidationError, ImproperlyConfigured, psycopg.Error):
        raise ImproperlyConfigured(f"{fault} (docs/operations.md).") from None


def _require(is_right: object) -> None:
    if not is_right:
        raise ValueError


def _token(value: str) -> str:
    _require(re.fullmatch("[!-~]*", value))
    return value


def _number(least: int, most: int, value: str) -> int:
    _require(least <= int(value) <= most)
    return int(value)


def _factor(value: str) -> float:
    _require(isfinite(float(value)) and float(value) >= 0)
    return float(value)


def _directory(value: str) -> Path:
    Path(value).mkdir(parents=True, exist_ok=True)
    return Path(value)


def _hosts(value: str) -> list[str]:
    """Read names, among them * for all and .example.org for all below it."""
    names = [name.strip() for name in value.split(",") if name.strip()]
    _require(names and all(name == "*" or HOST.fullmatch(name.removeprefix(".")) for name in names))
    return names


def _site(value: str) -> str:
    address = value.rstrip("/")
    _require(SITE.fullmatch(address))
    return address


def _database(value: str) -> dict[str, Any]:
    _require(urlsplit(value).scheme in ("sqlite", *POSTGRESQL))
    database: dict[str, Any] = Env.db_url_config(value)
    _require(database["NAME"] not in ("", ":memory:"))
    if urlsplit(value).scheme == "sqlite":
        _require(Path(database["NAME"]).parent.is_dir() and not Path(database["NAME"]).is_dir())
    _require(database.keys() <= DATABASE)
    make_conninfo(**database.get("OPTIONS", {}))
    return database


def _redis(value: str) -> str:
    if value:
        address = urlsplit(value)
        _require(address.path if address.scheme == "unix" else address.hostname)
        _require(address.scheme == "unix" or re.fullmatch(r"/?\d*", address.path))
        ConnectionPool.from_url(value).make_connection()  # which does not connect yet
    return value


def _mail_host(value: str) -> dict[str, Any]:
    mail: dict[str, Any] = Env.email_url_config(value)
    _require(mail["EMAIL_HOST"] or "smtp" not in mail["EMAIL_BACKEND"])
    return mail


def _sentry(value: str) -> str:
    if value:
        _require(SENTRY.fullmatch(value) and urlsplit(value).port != 0)  # the port is a number
    return value


def _sender(value: str) -> str:
    is_address(parseaddr(value)[1])
    return value


def _contact(value: str) -> str:
    if value.startswith("mailto:"):
        is_address(value.removeprefix("mailto:"))
    else:
        _require(value.startswith("https://") and urlsplit(value).hostname)
    return value


def _vapid_key(value: str) -> str:
    key = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)
    _require(len(key) == 32)
    return value
