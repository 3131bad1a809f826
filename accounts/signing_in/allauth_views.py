"""Allauth views adapted to this site: for conflicts between concurrent requests, and for links from mails."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.account.views import ConfirmEmailView, PasswordChangeView, PasswordResetFromKeyView, SignupView
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.base.pages import form_status
from accounts.names.services import NameRefused
from accounts.preferences.pages import Section, show_section
from accounts.services import lock_account
from accounts.signing_in.forms import ActivateAppForm, ChangePasswordForm, SignupForm
from accounts.site_config.errors import InvitationRefused

View = Callable[..., HttpResponseBase]


def for_registered_players(view: View) -> View:
    """Decorate *view* to redirect guests to the page where they register."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("register_guest")
        return view(request, *args, **kwargs)

    return wrapper


def for_visitors(view: View) -> View:
    """Decorate *view*, a step of signing in, to treat guests as visitors, so that they can sign in to an account they
    have.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return wrapper


class SignUpView(SignupView):
    """Sign-up page. Shows a form error if the name or invitation code is taken between validation and saving."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except NameRefused as error:
            form.add_error("username", str(error))
            answer = self.form_invalid(form)
        except InvitationRefused as error:
            form.add_error("invitation", str(error))
            answer = self.form_invalid(form)
        return answer


class ConfirmView(ConfirmEmailView):
    """Confirmation of an address, which needs both the mail and the account.

    The mail alone is not enough: it may have gone to a mistyped address, and a confirmed one gets links to a new
    password. A visitor signed in to another account stays signed in: a guest could not come back.
    """

    def logout_other_user(self, _confirmation: object) -> None:
        """Sign nobody out."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        self.object = self.get_object()
        if not self._is_own():
            return render(self.request, self.template_name, self.get_context_data(), status=HTTPStatus.FORBIDDEN)
        answer: HttpResponse = super().post(*args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "is_own": self._is_own()}

    def _is_own(self) -> bool:
        return bool(self.object and self.object.email_address.user_id == self.request.user.pk)


class NewPasswordView(PasswordResetFromKeyView):
    """New password, by a link from a mail. A visitor signed in to another account stays signed in, as above."""

    def logout(self) -> None:
        """Sign nobody out."""


class ChangePasswordView(PasswordChangeView):
    """Change of the password, from the page of the account, which shows the form again if it is refused."""

    def get(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        return HttpResponsePermanentRedirect(Section.PASSWORD.address)

    def get_default_success_url(self) -> str:
        return reverse("settings_account")

    def form_invalid(self, form: ChangePasswordForm) -> HttpResponse:
        return show_section(self.request, Section.PASSWORD, {"password_form": form}, form_status(form))


class ActivateAppView(ActivateTOTPView):
    """Authenticator app set-up. A repeated submission redirects instead of failing."""

    @transaction.atomic
    def form_valid(self, form: ActivateAppForm) -> HttpResponse:
        user = lock_account(self.request.user)
        if is_mfa_enabled(user, [Authenticator.Type.TOTP]):
            return redirect("mfa_index")
        answer: HttpResponse = super().form_valid(form)
        return answer
