"""The page on which a guest, or a player whose name was taken away, chooses another."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.base import names
from accounts.base.pages import form_status, too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.names import services
from accounts.services import stored_account


class NameForm(forms.Form):
    """The new name of a guest, or of a player who has to choose one."""

    name = forms.CharField(label=_("Name"), max_length=names.LONGEST, help_text=names.HELP)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def choose_name(request: HttpRequest) -> HttpResponse:
    """Let a guest, or a player whose name was taken away, choose another."""
    user = stored_account(request.user)
    if not (user.must_rename or user.is_guest):
        return redirect("settings_account")
    form = NameForm(request.POST or None)
    if form.is_valid():
        if not is_within_limit(request, "choose_name"):
            return too_many_requests(request)
        choose = services.choose_name if user.must_rename else services.choose_name_of_guest
        try:
            choose(user, form.cleaned_data["name"])
        except services.NameRefused as error:
            form.add_error("name", str(error))
        else:
            return redirect("games:home" if user.must_rename else "games:me")
    return render(request, "accounts/names/choose_name.html", {"form": form}, status=form_status(form))
