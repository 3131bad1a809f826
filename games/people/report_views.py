"""The form that reports a player to the staff, and the answers to those who have reported one."""

from http import HTTPStatus

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.base.names import fold
from accounts.base.rate_limits import is_within_limit
from accounts.models import User
from accounts.services import AccountDeleted
from games.lobby.invitations import UnknownPlayer
from games.models import Game
from games.people import reports
from games.people.forms import PlayerReportForm
from games.web.shortcuts import find
from games.words import errors as error_messages


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
    return _report(request, request.user, list(named.values_list("username", flat=True)), None)


def _report(request: HttpRequest, reporter: User, names: list[str], game: Game | None) -> HttpResponse:
    if not names:
        raise Http404(_("There is nobody to report here."))
    form = PlayerReportForm(request.POST if request.method == "POST" else None, names)
    back = reverse("games:table", args=[game.code]) if game else reverse("games:player", args=names)
    context = {"form": form, "back": back, "names": names}
    if not form.is_bound:
        return render(request, "people/report.html", context)
    if not is_within_limit(request, "report"):
        limited = {**context, "notice": error_messages.too_fast()}
        return render(request, "people/report.html", limited, status=HTTPStatus.TOO_MANY_REQUESTS)
    if not form.is_valid():
        return render(request, "people/report.html", context, status=HTTPStatus.BAD_REQUEST)
    data = form.cleaned_data
    about = {"name": data["player"], "reason": data["reason"], "text": data["text"]}
    try:
        reports.report_player(reporter=reporter, game=game, **about)
    except (UnknownPlayer, AccountDeleted):  # renamed or removed meanwhile
        raise Http404(_("There is no player of that name.")) from None
    return render(request, "people/report.html", {**context, "sent": data["player"]})


def seen(request: HttpRequest) -> HttpResponse:
    """Do not show this answer again."""
    number = request.POST.get("report", "")
    if isinstance(request.user, User) and number.isascii() and number.isdigit() and len(number) < 19:
        reports.mark_as_seen(request.user, int(number))
    return HttpResponseRedirect(reverse("games:lobby"))
