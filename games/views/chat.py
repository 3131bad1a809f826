"""Talking at a table: every answer is the talk as it stands, with a sentence if there is something to say."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from allauth.core import ratelimit
from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.models import User
from games.chat import services as chat_services
from games.chat.messages import Phrase
from games.components.rendering import render_talk_answer
from games.models import LONGEST_MESSAGE
from games.presenters import error_messages
from games.views.responses import talk_for, whole_page
from games.views.shortcuts import (
    by_htmx,
    find,
    sign_in_first,
    signed_in,
    spectators_refused,
)

REFUSALS: Final[dict[type[Exception], tuple[Any, int]]] = {
    chat_services.TalkIsOff: (gettext_lazy("There is no talk at this table."), HTTPStatus.CONFLICT),
    chat_services.TooFast: (
        gettext_lazy("That was a lot at once. Wait a few seconds, then send it again."),
        HTTPStatus.TOO_MANY_REQUESTS,
    ),
    chat_services.NotWanted: (
        gettext_lazy("A word in it is not wanted here. Nobody has seen the message."),
        HTTPStatus.BAD_REQUEST,
    ),
    chat_services.NoSuchMessage: (gettext_lazy("This message is not there any more."), HTTPStatus.NOT_FOUND),
    chat_services.NobodyToHush: (gettext_lazy("There is no player of that name."), HTTPStatus.NOT_FOUND),
}
WISHES: Final = {
    "mute": chat_services.mute,
    "unmute": chat_services.unmute,
    "block": chat_services.block,
    "unblock": chat_services.unblock,
}


class SayForm(forms.Form):
    """Words of one's own, or the code of a phrase."""

    text = forms.CharField(
        required=False,
        max_length=LONGEST_MESSAGE,
        error_messages={"max_length": gettext_lazy("A message has at most %(limit_value)d characters.")},
    )
    phrase = forms.TypedChoiceField(
        required=False, coerce=Phrase, empty_value=None, choices=[(phrase.value, phrase.value) for phrase in Phrase]
    )

    def clean_text(self) -> str:
        return " ".join(self.cleaned_data["text"].split())

    def clean(self) -> dict[str, Any]:
        said = {name: self.cleaned_data.get(name) or None for name in ("text", "phrase")}
        if not self.errors and sum(value is not None for value in said.values()) != 1:
            raise forms.ValidationError(_("Write something first."))
        return {name: value for name, value in said.items() if value is not None}


class HushForm(forms.Form):
    """Whom to hear, and whom not."""

    name = forms.CharField(max_length=40)
    wish = forms.ChoiceField(choices=[(wish, wish) for wish in WISHES])


class ReportForm(forms.Form):
    """Which message the staff should look at."""

    message = forms.IntegerField(min_value=1, max_value=2**63 - 1)


@require_POST
@sign_in_first
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say something to those who share the table, or the watching of it."""
    return _attempt(
        request, code, SayForm(request.POST), lambda user, said: chat_services.say(code=code, author=user, **said)
    )


@require_POST
@sign_in_first
def hush(request: HttpRequest, code: str) -> HttpResponse:
    """Mute a person at this table or block them everywhere, or undo it."""

    def do(user: User, wanted: dict[str, Any]) -> None:
        WISHES[wanted["wish"]](code=code, user=user, name=wanted["name"])

    return _attempt_slowly(request, code, "hush", HushForm(request.POST), do)


@require_POST
@sign_in_first
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Show a message to the staff."""

    def do(user: User, wanted: dict[str, Any]) -> None:
        chat_services.report(code=code, reporter=user, number=wanted["message"])

    thanks = _("Thank you. The staff will look at this message.")
    return _attempt_slowly(request, code, "report", ReportForm(request.POST), do, thanks)


def _attempt_slowly(
    request: HttpRequest,
    code: str,
    action: str,
    form: forms.Form,
    service: Callable[[User, dict[str, Any]], object],
    thanks: str = "",
) -> HttpResponse:
    """The same, no more often than the rate limit of `action` allows."""
    if not ratelimit.consume(request, action=action, user=request.user):
        return _talk_now(request, code, error_messages.too_fast(), HTTPStatus.TOO_MANY_REQUESTS)
    return _attempt(request, code, form, service, thanks)


def _attempt(
    request: HttpRequest,
    code: str,
    form: forms.Form,
    service: Callable[[User, dict[str, Any]], object],
    thanks: str = "",
) -> HttpResponse:
    find(code)
    if not form.is_valid():
        sentence = next(iter(form.errors.values()))[0]
        return _talk_now(request, code, str(sentence), HTTPStatus.BAD_REQUEST)
    try:
        with spectators_refused():
            service(signed_in(request), form.cleaned_data)
    except tuple(REFUSALS) as refusal:
        sentence, status = REFUSALS[type(refusal)]
        return _talk_now(request, code, str(sentence), status)
    except chat_services.IsMuted as refusal:
        sentence = _("The staff has muted you until %(until)s (UTC).")
        until = date_format(refusal.until, "DATETIME_FORMAT")
        return _talk_now(request, code, sentence % {"until": until}, HTTPStatus.FORBIDDEN)
    return _talk_now(request, code, thanks)


def _talk_now(request: HttpRequest, code: str, notice: str = "", status: int = 200) -> HttpResponse:
    """The messages for htmx; for a plain form post the table's page: by redirect, or with what there is to say."""
    game = find(code)
    if not by_htmx(request):
        here = HttpResponseRedirect(reverse("games:table", args=[code]) + "#talk-form")
        return whole_page(request, game, notice, status) if notice else here
    is_refusal = status >= HTTPStatus.BAD_REQUEST
    answer = render_talk_answer(talk_for(request, game), get_token(request), notice, is_refusal)
    return HttpResponse(answer, status=status)
