"""The chat of a table: every response is the current chat, with a notice if there is one."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext

from accounts.base.rate_limits import check_limit
from accounts.base.refusals import Refusal
from games.chat import queries as chat_queries, services as chat_services
from games.chat.forms import ChatPersonForm, MessageForm, MessageReportForm
from games.chat.markup import draw_answer
from games.people import services as people
from games.views.responses import whole_page
from games.web.fields import check_valid
from games.web.shortcuts import by_htmx, find, sign_in_first, signed_in

OPERATIONS: Final[dict[str, Callable[..., object]]] = {
    "mute": chat_services.mute,
    "unmute": chat_services.unmute,
    "block": chat_services.block,
    "unblock": chat_services.unblock,
    "follow": lambda user, name, **_table: people.follow(user, name),
    "unfollow": lambda user, name, **_table: people.unfollow(user, name),
}


@sign_in_first
def send(request: HttpRequest, code: str) -> HttpResponse:
    """Send a message."""
    form = MessageForm(request.POST)
    author = signed_in(request)
    return _run(request, code, form, lambda: chat_services.send_message(code=code, author=author, **form.cleaned_data))


@sign_in_first
def mute(request: HttpRequest, code: str) -> HttpResponse:
    """Mute a person at this table, block or follow them everywhere, or undo it."""
    form = ChatPersonForm(request.POST)

    def service() -> None:
        data = form.cleaned_data
        OPERATIONS[data["operation"]](code=code, user=signed_in(request), name=data["name"])

    return _run(request, code, form, service, limit="mute")


@sign_in_first
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report a message to the staff."""
    form = MessageReportForm(request.POST)

    def service() -> None:
        chat_services.report(code=code, reporter=signed_in(request), number=form.cleaned_data["message"])

    success = gettext("Thank you. The staff will look at this message.")
    return _run(request, code, form, service, success, limit="report")


def _run(
    request: HttpRequest, code: str, form: Form, service: Callable[[], object], success: str = "", limit: str = ""
) -> HttpResponse:
    """Call the service within the rate limit, if any; respond with the notice `success`, or with the error."""
    try:
        if limit:
            check_limit(request, limit)
        find(code)
        check_valid(form)
        service()
    except Refusal as refusal:
        return _chat_response(request, code, refusal.sentence(), refusal.status)
    return _chat_response(request, code, success)


def _chat_response(request: HttpRequest, code: str, notice: str, status: int = 200) -> HttpResponse:
    """Return the messages to htmx. A plain form post gets the table's page with the notice, or a redirect to it."""
    game = find(code)
    if not by_htmx(request):
        redirect = HttpResponseRedirect(reverse("games:table", args=[code]) + "#chat-form")
        return whole_page(request, game, notice, status) if notice else redirect
    html = draw_answer(chat_queries.chat_for(game, request.user), notice, is_refusal=status >= HTTPStatus.BAD_REQUEST)
    return HttpResponse(html, status=status)
