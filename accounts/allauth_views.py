"""Allauth views that handle conflicts between concurrent requests."""

from allauth.account.views import SignupView
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.utils import is_mfa_enabled
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect

from accounts.forms import ActivateAppForm, SignupForm
from accounts.services import NameRefused, lock_account
from accounts.site_config.errors import InvitationRefused


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


class ActivateAppView(ActivateTOTPView):
    """Authenticator app set-up. A repeated submission redirects instead of failing."""

    @transaction.atomic
    def form_valid(self, form: ActivateAppForm) -> HttpResponse:
        user = lock_account(self.request.user)
        if is_mfa_enabled(user, [Authenticator.Type.TOTP]):
            return redirect("mfa_index")
        answer: HttpResponse = super().form_valid(form)
        return answer
