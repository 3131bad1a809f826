"""The four pages of settings, and the choice of a language."""

from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts.base.pages import form_status, page_before
from accounts.models import User
from accounts.preferences import pages, services
from accounts.preferences.forms import OwnForm
from accounts.preferences.locale import language_chosen
from accounts.services import stored_account

IN_WORDS: Final = "text/plain; charset=utf-8"


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def settings_page(request: HttpRequest, page: str) -> HttpResponse:
    """Show a page of settings, and store what a form without a script sends; one control saves itself (`_save_one`)."""
    user = stored_account(request.user)  # a ModelForm changes its instance even when it is invalid
    form = pages.PAGES[page](request.POST if request.method == "POST" else None, instance=user)
    if "only" in request.POST:
        return _save_one(form, request.POST["only"])
    back = page_before(request)
    if not form.is_valid():
        return pages.show(request, user, page, form, status=form_status(form))
    form.store()
    with translation.override(language_chosen(request, user)):
        messages.success(request, _("Your settings are saved."))
    return _in_chosen_language(HttpResponseRedirect(back or request.path), form)


def _save_one(form: OwnForm, name: str) -> HttpResponse:
    """Store one field of the form; if it is refused, answer with the reason in words."""
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


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Change the language (the switch at the foot of every page), and store it for a signed-in visitor."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        services.save_settings(request.user, language=language)
    return set_language(request)
