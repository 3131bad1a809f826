"""Names of sets of deals and of their boards, in the reader's language."""

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext as _

from accounts.base.names import isolated
from games.models import DealSet, SetKind


def set_title(deal_set: DealSet) -> str:
    """Return the name of a set: staff's, that of its day, or that of its host."""
    if deal_set.kind == SetKind.SPECIAL:
        return deal_set.name_es if (get_language() or "").startswith("es") else deal_set.name_en
    if deal_set.day is not None:
        day = date_format(deal_set.day, "SHORT_DATE_FORMAT" if deal_set.kind == SetKind.EIGHT else "DATE_FORMAT")
        words = _("Eight a day, %(day)s") if deal_set.kind == SetKind.EIGHT else _("Deal of the day, %(day)s")
        return words % {"day": day}
    if deal_set.host is None:
        return _("Challenge")
    return _("%(player)s’s challenge") % {"player": isolated(deal_set.host.get_username())}


def board_title(deal_set: DealSet, number: int) -> str:
    """Return the name of the table at which a board is played. It stays when the host of a challenge is renamed or
    removed, so it does not name the host.
    """
    if deal_set.kind == SetKind.DAY:
        return set_title(deal_set)[:40]
    of_set = _("Challenge") if deal_set.kind == SetKind.CHALLENGE else set_title(deal_set)[:28]
    return _("%(set)s: board %(number)d") % {"set": of_set, "number": number}
