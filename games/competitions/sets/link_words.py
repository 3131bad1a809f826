"""What a link to a set of deals says on other sites: how many boards, and whether a challenge's host has played them.

It says nothing of results. A sum would give away a board: whoever has finished all the others, and knows the host's
results there, would only have to subtract. So nobody gets a figure of several boards before they may see each of them.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from accounts.base.names import isolated
from games.competitions.sets.words import challenge_word, set_title
from games.models import Board, BoardPlay
from games.web.link_pictures import can_draw


def invitation(boards: Sequence[Board]) -> str:
    """Return the line with which a link to a set invites to play it."""
    host = boards[0].deal_set.host
    return _invitation(boards, isolated(host.get_username()) if host else "")


def challenge(boards: Sequence[Board]) -> str:
    """Return who challenges a player, for whoever has not begun."""
    host = boards[0].deal_set.host
    words = ngettext("%(name)s challenges you to a deal", "%(name)s challenges you to %(count)d deals", len(boards))
    return words % {"name": isolated(host.get_username() if host else ""), "count": len(boards)}


def of_picture(boards: Sequence[Board]) -> tuple[str, str]:
    """Return the name of a set and the line that invites to play it, for a picture; the font may lack a name."""
    of_set = boards[0].deal_set
    if of_set.host is None:
        return set_title(of_set), _invitation(boards, "")
    host = of_set.host.get_username()
    return challenge_word(), _invitation(boards, host if can_draw(host) else _("The host"))


def _invitation(boards: Sequence[Board], host: str) -> str:
    count = len(boards)
    words = ngettext(
        "%(count)d deal, the same for everyone. How do you play it?",
        "%(count)d deals, the same for everyone. How do you play them?",
        count,
    )
    if _host_has_finished(boards):
        words = ngettext(
            "%(host)s has played this deal. How do you play it?",
            "%(host)s has played these %(count)d deals. How do you play them?",
            count,
        )
    return words % {"count": count, "host": host}


def _host_has_finished(boards: Sequence[Board]) -> bool:
    """Return whether the host of a challenge has a result on each of its boards."""
    of_set = boards[0].deal_set
    if of_set.host_id is None or of_set.void_reason:
        return False
    finished = BoardPlay.objects.filter(board__in=boards, user=of_set.host_id, removed=False, points__isnull=False)
    return finished.count() == len(boards)
