"""What may not appear in the log, whatever a visitor sends."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class Errors(logging.Handler):
    """Keeps what was logged of errors, and with a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.lines.append(self.format(record))


@contextmanager
def errors_noted() -> Iterator[Errors]:
    """Give the errors that are logged meanwhile."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    try:
        yield errors
    finally:
        logging.getLogger().removeHandler(errors)
