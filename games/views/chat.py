"""The chat of a table: every response is the current chat, with a notice if there is one."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from accounts import following
from accounts.rate_limits import is_within_limit
from games.chat import queries as chat_queries, services as chat_services
from games.components.chat import draw_answer
from games.lobby import people
from games.lobby.invitations import BlockedByInviter, UnknownPlayer
from games.models import LONGEST_MESSAGE, Phrase
from games.presenters import error_messages
from games.views.responses import whole_page
from games.views.shortcuts import by_htmx, find, sign_in_first, signed_in

ERRORS: Final[dict[type[Exception], tuple[Any, int]]] = {
    chat_services.ChatIsOff: (gettext_lazy("There is no chat at this table."), HTTPStatus.CONFLICT),
    chat_services.IsMuted: (gettext_lazy("The staff has muted you until %(until)s (UTC)."), HTTPStatus.FORBIDDEN),
    chat_services.TooManyMessages: (
        gettext_lazy("That was a lot at once. Wait a few seconds, then send it again."),
        HTTPStatus.TOO_MANY_REQUESTS,
    ),
    chat_services.ContainsBlockedWord: (
        gettext_lazy("The message contains a blocked word and was not sent."),
        HTTPStatus.BAD_REQUEST,
    ),
    chat_services.NoSuchMessage: (gettext_lazy("This message no longer exists."), HTTPStatus.NOT_FOUND),
    UnknownPlayer: (gettext_lazy("There is no player of that name."), HTTPStatus.NOT_FOUND),
    BlockedByInviter: (gettext_lazy("You have blocked this player."), HTTPStatus.CONFLICT),
    following.FollowsTooMany: (
        gettext_lazy("You follow as many people as one can. Unfollow somebody first."),
        HTTPStatus.CONFLICT,
    ),
}
"""The notice and the status for each error of the chat services."""

OPERATIONS: Final[dict[str, Callable[..., object]]] = {
    "mute": chat_services.mute,
    "unmute": chat_services.unmute,
    "block": chat_services.block,
    "unblock": chat_services.unblock,
    "follow": lambda user, name, **_table: people.follow(user, name),
    "unfollow": lambda user, name, **_table: following.unfollow(user, people.other_player(user, name)),
}


class MessageForm(forms.Form):
    """A message: either text or the code of a phrase."""

    text = forms.CharField(
        required=False,
        max_length=LONGEST_MESSAGE,
        error_messages={"max_length": gettext_lazy("A message has at most %(limit_value)d characters.")},
    )
    phrase = forms.TypedChoiceField(
        required=False, coerce=Phrase, empty_value=None, choices=[(phrase.value, phrase.value) for phrase in Phrase]
    )

    def clean_text(self) -> str:
        """Collapse white space."""
        return " ".join(self.cleaned_data["text"].split())

    def clean(self) -> dict[str, Any]:
        """Return only the field that is filled in; it is an error unless exactly one is."""
        filled = {name: value for name, value in self.cleaned_data.items() if value}
        if not self.errors and len(filled) != 1:
            raise forms.ValidationError(_("Write something first."))
        return filled


class MuteForm(forms.Form):
    """A person to mute, unmute, block, unblock, follow or unfollow."""

    name = forms.CharField(max_length=40)
    operation = forms.ChoiceField(choices=[(operation, operation) for operation in OPERATIONS])


class ReportForm(forms.Form):
    """The number of the message to report."""

    message = forms.IntegerField(min_value=1, max_value=2**63 - 1)


@sign_in_first
def send(request: HttpRequest, code: str) -> HttpResponse:
    """Send a message."""
    form = MessageForm(request.POST)
    author = signed_in(request)
    return _run(request, code, form, lambda: chat_services.send_message(code=code, author=author, **form.cleaned_data))


@sign_in_first
def mute(request: HttpRequest, code: str) -> HttpResponse:
    """Mute a person at this table, block or follow them everywhere, or undo it."""
    form = MuteForm(request.POST)

    def service() -> None:
        data = form.cleaned_data
        OPERATIONS[data["operation"]](code=code, user=signed_in(request), name=data["name"])

    return _run(request, code, form, service, limit="mute")


@sign_in_first
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report a message to the staff."""
    form = ReportForm(request.POST)

    def service() -> None:
        chat_services.report(code=code, reporter=signed_in(request), number=form.cleaned_data["message"])

    success = _("Thank you. The staff will look at this message.")
    return _run(request, code, form, service, success, limit="report")


def _run(
    request: HttpRequest, code: str, form: forms.Form, service: Callable[[], object], success: str = "", limit: str = ""
) -> HttpResponse:
    """Call the service within the rate limit, if any; respond with the notice `success`, or with the error."""
    if limit and not is_within_limit(request, limit):
        return _chat_response(request, code, error_messages.too_fast(), HTTPStatus.TOO_MANY_REQUESTS)
    find(code)
    if not form.is_valid():
        notice = next(iter(form.errors.values()))[0]
        return _chat_response(request, code, str(notice), HTTPStatus.BAD_REQUEST)
    try:
        service()
    except tuple(ERRORS) as error:
        notice, status = ERRORS[type(error)]
        until = date_format(error.until, "DATETIME_FORMAT") if isinstance(error, chat_services.IsMuted) else ""
        return _chat_response(request, code, notice % {"until": until}, status)
    return _chat_response(request, code, success)


def _chat_response(request: HttpRequest, code: str, notice: str = "", status: int = 200) -> HttpResponse:
    """Return the messages to htmx. A plain form post gets the table's page with the notice, or a redirect to it."""
    game = find(code)
    if not by_htmx(request):
        redirect = HttpResponseRedirect(reverse("games:table", args=[code]) + "#chat-form")
        return whole_page(request, game, notice, status) if notice else redirect
    html = draw_answer(chat_queries.chat_for(game, request.user), notice, is_refusal=status >= HTTPStatus.BAD_REQUEST)
    return HttpResponse(html, status=status)
