"""Talking at a table: every answer is the talk as it stands, with a sentence if there is something to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.models import User
from games.models import LONGEST_MESSAGE
from games.rendering import render_talk
from games.selectors import NotForSpectators
from games.services import talk
from games.snapshot import Phrase
from games.views.answers import talk_for, whole_page
from games.views.finding import find
from games.views.statuses import BAD_REQUEST, CONFLICT, NOT_FOUND, TOO_MANY_REQUESTS

REFUSALS: Final[dict[type[Exception], tuple[Any, int]]] = {
    talk.TalkIsOff: (gettext_lazy("There is no talk at this table."), CONFLICT),
    talk.TooFast: (gettext_lazy("That was a lot at once. Wait a few seconds, then send it again."), TOO_MANY_REQUESTS),
    talk.NoSuchMessage: (gettext_lazy("This message is not there any more."), NOT_FOUND),
    talk.NobodyToHush: (gettext_lazy("There is no player of that name."), NOT_FOUND),
}
WISHES: Final = {"mute": talk.mute, "unmute": talk.unmute, "block": talk.block, "unblock": talk.unblock}


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
@login_required
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say something to those who share the table, or the watching of it."""
    return _attempt(request, code, SayForm(request.POST), lambda user, said: talk.say(code=code, author=user, **said))


@require_POST
@login_required
def hush(request: HttpRequest, code: str) -> HttpResponse:
    """Mute a person at this table or block them everywhere, or undo it."""

    def do(user: User, wanted: dict[str, Any]) -> None:
        WISHES[wanted["wish"]](code=code, user=user, name=wanted["name"])

    return _attempt(request, code, HushForm(request.POST), do)


@require_POST
@login_required
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Show a message to the staff."""

    def do(user: User, wanted: dict[str, Any]) -> None:
        talk.report(code=code, reporter=user, number=wanted["message"])

    return _attempt(request, code, ReportForm(request.POST), do, _("Thank you. The staff will look at this message."))


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
        return _talk_now(request, code, str(sentence), BAD_REQUEST)
    assert isinstance(request.user, User), "login is required"
    try:
        service(request.user, form.cleaned_data)
    except tuple(REFUSALS) as refusal:
        sentence, status = REFUSALS[type(refusal)]
        return _talk_now(request, code, str(sentence), status)
    except NotForSpectators:
        raise PermissionDenied(_("This table is for its players only.")) from None
    return _talk_now(request, code, thanks)


def _talk_now(request: HttpRequest, code: str, notice: str = "", status: int = 200) -> HttpResponse:
    """The messages for htmx; for a plain form post the table's page: by redirect, or with what there is to say."""
    game = find(code)
    if not request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        here = HttpResponseRedirect(reverse("games:table", args=[code]) + "#talk-form")
        return whole_page(request, game, notice, status) if notice else here
    panel = talk_for(request, game)
    return HttpResponse(
        render_talk(panel, csrf_token=get_token(request), notice=notice, is_refusal=status >= BAD_REQUEST),
        status=status,
    )
