"""Operations on the chat of a table."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Router, Status

from games.api import repeats, schemas
from games.api.auth import CHAT
from games.api.problems import Problem
from games.chat import queries, services
from games.chat.forms import MessageForm
from games.play import loading
from games.web.shortcuts import signed_in

router = Router(tags=["chat"], auth=CHAT)


@router.get("/{code}/chat", response=list[schemas.Message], summary="Read the chat of a table")
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


@router.post("/{code}/chat", response={201: list[schemas.Message]}, summary="Write in the chat of a table")
def send_message(
    request: HttpRequest, response: HttpResponse, code: str, body: schemas.NewMessage, key: repeats.Key
) -> Status[Any]:
    """Send a text of up to 300 characters, or a ready phrase by its code, and return the latest messages."""
    messages = repeats.once(request, key, lambda: _written(request, code, body))
    response["Location"] = f"{request.path}?after={messages[-1]['number'] - 1}"
    return Status(201, messages)


def _written(request: HttpRequest, code: str, body: schemas.NewMessage) -> list[dict[str, Any]]:
    loading.game_by_code(code)
    form = MessageForm(body.dict())
    if not form.is_valid():
        raise Problem(422, str(next(iter(form.errors.values()))[0]))
    services.send_message(code=code, author=signed_in(request), **form.cleaned_data)
    return list_messages(request, code)
