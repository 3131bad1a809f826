"""Views for players who look for others, with their form and texts: who waits, and a game with bots meanwhile."""

from collections.abc import Sequence
from dataclasses import asdict
from math import ceil
from typing import Any, Final, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy

from accounts.base import avatars
from accounts.base.names import isolated
from accounts.base.rate_limits import check_limit
from accounts.base.refusals import Refusal
from accounts.models import User
from games.engine import PLAYERS
from games.lobby.forms import choices_of
from games.models import PairingRequest, PairingState
from games.pairing import queries, services
from games.pairing.matching import Wishes, agreed
from games.play.errors import NotPossible, NotUnderstood
from games.values import LIVE_CLOCKS
from games.web.shortcuts import check_opens_table, signed_in
from games.words.language_cache import gettext as _, ngettext
from games.words.names import listing
from games.words.options import CLOCKS, PEEKS, STYLES, ExplainedOption

MOST_SHOWN: Final = 20
"""How many of those who wait a page names."""


class Other(NamedTuple):
    """Somebody else who waits, with the avatar's code. `wants` are the wishes in words; `fits` says whether they agree
    with the reader's.
    """

    name: str
    avatar: str
    wants: str
    fits: bool


FREE: Final = ("", avatars.NOBODY)
"""A chair for which somebody is still looked for."""


def seekers_in_words(user: User) -> str:
    """Return how many look for players, or who they are if there are one or two; "" if nobody does."""
    names = [isolated(name) for name in queries.names_waiting(user)]
    if len(names) > 2:
        return _("%(count)d are looking for players.") % {"count": len(names)}
    words = ngettext("%(count)d of 3: %(names)s is here.", "%(count)d of 3: %(names)s are here.", len(names))
    return words % {"count": len(names), "names": listing(names)} if names else ""


def waiting_room(search: PairingRequest | None) -> dict[str, object]:
    """Return what a page shows of those who wait, for a player with this request, if any. `chairs` are the three at the
    table to come, each with a name and an avatar's code.
    """
    if search is None or search.state != PairingState.WAITING:
        return {"waits": False, "chairs": [FREE] * len(PLAYERS)}
    wishes, waiting = queries.wishes_of(search), queries.waiting().exclude(pk=search.pk).select_related("user")
    others = [_other(request, wishes) for request in waiting]
    fitting = [(other.name, other.avatar) for other in others if other.fits]
    return {
        "waits": True,
        "chairs": [(_("You"), search.user.avatar), *fitting, FREE, FREE][: len(PLAYERS)],
        "wants": wishes_in_words(wishes),
        "was_found": search.game is not None,
        "one_fits": any(other.fits for other in others),
        "others": others[:MOST_SHOWN],
        "estimate": estimate(queries.usual_wait()),
    }


def _other(request: PairingRequest, wishes: Wishes) -> Other:
    wanted = queries.wishes_of(request)
    fits = agreed([wishes, wanted]) is not None
    return Other(isolated(request.user.username), request.user.avatar, wishes_in_words(wanted), fits)


def wishes_in_words(wishes: Wishes) -> str:
    """Return what somebody wants to play in a line, such as "Flip 1 · to 300"; "any rules" if all will do."""
    names = {str(value): str(name) for value, name, _line in (*PEEKS, *STYLES)}
    chosen = [names[value] for value in (wishes.peek, wishes.bidding) if value]
    if wishes.target:
        chosen.append(_("to %(target)d") % {"target": wishes.target})
    if wishes.clock:
        pace = next(str(name) for value, name, _line in CLOCKS if value == wishes.clock)
        chosen.append(_("%(pace)s clock") % {"pace": pace.lower()})
    return " · ".join(chosen) or _("any rules")


def estimate(seconds: float | None) -> str:
    """Return how long it may take, from how long others have waited lately; "" without `seconds`, if too few have."""
    if seconds is None:
        return ""
    if seconds < 60:
        return _("Lately it has taken less than a minute.")
    minutes = ceil(seconds / 60)
    words = ngettext(
        "Lately it has taken about %(count)d minute.", "Lately it has taken about %(count)d minutes.", minutes
    )
    return words % {"count": minutes}


OFFERED_TARGETS: Final = (200, 300, 500)
"""Few to choose from, so that people meet."""

PACES: Final = tuple(option for option in CLOCKS if option[0] in LIVE_CLOCKS)
"""Strangers always play with a clock: nobody has to wait for who has gone."""


def _wish(label: Any, options: Sequence[ExplainedOption]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[("", gettext_lazy("any")), *choices_of(options)], required=False)


class WishesForm(forms.Form):
    """The rules that a player wants: any, unless one is chosen."""

    bidding = _wish(gettext_lazy("Bidding"), STYLES)
    peek = _wish(gettext_lazy("Peeking"), PEEKS)
    target = _wish(gettext_lazy("Play to"), [(str(target), target, "") for target in OFFERED_TARGETS])
    clock = _wish(gettext_lazy("Clock"), PACES)

    def wishes(self) -> Wishes:
        """Return what a valid form says."""
        chosen = {name: value or None for name, value in self.cleaned_data.items()}
        return Wishes(**chosen | {"target": int(chosen["target"]) if chosen["target"] else None})


def find_players(
    request: HttpRequest, notice: str = "", status: int = 200, form: WishesForm | None = None
) -> HttpResponse:
    """Show who waits, and the form to look for players; go to the table that is found. Reading it keeps the place."""
    if isinstance(request.user, User):
        services.sign_of_life(request.user)
    search = queries.request_of(request.user)
    if search is not None and search.state == PairingState.FOUND and search.game is not None and not notice:
        return redirect("games:table", search.game.code)
    if form is None:
        form = WishesForm(initial=asdict(queries.wishes_of(search)) if search else None)
    context = {**waiting_room(search), "wishes": form, "notice": notice}
    return render(request, "pairing/find_players.html", context, status=status)


def find(request: HttpRequest, player: User) -> HttpResponse:
    """Let the player wait for others with the wishes posted, or say why not."""
    form = WishesForm(request.POST)
    try:
        if not form.is_valid():
            raise NotUnderstood
        check_limit(request, "find_players")
        services.find(user=player, wishes=form.wishes())
    except Refusal as refusal:
        return find_players(request, refusal.sentence(), refusal.status, form)
    return redirect("games:find_players")


def leave(request: HttpRequest) -> HttpResponse:
    """Stop waiting. A table found meanwhile is shown instead."""
    if isinstance(request.user, User):
        services.leave(user=request.user)
    return redirect("games:find_players")


def meanwhile(request: HttpRequest) -> HttpResponse:
    """Go to a game with bots, which ends when a table is found."""
    if not request.user.is_authenticated:
        return redirect("games:find_players")
    try:
        check_opens_table(request)
        game = services.play_meanwhile(user=signed_in(request))
    except NotPossible:
        return redirect("games:find_players")
    except Refusal as refusal:
        return find_players(request, refusal.sentence(), refusal.status)
    return redirect("games:table", game.code)
