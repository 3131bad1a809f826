"""Requests to the whole site, as a server passes them on."""

from http import HTTPStatus
from typing import NamedTuple

from channels.testing import HttpCommunicator

from config.asgi import application


class Answer(NamedTuple):
    """An answer of the site; the names of its headers are in lower case."""

    status: HTTPStatus
    headers: dict[str, str]
    text: str


async def ask(path: str, method: str = "GET", **headers: str) -> Answer:
    """Return the site's answer to a request with these headers; "_" in their names stands for "-", and "" for none."""
    sent = {"host": "localhost", **headers}
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in sent.items() if value]
    answer = await HttpCommunicator(application, method, path, headers=pairs).get_response(timeout=30)
    named = {name.decode().lower(): value.decode() for name, value in answer["headers"]}
    return Answer(HTTPStatus(answer["status"]), named, answer["body"].decode())
