"""The pages on which players export or remove their accounts, or take over what was theirs as guests."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.base import names
from accounts.base.pages import form_status, page_before, too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.models import User
from accounts.personal_data import deletion, export, merging
from accounts.site_config.errors import ActionDenied


class DeleteAccountForm(forms.Form):
    """Confirmation before an account is deleted: the password, or a guest's name."""

    proof = forms.CharField(max_length=128, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        proof = self.fields["proof"]
        proof.label = _("Your password")
        if user.is_guest:
            proof.label, proof.widget = _("Type your name"), forms.TextInput(attrs={"autocomplete": "off"})

    def clean_proof(self) -> str:
        proof: str = self.cleaned_data["proof"]
        own_names = (names.fold(self.user.username), names.fold(self.user.own_name))
        if self.user.is_guest and names.fold(proof) not in own_names:
            raise forms.ValidationError(_("That is not your name."))
        if not self.user.is_guest and not self.user.check_password(proof):
            raise forms.ValidationError(_("The password is not right."))
        return proof


@never_cache
@login_required
@require_safe
def export_account(request: HttpRequest) -> HttpResponse:
    """Return everything stored about the visitor as a JSON file."""
    assert isinstance(request.user, User)
    if not is_within_limit(request, "export"):
        return too_many_requests(request)
    response = JsonResponse(export.export(request.user), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="dummy-hand-spades.json"'
    return response


@never_cache
@login_required
@sensitive_post_parameters("proof")
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Let the visitor delete their account."""
    assert isinstance(request.user, User)
    if request.user.is_staff:
        raise PermissionDenied(deletion.STAFF_MUST_GIVE_UP_ROLES)
    if request.method == "POST" and not is_within_limit(request, "delete_account"):
        return too_many_requests(request)
    form = DeleteAccountForm(request.user, request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/personal_data/delete_account.html", {"form": form}, status=form_status(form))
    try:
        deletion.delete_account(request.user)
    except ActionDenied as error:
        raise PermissionDenied(str(error)) from error
    logout(request)  # last: if the deletion fails, a signed-out guest could not return to the account
    messages.success(request, _("Your account is removed. Thank you for playing."))
    return redirect("games:home")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def take_along(request: HttpRequest) -> HttpResponse:
    """Ask whether the games of the guest whom this browser was before are taken along, and do so."""
    assert isinstance(request.user, User)
    guest, back = merging.guest_of(request.session), page_before(request)
    offer = merging.offer(guest, request.user) if guest else []
    if request.method == "POST" or guest is None or not offer:
        merging.forget_guest(request.session)
        if guest and "take" in request.POST and merging.merge(guest, request.user):
            messages.success(
                request, _("Your games as %(name)s are yours now.") % {"name": names.isolated(guest.username)}
            )
        return redirect(back or settings.LOGIN_REDIRECT_URL)
    return render(request, "accounts/personal_data/take_along.html", {"guest": guest, "offer": offer, "back": back})
