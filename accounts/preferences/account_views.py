"""Views for the forms on the page of the account: another name, a vacation, the removal of the account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.base.pages import form_status
from accounts.base.rate_limits import check_limit
from accounts.models import User
from accounts.names import services as names
from accounts.names.forms import NameForm
from accounts.personal_data import deletion
from accounts.personal_data.forms import DeleteAccountForm
from accounts.preferences import vacation
from accounts.preferences.forms import VacationForm
from accounts.preferences.pages import Section, form_of_section, show_section
from accounts.services import stored_account
from accounts.site_config.errors import ActionDenied


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def choose_name(request: HttpRequest) -> HttpResponse:
    """Let a guest, or a player whose name was taken away, choose another. The latter sees no other page before."""
    user = stored_account(request.user)
    if not (user.must_rename or user.is_guest):
        return redirect("settings_account")
    if request.method != "POST" and not user.must_rename:
        return HttpResponsePermanentRedirect(Section.NAME.address)
    form = NameForm(request.POST or None)
    if form.is_valid():
        check_limit(request, "choose_name", "")
        choose = names.choose_name if user.must_rename else names.choose_name_of_guest
        try:
            choose(user, form.cleaned_data["name"])
        except names.NameRefused as error:
            form.add_error("name", str(error))
        else:
            return redirect("games:home" if user.must_rename else "games:me")
    if user.must_rename:
        return render(request, "accounts/names/choose_name.html", {"form": form}, status=form_status(form))
    return show_section(request, Section.NAME, {"name_form": form}, form_status(form))


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@form_of_section(Section.VACATION)
def take_vacation(request: HttpRequest) -> HttpResponse:
    """Let the visitor begin a vacation of some days, or end it."""
    user, back = stored_account(request.user), HttpResponseRedirect(Section.VACATION.address)
    if "end" in request.POST:
        vacation.end(user)
        messages.success(request, _("Welcome back. Your clocks run again."))
        return back
    form = VacationForm(request.POST)
    if form.is_valid():
        try:
            vacation.begin(user, form.cleaned_data["days"])
        except vacation.OnVacation:
            return back  # begun in another tab; the page says until when
        except vacation.TooManyDays:
            form.add_error("days", _("You don’t have that many days left this year: choose fewer."))
        else:
            messages.success(request, _("Enjoy your vacation. Your clocks in games by turns stand still."))
            return back
    return show_section(request, Section.VACATION, {"vacation_form": form}, form_status(form))


@never_cache
@login_required
@sensitive_post_parameters("proof")
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Let the visitor delete their account. Suspended players have a separate page for it, because they have no
    settings.
    """
    assert isinstance(request.user, User)
    if request.user.is_staff:
        raise PermissionDenied(deletion.STAFF_MUST_GIVE_UP_ROLES)
    if request.method != "POST" and not request.user.is_suspended:
        return HttpResponsePermanentRedirect(Section.REMOVE.address)
    if request.method == "POST":
        check_limit(request, "delete_account", "")
    form = DeleteAccountForm(request.user, request.POST or None)
    if not form.is_valid():
        return _ask_again(request, request.user, form)
    try:
        deletion.delete_account(request.user)
    except ActionDenied as error:
        raise PermissionDenied(str(error)) from error
    logout(request)  # last: if the deletion fails, a signed-out guest could not return to the account
    messages.success(request, _("Your account is removed. Thank you for playing."))
    return redirect("games:home")


def _ask_again(request: HttpRequest, user: User, form: DeleteAccountForm) -> HttpResponse:
    if user.is_suspended:
        return render(request, "accounts/personal_data/delete_account.html", {"form": form}, status=form_status(form))
    return show_section(request, Section.REMOVE, {"remove_form": form}, form_status(form))
