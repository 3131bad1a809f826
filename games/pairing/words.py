"""Texts for players who look for others."""

from datetime import datetime
from math import ceil
from typing import Final, NamedTuple

from django.utils import timezone

from accounts.base.names import isolated
from games.models import PairingRequest, PairingState
from games.pairing import queries
from games.pairing.matching import Wishes, agreed
from games.words.language_cache import gettext as _, ngettext
from games.words.options import CLOCKS, PEEKS, STYLES

MOST_SHOWN: Final = 20
"""How many of those who wait a page names."""


class Other(NamedTuple):
    """Somebody else who waits. `wants` are the wishes in words; `fits` says whether they agree with the reader's."""

    name: str
    wants: str
    fits: bool


def waiting_room(search: PairingRequest | None) -> dict[str, object]:
    """Return what a page shows of those who wait, for a player with this request, if any."""
    if search is None or search.state != PairingState.WAITING:
        return {"waits": False}
    wishes, waiting = queries.wishes_of(search), queries.waiting().exclude(pk=search.pk).select_related("user")
    others = [_other(request, wishes) for request in waiting]
    return {
        "waits": True,
        "wants": wishes_in_words(wishes),
        "was_found": search.game is not None,
        "one_fits": any(other.fits for other in others),
        "others": others[:MOST_SHOWN],
        "estimate": estimate(queries.usual_wait()),
    }


def _other(request: PairingRequest, wishes: Wishes) -> Other:
    wanted = queries.wishes_of(request)
    return Other(isolated(request.user.username), wishes_in_words(wanted), agreed([wishes, wanted]) is not None)


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
    """Return how long it may take, from how long others have waited lately; None if too few have."""
    if seconds is None:
        return _("Too few people have found a table here within the last hour to say how long it takes.")
    if seconds < 60:
        return _("Lately it has taken less than a minute.")
    minutes = ceil(seconds / 60)
    words = ngettext(
        "Lately it has taken about %(count)d minute.", "Lately it has taken about %(count)d minutes.", minutes
    )
    return words % {"count": minutes}


def pause(until: datetime) -> str:
    """Return why a player may not look for others yet."""
    minutes = max(1, ceil((until - timezone.now()).total_seconds() / 60))
    words = ngettext(
        "You were missing at a table that was found for you, so others had to wait. You can look for players again in"
        " %(count)d minute.",
        "You were missing at a table that was found for you, so others had to wait. You can look for players again in"
        " %(count)d minutes.",
        minutes,
    )
    return words % {"count": minutes}
