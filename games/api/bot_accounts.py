"""Accounts of bots: how an account becomes one, and what its owner can then no longer do on the pages."""

from collections.abc import Callable
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.refusals import Refusal
from accounts.models import User
from accounts.names.services import mark_as_bot
from accounts.services import lock_account
from games.models import BELONGING, TournamentEntry, TournamentStage

SAFE: Final = ("GET", "HEAD", "OPTIONS")


class HasPlayed(Refusal):
    """The account has had a seat in a game, so its results are those of a person."""

    message = gettext_lazy(
        "Only an account that has never sat at a table can become a bot’s. Make a new account for it."
    )


class AmongPeople(Refusal):
    """The account is in a club, or takes part in a tournament, which are for people."""

    message = gettext_lazy("Leave your clubs and tournaments first: they are for people.")


@transaction.atomic
def become_bot(user: User) -> User:
    """Make a registered account that has played no game a bot, for ever; return it. A bot stays one.

    Raises PermissionDenied for a guest, HasPlayed, AmongPeople, ActionDenied if no name is free, AccountDeleted.
    """
    locked = lock_account(user)  # who sits down, joins a club or enters a tournament holds this lock too
    if locked.is_bot:
        return locked
    if locked.is_guest:
        raise PermissionDenied(_("Bots are players with an account."))
    if locked.seats.exists():
        raise HasPlayed
    if _is_among_people(locked):
        raise AmongPeople
    mark_as_bot(locked)
    return locked


def _is_among_people(user: User) -> bool:
    """Return whether the user is in a club, or in a tournament that has not ended."""
    goes_on = (TournamentStage.OPEN, TournamentStage.RUNNING)
    entries = TournamentEntry.objects.filter(user=user, tournament__stage__in=goes_on)
    return entries.exists() or user.clubs.filter(role__in=BELONGING).exists()


class BotsOnlyLookMiddleware:
    """Refuses what a bot's browser would do in games: its program plays, by the API. All pages can be looked at."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        match = request.resolver_match
        is_of_games = match is not None and match.app_name == "games" and match.url_name != "bot_account"
        if is_of_games and request.method not in SAFE and isinstance(request.user, User) and request.user.is_bot:
            raise PermissionDenied(_("This account is a bot’s: it plays through the API, and can only read pages."))
