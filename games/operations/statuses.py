"""The names of HTTP statuses, the same on every version of Python."""

from http import HTTPStatus
from typing import Final

_NAMES: Final = {
    413: "Content Too Large",
    414: "URI Too Long",
    416: "Range Not Satisfiable",
    422: "Unprocessable Content",
}
"""The names of RFC 9110 where Python's library has those of earlier standards before version 3.13."""


def name_of(status: int) -> str:
    """Return the name of a status."""
    return _NAMES.get(status) or HTTPStatus(status).phrase


def code_of(status: int) -> str:
    """Return the name of a status as one word, such as "NotFound"."""
    return name_of(status).replace(" ", "")
