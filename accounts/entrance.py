"""Where the way in differs from allauth's."""

from allauth.account.views import SignupView
from django.http import HttpResponse

from accounts.forms import SignupForm
from accounts.services import NameRefused


class SignUp(SignupView):
    """The page for signing up, which says so if somebody takes the name while the form is being read."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except NameRefused as refusal:
            form.add_error("username", str(refusal))
            answer = self.form_invalid(form)
        return answer
