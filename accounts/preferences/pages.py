"""The four pages of settings, with what each shows beside the form of its settings.

The page of the account has a fold for each action on the account. A form in a fold is sent to its own address; errors,
and what is shown only once, appear on this page in the open fold.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import wraps
from http import HTTPStatus
from types import MappingProxyType
from typing import Final, TypeAlias

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse

from accounts.api_tokens.forms import TokenForm
from accounts.base.pages import page_before
from accounts.models import Scope, User
from accounts.names.forms import NameForm
from accounts.notifications import mails, pushes
from accounts.notifications.services import SESSION_KEY
from accounts.personal_data import merging
from accounts.personal_data.forms import DeleteAccountForm
from accounts.preferences import vacation
from accounts.preferences.forms import AccountForm, AlertsForm, LookForm, OwnForm, TableForm, VacationForm
from accounts.services import stored_account
from accounts.signing_in import device_links
from accounts.signing_in.forms import ChangePasswordForm

PAGES: Final[dict[str, type[OwnForm]]] = {
    "look": LookForm, "table": TableForm, "alerts": AlertsForm, "account": AccountForm,
}  # fmt: skip
"""The pages of the settings, by their names in addresses."""

View: TypeAlias = Callable[..., HttpResponse]

_SETS_OF_PICTURES: Final = 100


class Fold(StrEnum):
    """A fold of the page of the account, by its name in addresses."""

    NAME = "name"
    VACATION = "vacation"
    LINK = "link"
    TOKENS = "tokens"
    PASSWORD = "password"  # noqa: S105  # the fold’s name
    REMOVE = "remove"

    @property
    def address(self) -> str:
        """The page of the account with this fold open."""
        return f"{reverse('settings_account')}?open={self}#{self}"


def show(
    request: HttpRequest,
    user: User,
    page: str,
    form: OwnForm | None = None,
    *,
    shown: Mapping[str, object] = MappingProxyType({}),
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Return a page of settings. *shown* takes the place of what is beside its form otherwise."""
    context = {"form": form or PAGES[page](instance=user), "page": page, "back": page_before(request)}
    context |= {**_beside(request, user, page), **shown}
    return render(request, f"accounts/preferences/{page}.html", context, status=status)


def show_fold(
    request: HttpRequest, fold: Fold, shown: Mapping[str, object], status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Return the page of the account with this fold open, and in it what is shown."""
    user = stored_account(request.user)
    return show(request, user, "account", shown={"opened": fold, **shown}, status=status)


def form_of_fold(fold: Fold) -> Callable[[View], View]:
    """Decorate the view of a form in this fold. A GET redirects to the page of the account."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest) -> HttpResponse:
            return view(request) if request.method == "POST" else HttpResponsePermanentRedirect(fold.address)

        return wrapper

    return decorate


def _beside(request: HttpRequest, user: User, page: str) -> dict[str, object]:
    """Return what a page shows beside its form: pictures to choose from, this browser, the folds of the account."""
    if page == "look":
        number = request.GET.get("pictures", "")
        return {"pictures": int(number) % _SETS_OF_PICTURES if number.isdecimal() and len(number) < 4 else 0}
    if page == "alerts":
        here = user.push_subscriptions.filter(pk=request.session.get(SESSION_KEY, 0)).first()
        is_refused = here is not None and here.failed_status in pushes.REFUSED
        address = mails.confirmed_address(user)
        return {"push_key": pushes.public_key(), "browser": here, "is_refused": is_refused, "address": address}
    return _folds(request, user) if page == "account" else {}


def _folds(request: HttpRequest, user: User) -> dict[str, object]:
    labels = dict(Scope.choices)
    return {
        "opened": request.GET.get("open", ""),
        "player": user,
        "guest": merging.guest_of(request.session),
        "name_form": NameForm(),
        "vacation_form": VacationForm(),
        "days_left": vacation.days_left(user),
        "days_a_year": vacation.DAYS_A_YEAR,
        "minutes": device_links.MINUTES,
        "tokens": []
        if user.is_guest
        else [(token, [labels[of] for of in token.scopes]) for token in user.api_tokens.all()],
        "token_form": TokenForm(),
        "password_form": ChangePasswordForm(user=user),
        "remove_form": DeleteAccountForm(user),
    }
