"""System checks of what a site that other people use may lack. `doctor` and `check --deploy` run them; every command
and each web process begins with those that are not marked `deploy`.

A variable that no process can use is refused before, in config/environment.py.
"""

import os
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning as Advice, register, run_checks
from django.db import connection

SITE: Final = "site"
"""The tag of these checks."""

LOCAL: Final = ("localhost", "127.0.0.1", "[::1]", "::1")
UNREACHABLE: Final = ("localhost", "local", "internal", "invalid", "test", "example")
"""Top-level domains that no name server of the internet knows (RFC 6761, RFC 6762)."""

MAIL_THAT_STAYS: Final = {
    "console": "printed to the console",
    "filebased": "written to files",
    "locmem": "kept in memory",
    "dummy": "thrown away",
}
"""What Django's ways to send mail that reach nobody do with it, by the name of their module."""

OF_HTTPS: Final = {"security.W004", "security.W008", "security.W012", "security.W016"}
"""Django's advice on what HTTPS=1 does; site.HTTPS says it in one sentence."""


@register(SITE)
def contact_can_be_reached(**_options: Any) -> list[CheckMessage]:
    """Return advice if the site is public and push services can see that nobody reads mail sent to its CONTACT."""
    if not (_is_public() and _is_made_up(settings.CONTACT)):
        return []
    sentence = f"CONTACT is {settings.CONTACT!r}: Apple refuses pushes from a site that nobody can write to (403)."
    return [Advice(sentence, id="site.CONTACT")]


def _is_made_up(contact: str) -> bool:
    """Return whether an address can't be reached from the internet, by its host."""
    host = contact.removeprefix("mailto:").removeprefix("https://").rsplit("@", 1)[-1].split("/")[0].split(":")[0]
    return "." not in host or host.rsplit(".", 1)[-1].lower() in UNREACHABLE


@register(SITE, deploy=True)
def site_is_ready_for_others(**_options: Any) -> list[CheckMessage]:
    """Return advice on what works for one process on one machine, and not for a site that other people use."""
    return [Advice(sentence, id=f"site.{variable}") for variable, sentence in _advice()]


def _is_public() -> bool:
    """Return whether the site has a name that other machines know."""
    return any(host not in LOCAL for host in (*settings.ALLOWED_HOSTS, urlsplit(settings.SITE_URL).hostname))


def _advice() -> Iterator[tuple[str, str]]:
    is_public = _is_public()
    is_large = connection.vendor != "sqlite"
    if is_public and not settings.SESSION_COOKIE_SECURE:
        yield "HTTPS", "The site has a public name and no HTTPS=1: sessions can be read on the way."
    if settings.SESSION_COOKIE_SECURE and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        yield ("TRUSTED_PROXIES", "HTTPS=1 means a proxy, but TRUSTED_PROXIES is 0: all visitors share its limits.")
    where = MAIL_THAT_STAYS.get(settings.MAIL_HOST["EMAIL_BACKEND"].split(".")[-2])
    if is_public and where:
        yield "EMAIL_URL", f"Mail is {where}: nobody can reset a password. Set EMAIL_URL to a mail host."
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
        if not message.is_silenced() and message.id not in OF_HTTPS:
            yield " ".join(message.msg.split())
