"""The pages of links that sign in one more browser of a player."""

from http import HTTPStatus

from allauth.account.decorators import reauthentication_required
from allauth.account.utils import perform_login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.base.qr_code import qr_svg
from accounts.base.rate_limits import is_within_limit
from accounts.forms import LinkForm
from accounts.signing_in import device_links
from accounts.views import too_many_requests


@never_cache
@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # allauth's
@require_http_methods(["GET", "POST"])
def make_link(request: HttpRequest) -> HttpResponse:
    """Explain such links; make one, and show it this once. Who has a password has to enter it again before."""
    context: dict[str, object] = {"minutes": device_links.MINUTES}
    if request.method == "POST":
        if not is_within_limit(request, "make_link"):
            return too_many_requests(request)
        link = device_links.create(request)
        context |= {"link": link, "picture": qr_svg(link)}
    return render(request, "accounts/make_link.html", context)


@never_cache
@sensitive_post_parameters("link")
@require_http_methods(["GET", "POST"])
def enter_link(request: HttpRequest) -> HttpResponseBase:
    """Ask for a link or its code, and sign the visitor in, with a second factor if the account has one.

    Who is signed in stays so: a guest could not come back.
    """
    if request.user.is_authenticated:
        return render(request, "accounts/enter_link.html")
    form = LinkForm(request.POST or None)
    if form.is_valid():
        if not is_within_limit(request, "enter_link"):
            return too_many_requests(request)
        if user := device_links.use(form.cleaned_data["link"]):
            answer: HttpResponse = perform_login(request, user)
            return answer
        form.add_error("link", _("This link does not work any more. Make another where you are signed in."))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "accounts/enter_link.html", {"form": form}, status=status)
