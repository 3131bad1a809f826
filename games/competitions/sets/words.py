"""Names of sets of deals and of their boards, in the reader's language, and what links to them say."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext, pgettext

from accounts.base.names import isolated
from accounts.base.time_zones import in_words
from games.competitions.sets.kinds import kind_of
from games.engine import BiddingStyle
from games.models import Board, BoardPlay, DealSet
from games.web.link_pictures import can_draw
from games.words.names import decimal, per_cent, signed


def challenge_title(deal_set: DealSet, made: str = "day") -> str:
    """Return the name of a challenge: its host, and when it was made, written as this kind of moment."""
    day = in_words(deal_set.opens_at, made)
    if deal_set.host is None:
        return short_challenge_title(deal_set)
    return _("%(player)s’s challenge, %(day)s") % {"player": isolated(deal_set.host.get_username()), "day": day}


def short_challenge_title(deal_set: DealSet) -> str:
    """Return a name that stays when the host is renamed or removed: it does not name the host."""
    return _("Challenge, %(day)s") % {"day": in_words(deal_set.opens_at, "day")}


def set_title(deal_set: DealSet) -> str:
    """Return the name of a set: staff's, that of its day, or that of its host."""
    return kind_of(deal_set).title(deal_set)


def board_title(deal_set: DealSet, number: int) -> str:
    """Return the name of the table at which a board is played."""
    kind = kind_of(deal_set)
    if kind.one_deal:
        return kind.short(deal_set)
    return _("%(set)s: deal %(number)d") % {"set": kind.short(deal_set), "number": number}


def practice_title(deal_set: DealSet, number: int) -> str:
    """Return the name of the table at which a board of a closed set is played for practice."""
    day = deal_set.day and date_format(deal_set.day, "SHORT_DATE_FORMAT")
    of_set = day or set_title(deal_set)[:18]
    if kind_of(deal_set).one_deal:
        return _("Practice: %(set)s") % {"set": of_set}
    return _("Practice: %(set)s, deal %(number)d") % {"set": of_set, "number": number}


def finished_words(count: int) -> str:
    """Return how many have finished a board or set, as the end of a sentence."""
    if not count:
        return _("no results yet")
    words = ngettext("%(count)d player has finished it", "%(count)d players have finished it", count)
    return words % {"count": count}


def mean_per_cent(share: float | Fraction | None, error: float | None) -> str:
    """Return a mean per cent with its standard error: "58.3% ± 30.0". A line may end before the sign, not after it."""
    return per_cent(share) if error is None else f"{per_cent(share)} ±\N{NO-BREAK SPACE}{decimal(error)}"


def bid_words(bid: int, nils: int, bidding: str) -> str:
    """Return a bid with its nils: "5", "5 and a nil". In Suicide one nil means the player's own hand, and three nils
    mean the partner's, whoever that will be.
    """
    if not nils:
        return str(bid)
    if bidding == BiddingStyle.SUICIDE:
        return (_("%(bid)d, own nil") if nils == 1 else _("%(bid)d, partner nil")) % {"bid": bid}
    return ngettext("%(bid)d and a nil", "%(bid)d and %(nils)d nils", nils) % {"bid": bid, "nils": nils}


def invitation(boards: Sequence[Board]) -> str:
    """Return the line with which a link to a set invites to play it."""
    host = boards[0].deal_set.host
    return _invitation(boards, isolated(host.get_username()) if host else "")


def challenge(boards: Sequence[Board]) -> str:
    """Return the line “… challenges you …” for a visitor who has not begun."""
    host = boards[0].deal_set.host
    words = ngettext("%(name)s challenges you to a deal", "%(name)s challenges you to %(count)d deals", len(boards))
    return words % {"name": isolated(host.get_username() if host else ""), "count": len(boards)}


def to_beat(boards: Sequence[Board]) -> str:
    """Return the total of a challenge's host, for whoever may see it (`access.may_see_total_of_host`); "" if the host
    has not finished, and for a challenge of one deal, whose total would be the result of a single board.
    """
    if len(boards) == 1 or not _host_has_finished(boards):
        return ""
    plays = BoardPlay.objects.filter(board__in=boards, user=boards[0].deal_set.host_id, points__isnull=False)
    return _("The total to beat: %(points)s") % {"points": signed(sum(play.points or 0 for play in plays))}


def of_picture(boards: Sequence[Board]) -> tuple[str, str]:
    """Return the name of a set and the line that invites to play it, for a picture; the font may lack a name."""
    of_set = boards[0].deal_set
    if of_set.host is None:
        return set_title(of_set), _invitation(boards, "")
    host = of_set.host.get_username()
    return pgettext("a set of deals", "Challenge"), _invitation(boards, host if can_draw(host) else _("The host"))


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
