"""Pushes to browsers (RFC 8030): encrypted for the browser, signed with the site's key (VAPID, RFC 8292).

The address of a push comes from a browser, so it could be anything: the site connects only to public addresses, follows
no redirect, reads only the head of a response, and waits no longer than `LONGEST`.
"""

import asyncio
import base64
import hashlib
import ipaddress
import json
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector
from aiohttp.abc import ResolveResult
from aiohttp.resolver import ThreadedResolver
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.http import parse_http_date_safe
from django.utils.translation import gettext as _
from py_vapid import Vapid02
from pywebpush import WebPusher
from yarl import URL

from accounts.models import Notification, Push
from accounts.notifications.kinds import KINDS

LONGEST: Final = ClientTimeout(total=4)
PUSH_KEPT_FOR: Final = 24 * 60 * 60
"""Seconds for which a push service keeps a push for a browser that is not running."""

GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
"""What a push service answers about a browser that takes no more pushes."""

REFUSED: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
"""What a push service answers if it does not accept this site: its CONTACT, its VAPID_KEY, or the time of its clock."""

TOO_LONG: Final = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""Addresses that lead to an IPv4 one, as a network that has only IPv6 gives names (RFC 6052)."""

_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
"""The only IPv6 addresses that are given out to be reached by all (RFC 4291)."""


@dataclass(frozen=True, slots=True)
class EncryptedPush:
    """A push, ready to be posted."""

    push: int
    endpoint: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """What a push service answers: 0 if nothing. `retry_after` is the time for which it wants no more, 0 if any."""

    status: int
    retry_after: timedelta = timedelta()

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300


@cache
def _signer() -> Any:
    return Vapid02.from_raw(settings.VAPID_KEY.encode())


@cache
def public_key() -> str:
    """Return the key by which browsers know this site's pushes, as `pushManager.subscribe` wants it."""
    return str(_signer().sign({"aud": "https://localhost", "sub": settings.CONTACT})["Authorization"].split("k=")[1])


def check_endpoint(endpoint: str) -> None:
    """Raise ValidationError if the address shows that no push may be sent to it."""
    try:
        address = urlsplit(endpoint)
        is_public = address.scheme == "https" and address.port is None and "@" not in address.netloc
        host = URL(endpoint).raw_host or ""  # as aiohttp will connect to it: 127.0.0。1 is 127.0.0.1 for it
        is_named = "." in host and not _is_number(host)
    except ValueError:
        is_public = is_named = False
    if not (is_public and is_named) and not settings.PUSH_ANYWHERE:
        raise ValidationError(_("Pushes can’t be sent to this address."))


def _is_number(host: str) -> bool:
    """Return whether a host is written as an address, also one with fewer than four numbers."""
    last = host.rstrip(".").rsplit(".", 1)[-1]
    return last.isdigit() or last.startswith("0x") or ":" in host


def _is_public(number: str) -> bool:
    """Return whether the whole internet can reach this address, or the address embedded in it."""
    address = ipaddress.ip_address(number)
    if isinstance(address, ipaddress.IPv6Address):
        behind = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            behind = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if behind is None:
            return address in _UNICAST and address.is_global
        address = behind
    return address.is_global and not address.is_multicast


class PublicOnly(ThreadedResolver):
    """A resolver that returns only public addresses, checked at the moment of connecting."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        results = await super().resolve(host, port, family)
        public = [result for result in results if _is_public(result["host"])]
        if not public:
            raise OSError(f"{host} has no public address")
        return public


def encrypt(push: Push) -> EncryptedPush:
    """Encrypt a push for its browser, in the current language. Raises an error if the browser's keys are not keys."""
    notification, browser = push.notification, push.subscription
    kind = KINDS[notification.kind]
    tag = f"{notification.kind}:{notification.path}"
    text = kind.words(notification.values, notification.expires_at)
    shown = {"title": str(kind.title), "body": text, "path": notification.path, "tag": tag}
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    body = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(json.dumps(shown).encode())["body"]
    address = urlsplit(browser.endpoint)
    headers = {
        **_signer().sign({"aud": f"{address.scheme}://{address.netloc}", "sub": settings.CONTACT}),
        "Content-Encoding": "aes128gcm",
        "TTL": str(_kept_for(notification)),
        "Urgency": "high" if kind.urgent else "normal",
        "Topic": base64.urlsafe_b64encode(hashlib.sha256(tag.encode()).digest()[:24]).decode(),
    }
    return EncryptedPush(push.pk, browser.endpoint, headers, body)


def _kept_for(notification: Notification) -> int:
    """Return for how many seconds a push service should keep the push: only while it is useful."""
    if notification.expires_at is None:
        return PUSH_KEPT_FOR
    left = int((notification.expires_at - timezone.now()).total_seconds())
    return min(max(left, 0), PUSH_KEPT_FOR)


async def post(encrypted: Sequence[EncryptedPush]) -> list[tuple[EncryptedPush, Answer]]:
    """Post pushes, all at once; return each with its answer."""
    resolver = None if settings.PUSH_ANYWHERE else PublicOnly()
    async with ClientSession(connector=TCPConnector(resolver=resolver), timeout=LONGEST) as session:
        answers = await asyncio.gather(*(_post(session, message) for message in encrypted))
    return list(zip(encrypted, answers, strict=True))


async def _post(session: ClientSession, message: EncryptedPush) -> Answer:
    """Post a push and return the answer; for a forbidden address, the answer for a browser that is gone."""
    try:
        check_endpoint(message.endpoint)  # a stored one may be older than the check
        async with session.post(
            message.endpoint, data=message.body, headers=message.headers, allow_redirects=False
        ) as answer:
            return Answer(answer.status, _retry_after(answer.headers.get("Retry-After", "")))
    except ValidationError:
        return Answer(HTTPStatus.GONE)
    except (ClientError, OSError, ValueError):
        return Answer(0)


def _retry_after(header: str) -> timedelta:
    """Return how many seconds a service asks to wait, given as seconds or as a date (RFC 9110); at most
    `PUSH_KEPT_FOR`.
    """
    until = parse_http_date_safe(header)
    seconds = until - int(timezone.now().timestamp()) if until else int(header) if header.isdecimal() else 0
    return timedelta(seconds=min(max(seconds, 0), PUSH_KEPT_FOR))
