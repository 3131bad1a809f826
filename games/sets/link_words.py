"""What a link to a set of deals says on other sites: how many boards, and the sum of a challenge's host.

Whoever reads it may not have played, so it says nothing of a single board.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from accounts.base.names import isolated
from games.models import Board, BoardPlay, SetKind
from games.sets.words import challenge_word, set_title
from games.web.link_pictures import can_draw
from games.words.names import signed


def sum_of_host(boards: Sequence[Board]) -> int | None:
    """Return the sum of the points of a challenge's host; None before the end of all boards, and of a single board."""
    of_set = boards[0].deal_set
    if of_set.kind != SetKind.CHALLENGE or of_set.host_id is None or of_set.void_reason:
        return None
    plays = BoardPlay.objects.filter(board__in=boards, user=of_set.host_id, removed=False)
    points = [made for made in plays.values_list("points", flat=True) if made is not None]
    return sum(points) if len(points) == len(boards) > 1 else None


def invitation(boards: Sequence[Board], total: int | None) -> str:
    """Return the line with which a link to a set invites to play it, given the sum of its host if it is known."""
    host = boards[0].deal_set.host
    return _invitation(len(boards), isolated(host.get_username()) if host else "", total)


def of_picture(boards: Sequence[Board]) -> tuple[str, str]:
    """Return the name of a set and the line that invites to play it, for a picture; the font may lack a name."""
    of_set = boards[0].deal_set
    if of_set.kind != SetKind.CHALLENGE:
        return set_title(of_set), _invitation(len(boards), "", None)
    host = of_set.host.get_username() if of_set.host else ""
    return challenge_word(), _invitation(len(boards), host if can_draw(host) else _("The host"), sum_of_host(boards))


def _invitation(count: int, host: str, total: int | None) -> str:
    if total is None:
        return ngettext(
            "%(count)d deal, the same for everyone. How do you play it?",
            "%(count)d deals, the same for everyone. How do you play them?",
            count,
        ) % {"count": count}
    return _("%(host)s: %(total)s on %(count)d deals. You?") % {"host": host, "total": signed(total), "count": count}
