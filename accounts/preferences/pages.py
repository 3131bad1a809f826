"""The four pages of settings, with what each shows beside the form of its settings.

The page of the account leads to a section for each action on the account, which is the same page with only that. Its
form is sent to an address of its own; errors, and what is shown only once, appear in the section.
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
from django.utils.translation import gettext_lazy

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


class Section(StrEnum):
    """What the page of the account shows alone when asked to, by its name in addresses."""

    NAME = "name"
    VACATION = "vacation"
    LINK = "link"
    TOKENS = "tokens"
    PASSWORD = "password"  # noqa: S105  # the section’s name
    REMOVE = "remove"

    @property
    def words(self) -> str:
        """What the section is for, in the reader's language."""
        return str(_TITLES[self])

    @property
    def address(self) -> str:
        """The page of the account with this section alone."""
        return f"{reverse('settings_account')}?open={self}"


_TITLES: Final = {
    Section.NAME: gettext_lazy("Choose another name"),
    Section.VACATION: gettext_lazy("Vacation from games by turns"),
    Section.LINK: gettext_lazy("Use this account elsewhere"),
    Section.TOKENS: gettext_lazy("Tokens for programs"),
    Section.PASSWORD: gettext_lazy("Change your password"),
    Section.REMOVE: gettext_lazy("Remove your account"),
}


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


def show_section(
    request: HttpRequest, section: Section, shown: Mapping[str, object], status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Return this section of the page of the account, and in it what is shown."""
    user = stored_account(request.user)
    return show(request, user, "account", shown={"opened": section, **shown}, status=status)


def form_of_section(section: Section) -> Callable[[View], View]:
    """Decorate the view of a form in this section. A GET redirects to the section."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest) -> HttpResponse:
            return view(request) if request.method == "POST" else HttpResponsePermanentRedirect(section.address)

        return wrapper

    return decorate


def _beside(request: HttpRequest, user: User, page: str) -> dict[str, object]:
    """Return what a page shows beside its form: pictures to choose from, this browser, sections of the account."""
    if page == "look":
        number = request.GET.get("pictures", "")
        return {"pictures": int(number) % _SETS_OF_PICTURES if number.isdecimal() and len(number) < 4 else 0}
    if page == "alerts":
        here = user.push_subscriptions.filter(pk=request.session.get(SESSION_KEY, 0)).first()
        is_refused = here is not None and here.failed_status in pushes.REFUSED
        address = mails.confirmed_address(user)
        return {"push_key": pushes.public_key(), "browser": here, "is_refused": is_refused, "address": address}
    return _sections(request, user) if page == "account" else {}


def _sections_of(user: User) -> list[Section]:
    """Return the sections that the page of the player's account has."""
    if user.is_guest:
        return [Section.NAME, Section.VACATION, Section.LINK, Section.REMOVE]
    password = [Section.PASSWORD] if user.has_usable_password() else []
    return [Section.VACATION, Section.LINK, *password, Section.TOKENS, Section.REMOVE]


def _sections(request: HttpRequest, user: User) -> dict[str, object]:
    labels = dict(Scope.choices)
    return {
        "opened": next((section for section in _sections_of(user) if section == request.GET.get("open")), None),
        "sections": _sections_of(user),
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
