"""Reports of errors to Sentry, or to whatever speaks its protocol: only where SENTRY_DSN says so.

A report is put together from what can hold no secret: the kind of each error, the places in the code, the text of the
line of the log without its values, the pattern of the address and the id of the request. Nothing else of what the SDK
gathers leaves the process: requests, cookies, messages of errors, local variables (which may be hands of cards).
"""

import logging
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from django.core.exceptions import ImproperlyConfigured

from config.logs import request_id

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

KEPT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "server_name", "sdk")
PLACE: Final = ("filename", "module", "function", "lineno", "in_app")
OURS: Final = ("accounts", "config", "games")
"""The packages whose lines without values are constant; others may have put values into them."""


def check_package() -> None:
    """Raise ImproperlyConfigured if the package that sends reports is not installed."""
    if find_spec("sentry_sdk") is None:
        raise ImproperlyConfigured("SENTRY_DSN needs a package: pip install sentry-sdk (docs/operations.md).")


def handler(dsn: str) -> logging.Handler:
    """Return a handler of the log that reports errors to this address."""
    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.logging import EventHandler

    sentry_sdk.init(
        dsn=dsn,
        default_integrations=False,  # they would wrap Django, Redis and more, and gather what is thrown away here
        integrations=[AtexitIntegration(callback=lambda _pending, _timeout: None)],
        before_send=without_secrets,
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
    )
    return EventHandler()


def without_secrets(event: "Event", hint: "Hint") -> "Event":
    """Return a report of the same error, made of what can hold no secret."""
    record: logging.LogRecord = hint["log_record"]
    kept: Any = {name: event[name] for name in KEPT if name in event}
    kept["logentry"] = {"message": _text(record)}
    kept["exception"] = {"values": [_error(error) for error in event.get("exception", {}).get("values", ())]}
    kept["tags"] = {"request": request_id.get()}
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    if match is not None:
        kept["transaction"] = match.route
    report: Event = kept
    return report


def _text(record: logging.LogRecord) -> str:
    """Return the text of a line of the log without its values."""
    is_constant = bool(record.args) or record.name.partition(".")[0] in OURS
    return str(record.msg) if is_constant else record.name


def _error(error: dict[str, Any]) -> dict[str, Any]:
    frames = (error.get("stacktrace") or {}).get("frames", ())
    places = [{name: frame[name] for name in PLACE if name in frame} for frame in frames]
    return {"type": error.get("type"), "module": error.get("module"), "stacktrace": {"frames": places}}
