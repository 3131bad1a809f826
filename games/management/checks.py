"""What can be wrong with the configuration of a site, as system checks. Every command begins with them, and so does a
web process. Those marked `deploy` are for sites that other people use; `doctor` and `check --deploy` run them too.
"""

import base64
import binascii
import os
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning as Advice, register, run_checks
from django.db import connection

SITE: Final = "site"
"""The tag of these checks."""

REDIS_SCHEMES: Final = ("redis", "rediss", "unix")
LOCAL: Final = ("localhost", "127.0.0.1", "[::1]")

OF_HTTPS: Final = {"security.W004", "security.W008", "security.W012", "security.W016"}
"""Django's advice on what HTTPS=1 does; site.HTTPS says it in one sentence."""

CHOICES: Final = {"security.W005", "security.W021"}
"""Django's advice to speak for all subdomains, and to be preloaded by browsers: not every site may."""


@register(SITE)
def settings_make_sense(**_options: Any) -> list[CheckMessage]:
    """Return an error for each variable with which no process should start."""
    return [Error(sentence, id=f"site.{variable}") for variable, sentence in _faults()]


def _faults() -> Iterator[tuple[str, str]]:
    if not settings.ALLOWED_HOSTS:
        yield "ALLOWED_HOSTS", "ALLOWED_HOSTS names no host: the site would answer nobody."
    if urlsplit(settings.SITE_URL).scheme not in ("http", "https"):
        yield "SITE_URL", f"SITE_URL is {settings.SITE_URL!r}, and has to begin with https:// or http://."
    if not settings.CONTACT.startswith(("mailto:", "https:")):
        yield "CONTACT", f"CONTACT is {settings.CONTACT!r}, and has to begin with mailto: or https:."
    if settings.REDIS_URL and urlsplit(settings.REDIS_URL).scheme not in REDIS_SCHEMES:
        yield "REDIS_URL", "REDIS_URL has to begin with redis://, rediss:// or unix://."
    if not _is_private_key(settings.VAPID_KEY):
        yield "VAPID_KEY", "VAPID_KEY has to be 32 bytes in base64url. Without the variable, the site makes one."


def _is_private_key(text: str) -> bool:
    try:
        return len(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == 32
    except (binascii.Error, ValueError):
        return False


@register(SITE, deploy=True)
def site_is_ready_for_others(**_options: Any) -> list[CheckMessage]:
    """Return advice on what works for one process on one machine, and not for a site that other people use."""
    return [Advice(sentence, id=f"site.{variable}") for variable, sentence in _advice()]


def _is_public() -> bool:
    return any(host not in LOCAL for host in settings.ALLOWED_HOSTS)


def _advice() -> Iterator[tuple[str, str]]:
    is_public = _is_public()
    is_large = connection.vendor != "sqlite"
    if is_public and not settings.SESSION_COOKIE_SECURE:
        yield "HTTPS", "The site has a public name and no HTTPS=1: sessions can be read on the way."
    if settings.SESSION_COOKIE_SECURE and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        yield ("TRUSTED_PROXIES", "HTTPS=1 means a proxy, but TRUSTED_PROXIES is 0: all visitors share its limits.")
    if is_public and settings.MAIL_HOST["EMAIL_BACKEND"].endswith("console.EmailBackend"):
        yield "EMAIL_URL", "Mail is printed to the console: nobody can reset a password. Set EMAIL_URL."
    if is_large and not settings.REDIS_URL:
        yield "REDIS_URL", "There is no REDIS_URL: players at other processes see no move, and rate limits count apart."
    for variable in ("SECRET_KEY", "VAPID_KEY"):
        if is_large and not os.environ.get(variable):
            yield variable, f"{variable} is in a file of this machine: processes on other machines would have another."


def deployment_faults() -> Iterator[str]:
    """Yield what these checks say, and for a site that other people use what Django's own for deployment say."""
    for message in run_checks(tags=[SITE], include_deployment_checks=True):
        yield message.msg
    if not _is_public():
        return
    for message in run_checks(tags=[Tags.security], include_deployment_checks=True):
        if not message.is_silenced() and message.id not in OF_HTTPS | CHOICES:
            yield " ".join(message.msg.split())
