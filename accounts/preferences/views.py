"""The four pages of settings, that of vacations, and the choice of a language."""

from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts.base.pages import form_status, page_before
from accounts.models import User
from accounts.notifications import mails, pushes
from accounts.notifications.services import SESSION_KEY
from accounts.personal_data import merging
from accounts.preferences import services, vacation
from accounts.preferences.forms import AccountForm, AlertsForm, LookForm, OwnForm, TableForm, VacationForm
from accounts.preferences.locale import language_chosen
from accounts.services import stored_account

IN_WORDS: Final = "text/plain; charset=utf-8"


PAGES: Final[dict[str, type[OwnForm]]] = {
    "look": LookForm, "table": TableForm, "alerts": AlertsForm, "account": AccountForm,
}  # fmt: skip
"""The pages of the settings, by their names in addresses."""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def settings_page(request: HttpRequest, page: str) -> HttpResponse:
    """Show a page of settings, and store what a form without a script sends; one control saves itself (`_save_one`)."""
    user = stored_account(request.user)  # a ModelForm changes its instance even when it is invalid
    form = PAGES[page](request.POST if request.method == "POST" else None, instance=user)
    if "only" in request.POST:
        return _save_one(form, request.POST["only"])
    back = page_before(request)
    if not form.is_valid():
        context = {"form": form, "page": page, "back": back, **_around(request, user, page)}
        return render(request, f"accounts/preferences/{page}.html", context, status=form_status(form))
    form.store()
    with translation.override(language_chosen(request, user)):
        messages.success(request, _("Your settings are saved."))
    return _in_chosen_language(HttpResponseRedirect(back or request.path), form)


def _save_one(form: OwnForm, name: str) -> HttpResponse:
    """Store one field of the form, and say in words why not if it is refused."""
    form.keep_only(name)
    if not form.fields:
        return HttpResponse(_("There is no such setting."), status=HTTPStatus.BAD_REQUEST, content_type=IN_WORDS)
    if not form.is_valid():
        reasons = " ".join(str(reason) for reasons in form.errors.values() for reason in reasons)
        return HttpResponse(reasons, status=HTTPStatus.UNPROCESSABLE_ENTITY, content_type=IN_WORDS)
    form.store()
    return _in_chosen_language(HttpResponse(status=HTTPStatus.NO_CONTENT), form)


def _in_chosen_language(response: HttpResponse, form: OwnForm) -> HttpResponse:
    if "language" in form.fields:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response


def _around(request: HttpRequest, user: User, page: str) -> dict[str, object]:
    """Return what a page shows beside its form: this browser, the mail address, games that can be taken along."""
    if page == "account":
        return {"guest": merging.guest_of(request.session)}
    if page == "alerts":
        here = user.push_subscriptions.filter(pk=request.session.get(SESSION_KEY, 0)).first()
        is_refused = here is not None and here.failed_status in pushes.REFUSED
        address = mails.confirmed_address(user)
        return {"push_key": pushes.public_key(), "browser": here, "is_refused": is_refused, "address": address}
    return {}


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def vacation_page(request: HttpRequest) -> HttpResponse:
    """Let the visitor begin a vacation of some days, or end it."""
    user = stored_account(request.user)
    if request.method == "POST" and "end" in request.POST:
        vacation.end(user)
        messages.success(request, _("Welcome back. Your clocks run again."))
        return redirect("vacation")
    form = VacationForm(request.POST or None)
    if form.is_valid():
        try:
            vacation.begin(user, form.cleaned_data["days"])
        except vacation.OnVacation:
            return redirect("vacation")  # begun in another tab; its page says until when
        except vacation.TooManyDays:
            form.add_error("days", _("You don’t have that many days left this year: choose fewer."))
        else:
            messages.success(request, _("Enjoy your vacation. Your clocks in games by turns stand still."))
            return redirect("vacation")
    context = {"form": form, "days_left": vacation.days_left(user), "days_a_year": vacation.DAYS_A_YEAR, "player": user}
    return render(request, "accounts/preferences/vacation.html", context, status=form_status(form))


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Change the language (the switch at the foot of every page), and store it for a signed-in visitor."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        services.save_settings(request.user, language=language)
    return set_language(request)
