"""Operations on the chat of a table."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Schema, Status
from pydantic import ConfigDict, Field

from games.chat import queries, services
from games.chat.forms import MessageForm
from games.models import LONGEST_MESSAGE
from games.operations import repeats, schemas
from games.operations.auth import CHAT
from games.operations.problems import Problem
from games.operations.routers import SubjectRouter
from games.play import loading
from games.web.shortcuts import signed_in


class Message(Schema):
    """A message of a chat; `player` is the author's seat, null for a spectator, and `phrase` the code of a phrase."""

    number: int
    author: str
    player: int | None
    text: str
    phrase: str


class NewMessage(Schema):
    """A message: a text, or the code of a ready phrase."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field("", max_length=LONGEST_MESSAGE)
    phrase: str = Field("", max_length=20)


EXAMPLES: Final[dict[str, Any]] = {
    "Message": {"number": 12, "author": "Ana", "player": 0, "text": "Good luck", "phrase": ""},
    "NewMessage": {"text": "Good luck"},
}

router = SubjectRouter("chat", "The chats of tables.", examples=EXAMPLES, auth=CHAT)


@router.get("/tables/{code}/chat", response=list[Message], summary="Read the chat of a table")
def list_messages(request: HttpRequest, code: str, after: schemas.Key = 0) -> list[dict[str, Any]]:
    """Return the latest messages that you may read there, oldest first; those with a `number` above `after`."""
    shown = queries.chat_for(loading.game_by_code(code), request.user)
    if shown is None:
        raise Http404(str(services.ChatIsOff.message))
    return [
        {
            "number": message.number,
            "author": message.author,
            "player": message.seat,
            "text": message.words,
            "phrase": message.phrase,
        }
        for message in shown.messages
        if message.number > after
    ]


@router.post("/tables/{code}/chat", response={201: list[Message]}, summary="Write in the chat of a table")
def send_message(
    request: HttpRequest, response: HttpResponse, code: str, body: NewMessage, key: repeats.Key
) -> Status[Any]:
    """Send a text of up to 300 characters, or a ready phrase by its code, and return the latest messages."""
    messages = repeats.once(request, key, lambda: _written(request, code, body))
    response["Location"] = f"{request.path}?after={messages[-1]['number'] - 1}"
    return Status(201, messages)


def _written(request: HttpRequest, code: str, body: NewMessage) -> list[dict[str, Any]]:
    loading.game_by_code(code)
    form = MessageForm(body.dict())
    if not form.is_valid():
        raise Problem(422, str(next(iter(form.errors.values()))[0]))
    services.send_message(code=code, author=signed_in(request), **form.cleaned_data)
    return list_messages(request, code)
