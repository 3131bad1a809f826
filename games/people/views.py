"""Views of the people a player knows, and of the form that reports a player to the staff, with their forms."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from accounts.base.names import LONGEST_WRITTEN, fold, isolated
from accounts.base.rate_limits import TooManyRequests, check_limit
from accounts.base.refusals import Refusal
from accounts.models import LONGEST_NOTE, User
from accounts.services import AccountDeleted
from games.lobby.queries import last_company
from games.models import LONGEST_MESSAGE, Game, ReportReason
from games.people import queries as acquaintances, reports, services
from games.play.errors import UnknownPlayer
from games.web.fields import LineField, check_valid
from games.web.shortcuts import View, find, signed_in


class PersonForm(forms.Form):
    """A player by name; `from_page` is sent by that player's own page, to which the answer leads back."""

    name = forms.CharField(max_length=LONGEST_WRITTEN)
    from_page = forms.BooleanField(required=False)


class NoteForm(PersonForm):
    """What the visitor notes about a player; "" deletes it."""

    text = LineField(LONGEST_NOTE, _("A note can have at most %(limit_value)d characters."))


class PlayerReportForm(forms.Form):
    """Whom to report, why, and what happened."""

    player = forms.ChoiceField(label=_("Player"))
    reason = forms.TypedChoiceField(
        label=_("Reason"),
        coerce=ReportReason,
        choices=[choice for choice in ReportReason.choices if choice[0] != ReportReason.MESSAGE],
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=_("What happened"), required=False, max_length=LONGEST_MESSAGE, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, data: object, names: dict[str, str]) -> None:
        super().__init__(data, initial={"player": next(iter(names))})  # type: ignore[arg-type]  # a request's POST
        self.fields["player"].choices = list(names.items())  # type: ignore[attr-defined]  # a choice field


def people(request: HttpRequest, notice: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    """Show everybody the visitor knows; to a stranger, where people are to be met."""
    user = request.user
    if not isinstance(user, User):
        return render(request, "people/stranger.html")
    context = {"people": acquaintances.people_of(user), "again": last_company(user), "notice": notice}
    return render(request, "people/people.html", context, status=status)


def _about_somebody(act: Callable[..., User], form_class: type[PersonForm], success: Any, limit: str) -> View:
    """Return a view that lets `act` do something about another player, says so with `success`, and leads back."""

    @login_required
    def view(request: HttpRequest) -> HttpResponse:
        form = form_class(request.POST)
        try:
            check_valid(form)
            check_limit(request, limit)
            from_page = form.cleaned_data.pop("from_page")
            other = act(signed_in(request), **form.cleaned_data)
        except Refusal as refusal:
            return people(request, refusal.sentence(), refusal.status)
        messages.success(request, success % {"name": isolated(other.username)})
        return redirect("games:player", other.username) if from_page else redirect("games:people")

    return view


follow = _about_somebody(services.follow, PersonForm, _("You added %(name)s as a friend."), "follow")
unfollow = _about_somebody(services.unfollow, PersonForm, _("%(name)s is no longer among your friends."), "follow")
note = _about_somebody(services.write_note, NoteForm, _("Your note about %(name)s is saved."), "note")


def report_at_table(request: HttpRequest, code: str) -> HttpResponse:
    """Report one of the other people at this table."""
    game = find(code)
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    return _report(request, request.user, reports.reportable_at(game, request.user), game)


def report_player(request: HttpRequest, name: str) -> HttpResponse:
    """Report the player of this name."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    named = User.objects.filter(name_key=fold(name), is_active=True).exclude(pk=request.user.pk)
    return _report(request, request.user, dict(named.values_list("username", "username")), None)


def _report(request: HttpRequest, reporter: User, names: dict[str, str], game: Game | None) -> HttpResponse:
    """Show or take a report of one of these players, whose names are shown by account."""
    if not names:
        raise Http404(gettext("There is nobody to report here."))
    form = PlayerReportForm(request.POST if request.method == "POST" else None, names)
    back = reverse("games:table", args=[game.code]) if game else reverse("games:player", args=list(names))
    context = {"form": form, "back": back, "names": list(names.values())}
    if not form.is_bound:
        return render(request, "people/report.html", context)
    try:
        check_limit(request, "report")
    except TooManyRequests as refusal:
        limited = {**context, "notice": refusal.sentence()}
        return render(request, "people/report.html", limited, status=refusal.status)
    if not form.is_valid():
        return render(request, "people/report.html", context, status=HTTPStatus.BAD_REQUEST)
    data = form.cleaned_data
    about = {"name": data["player"], "reason": data["reason"], "text": data["text"]}
    try:
        reports.report_player(reporter=reporter, game=game, **about)
    except (UnknownPlayer, AccountDeleted):  # renamed or removed meanwhile
        raise Http404(gettext("There is no player of that name.")) from None
    return render(request, "people/report.html", {**context, "sent": names[data["player"]]})


def seen(request: HttpRequest) -> HttpResponse:
    """Do not show this answer again."""
    number = request.POST.get("report", "")
    if isinstance(request.user, User) and number.isascii() and number.isdigit() and len(number) < 19:
        reports.mark_as_seen(request.user, int(number))
    return HttpResponseRedirect(reverse("games:home"))
