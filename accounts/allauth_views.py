"""Where allauth's pages meet what happens while a form is being read."""

from allauth.account.views import SignupView
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.utils import is_mfa_enabled
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect

from accounts.forms import ActivateAppForm, SignupForm
from accounts.models import User
from accounts.services import AccountGone, NameRefused
from accounts.site_config.errors import InvitationRefused


class SignUp(SignupView):
    """The page for signing up, which says so if somebody takes the name or the code while the form is being read."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except NameRefused as refusal:
            form.add_error("username", str(refusal))
            answer = self.form_invalid(form)
        except InvitationRefused as refusal:
            form.add_error("invitation", str(refusal))
            answer = self.form_invalid(form)
        return answer


class ActivateApp(ActivateTOTPView):
    """The page for setting an app up, where a second click finds that the first has done it."""

    @transaction.atomic
    def form_valid(self, form: ActivateAppForm) -> HttpResponse:
        user = User.objects.locked(self.request.user.pk)
        if user is None:
            raise AccountGone
        if is_mfa_enabled(user, [Authenticator.Type.TOTP]):
            return redirect("mfa_index")
        answer: HttpResponse = super().form_valid(form)
        return answer
