"""The pages of settings, visibility and vacations, and the choice of a language."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts.base.pages import form_status, page_before
from accounts.models import User
from accounts.notifications import pushes
from accounts.notifications.forms import ChannelsForm
from accounts.notifications.services import SESSION_KEY
from accounts.personal_data import merging
from accounts.preferences import services, vacation
from accounts.preferences.forms import SettingsForm, VacationForm, VisibilityForm
from accounts.preferences.locale import language_chosen
from accounts.services import stored_account


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the visitor's settings, or store them and return to the page the visitor came from."""
    user = stored_account(request.user)  # a ModelForm changes its instance even when it is invalid
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=user)
    back = page_before(request)
    if not form.is_valid():
        guest = merging.guest_of(request.session)
        context = {"form": form, "back": back, "guest": guest, **_notifications(request, user)}
        return render(request, "accounts/preferences/settings.html", context, status=form_status(form))
    services.save_settings(user, **form.cleaned_data)
    with translation.override(language_chosen(request, user)):
        messages.success(request, _("Your settings are saved."))
    response = HttpResponseRedirect(back or reverse("you"))
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response


def _notifications(request: HttpRequest, user: User) -> dict[str, object]:
    """Return what the page shows of notifications: the switches, and this browser if it gets pushes."""
    here = user.push_subscriptions.filter(pk=request.session.get(SESSION_KEY, 0)).first()
    is_refused = here is not None and here.failed_status in pushes.REFUSED
    return {"channels": ChannelsForm(user), "push_key": pushes.public_key(), "browser": here, "is_refused": is_refused}


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def visibility_page(request: HttpRequest) -> HttpResponse:
    """Let the visitor choose who may see their results, and that they are online."""
    user = request.user
    assert isinstance(user, User)
    form = VisibilityForm(request.POST or None, initial={"visibility": user.visibility, "online_to": user.online_to})
    if not form.is_valid():
        return render(request, "accounts/preferences/visibility.html", {"form": form}, status=form_status(form))
    services.save_settings(user, **form.cleaned_data)
    messages.success(request, _("Your settings are saved."))
    return redirect("you")


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
            form.add_error("days", _("You do not have so many days left this year: choose fewer."))
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
