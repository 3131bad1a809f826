"""The kinds of sets that the site has by itself: deal of the day, eight a day, special sets of staff, challenges."""

from functools import partial
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.staff_texts import in_readers_language
from games.competitions.sets.kinds import Kind
from games.competitions.sets.words import challenge_title, short_challenge_title
from games.engine import BiddingStyle, PeekRule, Rules
from games.models import DealSet, SetKind

RULES_OF_WEEK: Final = (
    Rules(),
    Rules(peek=PeekRule.THREE),
    Rules(peek=PeekRule.FLIP2),
    Rules(peek=PeekRule.FOUR),
    Rules(bidding=BiddingStyle.SUICIDE),
    Rules(bidding=BiddingStyle.MIRROR),
    Rules(),
)
"""The rules of the deal of the day, from Monday to Sunday."""

EIGHT_DEALS: Final = 8


def _day_of(deal_set: DealSet, style: str) -> str:
    assert deal_set.day is not None, "sets of this kind belong to a day"
    return date_format(deal_set.day, style)


def _day_title(deal_set: DealSet, style: str = "DATE_FORMAT") -> str:
    return _("Deal of the day, %(day)s") % {"day": _day_of(deal_set, style)}


def _eight_title(deal_set: DealSet) -> str:
    return _("Eight a day, %(day)s") % {"day": _day_of(deal_set, "SHORT_DATE_FORMAT")}


def _special_title(deal_set: DealSet) -> str:
    return in_readers_language(deal_set, "name")


STANDARD_KINDS: Final = (
    Kind(
        code=SetKind.DAY,
        name=gettext_lazy("deal of the day"),
        title=_day_title,
        short=partial(_day_title, style="SHORT_DATE_FORMAT"),
        rules_of_day=lambda day: [RULES_OF_WEEK[day.weekday()]],
        one_deal=True,
    ),
    Kind(
        code=SetKind.EIGHT,
        name=gettext_lazy("eight a day"),
        title=_eight_title,
        short=_eight_title,
        rules_of_day=lambda _day: [Rules()] * EIGHT_DEALS,
    ),
    Kind(
        code=SetKind.SPECIAL,
        name=gettext_lazy("special set"),
        title=_special_title,
        short=lambda deal_set: _special_title(deal_set)[:28],
    ),
    Kind(
        code=SetKind.CHALLENGE,
        name=gettext_lazy("challenge"),
        title=challenge_title,
        short=short_challenge_title,
        public=False,
        for_programs=True,
    ),
)
