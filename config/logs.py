"""The log: where it goes, and the id of the request or socket that each line belongs to."""

import json
import logging
import re
from contextvars import ContextVar
from http import HTTPStatus
from typing import Any, Final

from accounts.base.outages import traceback_of

request_id: Final[ContextVar[str]] = ContextVar("request_id", default="-")
"""The id of what is answered now; "-" outside of requests and sockets."""

_KEYS: Final = re.compile(r"(/accounts/(?:password/reset/key|confirm-email)/|/mails/)[^/].*", re.DOTALL)
_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class AddRequestId(logging.Filter):
    """Adds `request_id` to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class NoTracebackOfOutages(logging.Filter):
    """Removes the traceback of an outage from a record, also where Django adds it."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] and traceback_of(record.exc_info[1]) is None:
            record.exc_info = None
        return True


class NoRefusals(logging.Filter):
    """Leaves out Django's line on an answer with which the site itself refuses a request: it is no error.

    What is busy (503) has a line that says why (config/middleware.py), and what does not exist here (501), such as
    oEmbed as XML, any client can ask for at will.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        status = getattr(record, "status_code", None)
        return status not in (HTTPStatus.NOT_IMPLEMENTED, HTTPStatus.SERVICE_UNAVAILABLE)


class HarmlessAddresses(logging.Filter):
    """Keeps keys out of the log that sign somebody in or confirm an address, and line breaks out of what is written.

    nginx's log leaves out the same keys (deploy/nginx/spades.conf).
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(map(_harmless, record.args))
        return True


def _harmless(value: object) -> object:
    if isinstance(value, BaseException):
        return " ".join(str(value).split())  # those of PostgreSQL have several lines
    if not isinstance(value, str):
        return value
    return _CONTROLS.sub(lambda match: repr(match[0])[1:-1], _KEYS.sub(r"\1...", value))


class JsonLines(logging.Formatter):
    """Writes each record as a JSON object on a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "request": request_id.get(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def settings(formatter: str, sentry: str = "") -> dict[str, Any]:
    """Return Django's LOGGING: errors go to standard error, as a "line" each or as "json", and are counted.

    Those that are counted also go to `sentry`, the address of a project there, if there is one.
    """
    to_sentry: dict[str, Any] = {"()": "config.error_reports.handler", "dsn": sentry, "level": "ERROR"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"format": "{asctime} {levelname} {name} {request_id}: {message}", "style": "{"},
            "json": {"()": "config.logs.JsonLines"},
        },
        "filters": {
            "request_id": {"()": "config.logs.AddRequestId"},
            "addresses": {"()": "config.logs.HarmlessAddresses"},
            "outages": {"()": "config.logs.NoTracebackOfOutages"},
            "refusals": {"()": "config.logs.NoRefusals"},
            "pool": {"()": "accounts.base.outages.OfThePool"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": formatter,
                "filters": ["request_id", "addresses"],
            },
            "counter": {"class": "accounts.base.counters.ErrorCounter", "level": "ERROR"},
            **({"sentry": to_sentry} if sentry else {}),
        },
        "root": {"handlers": ["stderr", "counter", *(["sentry"] if sentry else [])], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            "django.request": {"level": "ERROR", "filters": ["outages", "refusals"]},
            # What is refused with 400 for a reason that has a name is not logged: any client can cause it at will.
            "django.security": {"level": "CRITICAL"},
            "django.security.csrf": {"level": "ERROR"},
            # The pool warns at each try to connect.
            "psycopg.pool": {"filters": ["pool"]},
            # Its warnings are of requests that it cannot read.
            "uvicorn.error": {"level": "ERROR", "filters": ["outages"]},
            # accounts/base/mail.py says in one line what this says in many. Without a handler it would add its own.
            "post_office": {"handlers": ["stderr"], "level": "CRITICAL"},
        },
    }
